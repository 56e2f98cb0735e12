// The twin of sat_query.comp for summed_area_table.hlsl.
#if defined(ELEMENT_U32)
#define Value uint
#define Mean float
#else
#define Value float2 // two channels
#define Mean float2
#endif

struct Box {
    float2 begin;
    float2 end;
};
struct Answer {
    Value sum;
    Mean mean;
    Mean pointMean; // with edges between texels
    Mean variance;
};
struct Parameters {
    float2 bias;
    int2 extent;
    uint count;
};

[[vk::binding(0)]] StructuredBuffer<Value> inclusiveEntries;
[[vk::binding(1)]] StructuredBuffer<Value> inclusiveSquares;
[[vk::binding(2)]] StructuredBuffer<Value> borderedEntries;
[[vk::binding(3)]] StructuredBuffer<Value> borderedSquares;
[[vk::binding(4)]] StructuredBuffer<Box> boxes;
[[vk::binding(5)]] StructuredBuffer<Parameters> parameters; // one
[[vk::binding(6)]] RWStructuredBuffer<Answer> answers;      // all of the first table, then all of the second

#define TABLE_NAME(function) inclusive##function
#define TABLE_VALUE Value
#define TABLE_FETCH(column, row) inclusiveEntries[(row) * parameters[0].extent.x + (column)]
#define TABLE_FETCH_SQUARES(column, row) inclusiveSquares[(row) * parameters[0].extent.x + (column)]
#define TABLE_EXTENT parameters[0].extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN Mean
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_area_table.hlsl"

#define TABLE_NAME(function) bordered##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(column, row) borderedEntries[(row) * (parameters[0].extent.x + 1) + (column)]
#define TABLE_FETCH_SQUARES(column, row) borderedSquares[(row) * (parameters[0].extent.x + 1) + (column)]
#define TABLE_EXTENT parameters[0].extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN Mean
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_area_table.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    const uint i = thread.x;
    const uint count = parameters[0].count;
    if (i >= count)
        return;
    const Box box = boxes[i];
    const int2 begin = int2(floor(box.begin));
    const int2 end = int2(floor(box.end));
    Answer answer;
    answer.sum = inclusiveBoxSum(begin, end);
    answer.mean = inclusiveBoxMean(begin, end);
    answer.variance = inclusiveBoxVariance(begin, end);
    Answer borderedAnswer;
    borderedAnswer.sum = borderedBoxSum(begin, end);
    borderedAnswer.mean = borderedBoxMean(begin, end);
    borderedAnswer.variance = borderedBoxVariance(begin, end);
    answer.pointMean = inclusiveBoxMean(box.begin, box.end);
    borderedAnswer.pointMean = borderedBoxMean(box.begin, box.end);
    answers[i] = answer;
    answers[count + i] = borderedAnswer;
}
