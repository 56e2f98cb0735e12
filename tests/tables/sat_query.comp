#version 460
// Runs summed_area_table.glsl on tables in buffers, of both layouts: a box an invocation.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_GOOGLE_include_directive : require

#if defined(ELEMENT_U32)
#define Value uint
#define Mean float
#else
#define Value vec2 // two channels
#define Mean vec2
#endif

layout(local_size_x = 64) in;
layout(buffer_reference, std430) readonly buffer Entries { Value at[]; };
struct Box {
    vec2 begin;
    vec2 end;
};
layout(buffer_reference, std430) readonly buffer Boxes { Box at[]; };
struct Answer {
    Value sum;
    Mean mean;
    Mean pointMean; // with edges between texels
    Mean variance;
};
layout(buffer_reference, std430) writeonly buffer Answers { Answer at[]; };

layout(push_constant, std430) uniform Push
{
    Entries inclusive;
    Entries inclusiveSquares;
    Entries bordered;
    Entries borderedSquares;
    Boxes boxes;
    Answers answers; // all of the first table, then all of the second
    ivec2 extent;
    uint count;
    vec2 bias;
};

#define TABLE_NAME(function) inclusive##function
#define TABLE_VALUE Value
#define TABLE_FETCH(column, row) inclusive.at[(row) * extent.x + (column)]
#define TABLE_FETCH_SQUARES(column, row) inclusiveSquares.at[(row) * extent.x + (column)]
#define TABLE_EXTENT extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN Mean
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_area_table.glsl"

#define TABLE_NAME(function) bordered##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(column, row) bordered.at[(row) * (extent.x + 1) + (column)]
#define TABLE_FETCH_SQUARES(column, row) borderedSquares.at[(row) * (extent.x + 1) + (column)]
#define TABLE_EXTENT extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN Mean
#else
#define TABLE_BIAS bias
#endif
#include "../../include/vkscan/summed_area_table.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count)
        return;
    const Box box = boxes.at[i];
    const ivec2 begin = ivec2(floor(box.begin));
    const ivec2 end = ivec2(floor(box.end));
    Answer answer = Answer(inclusiveBoxSum(begin, end), inclusiveBoxMean(begin, end),
                           inclusiveBoxMean(box.begin, box.end), inclusiveBoxVariance(begin, end));
    Answer borderedAnswer = Answer(borderedBoxSum(begin, end), borderedBoxMean(begin, end),
                                   borderedBoxMean(box.begin, box.end), borderedBoxVariance(begin, end));
    answers.at[i] = answer;
    answers.at[count + i] = borderedAnswer;
}
