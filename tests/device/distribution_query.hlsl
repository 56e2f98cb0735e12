// The twin of distribution_query.comp for distribution.hlsl.
struct Answer {
    uint2 element; // by two random numbers
    float2 within;
    float2 inverse;
    uint index; // by one
    float indexWithin;
    float indexInverse;
    float probability; // of the element
    float indexProbability;
    float isSame; // as the second table's
    uint2 aliasElement; // from the alias table
};
struct Parameters {
    uint count;
    uint rowLength;
    uint used;
    uint queries;
};

[[vk::binding(0)]] StructuredBuffer<float> entries;
[[vk::binding(1)]] StructuredBuffer<float2> numbers;
[[vk::binding(2)]] StructuredBuffer<Parameters> parameters; // one
[[vk::binding(3)]] StructuredBuffer<uint2> aliases;
[[vk::binding(4)]] RWStructuredBuffer<Answer> answers;

#define DISTRIBUTION_NAME(function) tested##function
#define DISTRIBUTION_FETCH(entry) entries[entry]
#define DISTRIBUTION_COUNT parameters[0].count
#define DISTRIBUTION_ROW_LENGTH parameters[0].rowLength
#define DISTRIBUTION_USED parameters[0].used
#define DISTRIBUTION_ALIAS_FETCH(entry) aliases[entry]
#include "../../include/vkscan/distribution.hlsl"

#define DISTRIBUTION_NAME(function) other##function
#define DISTRIBUTION_FETCH(entry) entries[entry]
#define DISTRIBUTION_COUNT parameters[0].count + 0
#define DISTRIBUTION_ROW_LENGTH parameters[0].rowLength + 0
#include "../../include/vkscan/distribution.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    const uint i = thread.x;
    if (i >= parameters[0].queries)
        return;
    const float2 u = numbers[i];
    Answer answer;
    float2 within;
    float indexWithin;
    answer.element = testedSample(u, within);
    answer.within = within;
    answer.inverse = testedInverse(answer.element, within);
    answer.index = testedSample(u.x, indexWithin);
    answer.indexWithin = indexWithin;
    answer.indexInverse = testedInverse(answer.index, indexWithin);
    answer.probability = testedProbability(answer.element);
    answer.indexProbability = testedProbability(answer.index);
    const uint2 element = otherSample(u);
    const bool isSame = parameters[0].used < parameters[0].count ||
                        (element.x == answer.element.x && element.y == answer.element.y &&
                         otherSample(u.x) == answer.index && otherProbability(answer.index) == answer.indexProbability);
    answer.isSame = isSame ? 1.0 : 0.0;
    answer.aliasElement = testedAliasSample(u, u.yx);
    answers[i] = answer;
}
