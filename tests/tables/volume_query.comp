#version 460
// Runs summed_volume_table.glsl on tables in buffers, of both layouts and of a stack, and on a large one: a box an
// invocation.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_GOOGLE_include_directive : require

#if defined(ELEMENT_U32)
#define Value uint
#else
#define Value float
#endif

layout(local_size_x = 64) in;
layout(buffer_reference, std430) readonly buffer Entries { Value at[]; };
struct Box {
    float begin[3];
    float end[3];
};
layout(buffer_reference, std430) readonly buffer Boxes { Box at[]; };
struct Answer {
    Value sum;
    float mean;
    float pointMean; // with faces between texels; 0 where there is none
    float variance;
};
layout(buffer_reference, std430) writeonly buffer Answers { Answer at[]; };

layout(push_constant, std430) uniform Push
{
    Entries inclusive; // sums, then squares
    Entries bordered;
    Entries stack;
    Boxes boxes;
    Answers answers; // all of the first table, then all of the others
    ivec3 extent;
    uint count;
    float bias;
};

int inclusiveTexels() { return extent.x * extent.y * extent.z; }
int inclusiveIndex(int x, int y, int z) { return (z * extent.y + y) * extent.x + x; }
int borderedTexels() { return (extent.x + 1) * (extent.y + 1) * (extent.z + 1); }
int borderedIndex(int x, int y, int z) { return (z * (extent.y + 1) + y) * (extent.x + 1) + x; }

#define TABLE_NAME(function) inclusive##function
#define TABLE_VALUE Value
#define TABLE_FETCH(x, y, z) inclusive.at[inclusiveIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) inclusive.at[inclusiveTexels() + inclusiveIndex(x, y, z)]
#define TABLE_EXTENT extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_volume_table.glsl"

#define TABLE_NAME(function) bordered##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) bordered.at[borderedIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) bordered.at[borderedTexels() + borderedIndex(x, y, z)]
#define TABLE_EXTENT extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_volume_table.glsl"

#define TABLE_NAME(function) stack##function
#define TABLE_VALUE Value
#define TABLE_STACK
#define TABLE_FETCH(x, y, z) stack.at[inclusiveIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) stack.at[inclusiveTexels() + inclusiveIndex(x, y, z)]
#define TABLE_EXTENT extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_volume_table.glsl"

// A volume of more texels than an int counts, each of which is 1 more than the bias.
#define TABLE_NAME(function) large##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) Value(x) * Value(y) * Value(z)
#define TABLE_FETCH_SQUARES(x, y, z) Value(x) * Value(y) * Value(z)
#define TABLE_EXTENT (512 * extent)
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_volume_table.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count)
        return;
    const Box box = boxes.at[i];
    const vec3 begin = vec3(box.begin[0], box.begin[1], box.begin[2]);
    const vec3 end = vec3(box.end[0], box.end[1], box.end[2]);
    const ivec3 first = ivec3(floor(begin));
    const ivec3 last = ivec3(floor(end));
    Answer answer = Answer(inclusiveBoxSum(first, last), inclusiveBoxMean(first, last), 0.0,
                             inclusiveBoxVariance(first, last));
    Answer borderedAnswer =
        Answer(borderedBoxSum(first, last), borderedBoxMean(first, last), 0.0, borderedBoxVariance(first, last));
#if !defined(ELEMENT_U32)
    answer.pointMean = inclusiveBoxMean(begin, end);
    borderedAnswer.pointMean = borderedBoxMean(begin, end);
#endif
    answers.at[i] = answer;
    answers.at[count + i] = borderedAnswer;
    answers.at[2 * count + i] =
        Answer(stackBoxSum(first, last), stackBoxMean(first, last), 0.0, stackBoxVariance(first, last));
    const ivec3 largeFirst = 512 * first;
    const ivec3 largeLast = 512 * last;
    answers.at[3 * count + i] = Answer(largeBoxSum(largeFirst, largeLast), largeBoxMean(largeFirst, largeLast), 0.0,
                                       largeBoxVariance(largeFirst, largeLast));
}
