#version 460
// Finite differences: `order` times in a row, each element less the one `tupleSize` before it. Elements before the
// first count as 0. All passes at once are a sum of order + 1 elements, times binomial coefficients of alternating
// sign. A vkscan::Scan of the same order and tuple size is the inverse. Maleki, Yang & Burtscher, "Higher-Order and
// Tuple-Based Massively-Parallel Prefix Sums", PLDI 2016.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { uint64_t inputAddress, outputAddress, count; uint order, tupleSize; };

void main()
{
    const uint64_t workgroup = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t index = workgroup * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= count)
        return;
    uint difference = 0;
    uint coefficient = 1;
    for (uint i = 0; i <= order && i * tupleSize <= index; ++i) {
        const uint term = coefficient * WordAt(inputAddress + (index - i * tupleSize) * 4).word;
        difference += i % 2 == 0 ? term : -term;
        coefficient = coefficient * (order - i) / (i + 1);
    }
    WordAt(outputAddress + index * 4).word = difference;
}
