// The twin of volume_query.comp for summed_volume_table.hlsl.
#if defined(ELEMENT_U32)
#define Value uint
#else
#define Value float
#endif

struct Box {
    float begin[3];
    float end[3];
};
struct Answer {
    Value sum;
    float mean;
    float pointMean; // with faces between texels; 0 where there is none
    float variance;
};
struct Parameters {
    int3 extent;
    uint count;
    float bias;
};

[[vk::binding(0)]] StructuredBuffer<Value> inclusiveEntries; // sums, then squares
[[vk::binding(1)]] StructuredBuffer<Value> borderedEntries;
[[vk::binding(2)]] StructuredBuffer<Value> stackEntries;
[[vk::binding(3)]] StructuredBuffer<Box> boxes;
[[vk::binding(4)]] StructuredBuffer<Parameters> parameters; // one
[[vk::binding(5)]] RWStructuredBuffer<Answer> answers;      // all of the first table, then all of the others

int inclusiveIndex(int x, int y, int z)
{
    return (z * parameters[0].extent.y + y) * parameters[0].extent.x + x;
}
int inclusiveTexels() { return parameters[0].extent.x * parameters[0].extent.y * parameters[0].extent.z; }
int borderedIndex(int x, int y, int z)
{
    return (z * (parameters[0].extent.y + 1) + y) * (parameters[0].extent.x + 1) + x;
}
int borderedTexels()
{
    return (parameters[0].extent.x + 1) * (parameters[0].extent.y + 1) * (parameters[0].extent.z + 1);
}

#define TABLE_NAME(function) inclusive##function
#define TABLE_VALUE Value
#define TABLE_FETCH(x, y, z) inclusiveEntries[inclusiveIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) inclusiveEntries[inclusiveTexels() + inclusiveIndex(x, y, z)]
#define TABLE_EXTENT parameters[0].extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_volume_table.hlsl"

#define TABLE_NAME(function) bordered##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) borderedEntries[borderedIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) borderedEntries[borderedTexels() + borderedIndex(x, y, z)]
#define TABLE_EXTENT parameters[0].extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_volume_table.hlsl"

#define TABLE_NAME(function) stack##function
#define TABLE_VALUE Value
#define TABLE_STACK
#define TABLE_FETCH(x, y, z) stackEntries[inclusiveIndex(x, y, z)]
#define TABLE_FETCH_SQUARES(x, y, z) stackEntries[inclusiveTexels() + inclusiveIndex(x, y, z)]
#define TABLE_EXTENT parameters[0].extent
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_volume_table.hlsl"

// A volume of more texels than an int counts, each of which is 1 more than the bias.
#define TABLE_NAME(function) large##function
#define TABLE_VALUE Value
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) (Value)(x) * (Value)(y) * (Value)(z)
#define TABLE_FETCH_SQUARES(x, y, z) (Value)(x) * (Value)(y) * (Value)(z)
#define TABLE_EXTENT (512 * parameters[0].extent)
#if defined(ELEMENT_U32)
#define TABLE_MEAN float
#else
#define TABLE_BIAS parameters[0].bias
#endif
#include "../../include/vkscan/summed_volume_table.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    const uint i = thread.x;
    const uint count = parameters[0].count;
    if (i >= count)
        return;
    const float3 begin = float3(boxes[i].begin[0], boxes[i].begin[1], boxes[i].begin[2]);
    const float3 end = float3(boxes[i].end[0], boxes[i].end[1], boxes[i].end[2]);
    const int3 first = int3(floor(begin));
    const int3 last = int3(floor(end));
    Answer answer;
    answer.sum = inclusiveBoxSum(first, last);
    answer.mean = inclusiveBoxMean(first, last);
    answer.variance = inclusiveBoxVariance(first, last);
    Answer borderedAnswer;
    borderedAnswer.sum = borderedBoxSum(first, last);
    borderedAnswer.mean = borderedBoxMean(first, last);
    borderedAnswer.variance = borderedBoxVariance(first, last);
#if defined(ELEMENT_U32)
    answer.pointMean = 0.0;
    borderedAnswer.pointMean = 0.0;
#else
    answer.pointMean = inclusiveBoxMean(begin, end);
    borderedAnswer.pointMean = borderedBoxMean(begin, end);
#endif
    Answer stackAnswer;
    stackAnswer.sum = stackBoxSum(first, last);
    stackAnswer.mean = stackBoxMean(first, last);
    stackAnswer.variance = stackBoxVariance(first, last);
    stackAnswer.pointMean = 0.0;
    answers[i] = answer;
    answers[count + i] = borderedAnswer;
    answers[2 * count + i] = stackAnswer;
    Answer largeAnswer;
    largeAnswer.sum = largeBoxSum(512 * first, 512 * last);
    largeAnswer.mean = largeBoxMean(512 * first, 512 * last);
    largeAnswer.variance = largeBoxVariance(512 * first, 512 * last);
    largeAnswer.pointMean = 0.0;
    answers[3 * count + i] = largeAnswer;
}
