// The first difference of two strings. Elements are 16 characters, compared as they are loaded. A difference becomes a
// key: twice its place, plus 1 if the first string has the greater character. So the least key encodes the place and
// direction of the first difference.
#define STATE(FIELD) FIELD(uint, key)
#define PARAMETERS(FIELD) FIELD(uint64_t, first) FIELD(uint64_t, second)
#define OPERATOR kOpMin
#define LOAD
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer CharactersAt { uvec4 words; };

State load(uint64_t index)
{
    const uvec4 a = CharactersAt(parameters.first + index * 16).words;
    const uvec4 b = CharactersAt(parameters.second + index * 16).words;
    State state = identity(); // no difference
    [[unroll]] for (int i = 3; i >= 0; --i)
        if (a[i] != b[i]) {
            const uint character = findLSB(a[i] ^ b[i]) / 8; // the first one is in the lowest bits
            const int bit = int(8 * character);
            const bool isGreater = bitfieldExtract(a[i], bit, 8) > bitfieldExtract(b[i], bit, 8);
            state.key = 2 * (16 * uint(index) + 4 * i + character) + uint(isGreater);
        }
    return state;
}
