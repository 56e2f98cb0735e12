#version 460
// The yardstick of reductions: what reading the bytes costs. It stores only what no input holds.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(push_constant) uniform Push
{
    uint64_t source;
    uint64_t destination;
    uint64_t vectors;
};
const uint kRows = 8;

void main()
{
    const uint64_t group = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t first = group * (gl_WorkGroupSize.x * kRows) + gl_LocalInvocationID.x;
    uvec4 sum = uvec4(0);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint64_t i = first + row * gl_WorkGroupSize.x;
        sum += VectorAt(source + min(i, vectors - 1) * 16).words;
    }
    if (sum == uvec4(0x9e3779b9, 0x7f4a7c15, 0xbf58476d, 0x1ce4e5b9))
        VectorAt(destination).words = sum;
}
