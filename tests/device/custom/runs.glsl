// Sums of the low halves of words, within runs that begin where the high half is odd, stored one behind the other.
#define STATE(FIELD) FIELD(uint, sum)
#define PARAMETERS(FIELD) FIELD(uint64_t, words) FIELD(uint64_t, sums)
#define SEGMENTS
#define IS_HEAD
#define OPERATOR kOpAdd
#if defined(ALONE)
#define LOAD
#define STORE
#endif
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint value; };

bool isHead(uint64_t index) { return (UintAt(parameters.words + index * 4).value >> 16 & 1) != 0; }

#if defined(ALONE)
State load(uint64_t index) { return State(UintAt(parameters.words + index * 4).value & 0xffff); }

void store(uint64_t index, State before, State through)
{
    UintAt(parameters.sums + index * 8).value = before.sum;
    UintAt(parameters.sums + index * 8 + 4).value = through.sum;
}
#endif
