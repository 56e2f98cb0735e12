#version 460
// The yardstick of what is mostly written: what writing the bytes costs.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(push_constant) uniform Push
{
    uint64_t destination;
    uint64_t vectors;
};
const uint kRows = 4;

void main()
{
    const uint64_t group = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t first = group * (gl_WorkGroupSize.x * kRows) + gl_LocalInvocationID.x;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint64_t i = first + row * gl_WorkGroupSize.x;
        if (i < vectors)
            VectorAt(destination + i * 16).words = ~uvec4(uint(i)); // no result of an earlier row
    }
}
