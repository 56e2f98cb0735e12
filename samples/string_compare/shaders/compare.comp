#version 460
// Compares two strings, four characters an invocation. A difference becomes a key, twice its place and 1 more where the
// first string has the greater character, so the least key tells where the first difference is and which way it goes.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(push_constant) uniform Push
{
    Words first;
    Words second;
    Words keys;
    uint count; // words
};

void main()
{
    const uint i = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
                   gl_LocalInvocationID.x;
    if (i >= count)
        return;
    const uint a = first.at[i];
    const uint b = second.at[i];
    uint key = 0xffffffff; // the identity of minima: no difference
    if (a != b) {
        const uint character = findLSB(a ^ b) / 8; // the first one lies in the lowest bits
        const int bit = int(8 * character);
        key = 2 * (4 * i + character) + uint(bitfieldExtract(a, bit, 8) > bitfieldExtract(b, bit, 8));
    }
    keys.at[i] = key;
}
