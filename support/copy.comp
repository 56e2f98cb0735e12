#version 460
// The yardstick: the time to copy the same bytes. vkCmdCopyBuffer is far slower on some devices.
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
const uint kRows = 4;

void main()
{
    const uint64_t group = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t first = group * (gl_WorkGroupSize.x * kRows) + gl_LocalInvocationID.x;
    uvec4 values[kRows];
    if (first + (kRows - 1) * gl_WorkGroupSize.x < vectors) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            values[row] = VectorAt(source + (first + row * gl_WorkGroupSize.x) * 16).words;
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            VectorAt(destination + (first + row * gl_WorkGroupSize.x) * 16).words = values[row];
    } else {
        for (uint row = 0; row < kRows; ++row) {
            const uint64_t i = first + row * gl_WorkGroupSize.x;
            if (i < vectors)
                VectorAt(destination + i * 16).words = VectorAt(source + i * 16).words;
        }
    }
}
