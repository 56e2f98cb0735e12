#version 460
// Whether an array holds the inclusive sums, of any order and tuple size, of the numbers that arrays are filled with
// for integers' sums. Differences undo sums one for one, so it does where its differences are these numbers.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

#ifdef ELEMENT_U64
#define ELEMENT uint64_t
#define ELEMENT_BYTES 8
#else
#define ELEMENT uint
#define ELEMENT_BYTES 4
#endif

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = ELEMENT_BYTES) readonly buffer ElementAt { ELEMENT value; };
layout(push_constant) uniform Push
{
    uint64_t results; // address
    WordAt firstWrong; // index
    uint64_t count;
    uint order;
    uint tupleSize;
};

// As randomBits of reference.h.
uint64_t randomBits(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15UL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

void main()
{
    const uint64_t group = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (index >= count)
        return;
    ELEMENT difference = 0;
    ELEMENT coefficient = 1; // binomial
    for (uint i = 0; i <= order && i * tupleSize <= index; ++i) {
        const ELEMENT term = coefficient * ElementAt(results + (index - i * tupleSize) * ELEMENT_BYTES).value;
        difference += i % 2 == 0 ? term : -term;
        coefficient = coefficient * (order - i) / (i + 1);
    }
    if (difference != ELEMENT(randomBits(index)))
        atomicMin(firstWrong.word, uint(index));
}
