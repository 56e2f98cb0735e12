#version 460
// Runs distribution.glsl on a table in a buffer: a pair of random numbers an invocation.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;
layout(buffer_reference, std430) readonly buffer Entries { float at[]; };
layout(buffer_reference, std430) readonly buffer Numbers { vec2 at[]; };
layout(buffer_reference, std430) readonly buffer Aliases { uvec2 at[]; };
struct Answer {
    uvec2 element; // by two random numbers
    vec2 within;
    vec2 inverse;
    uint index; // by one
    float indexWithin;
    float indexInverse;
    float probability; // of the element
    float indexProbability;
    float isSame; // as the second table's
    uvec2 aliasElement; // from the alias table
};
layout(buffer_reference, std430) writeonly buffer Answers { Answer at[]; };

layout(push_constant, std430) uniform Push
{
    Entries entries;
    Numbers numbers;
    Answers answers;
    uint count;
    uint rowLength;
    uint used;
    uint queries;
    Aliases aliases;
};

#define DISTRIBUTION_NAME(function) tested##function
#define DISTRIBUTION_FETCH(entry) entries.at[entry]
#define DISTRIBUTION_COUNT count
#define DISTRIBUTION_ROW_LENGTH rowLength
#define DISTRIBUTION_USED used
#define DISTRIBUTION_ALIAS_FETCH(entry) aliases.at[entry]
#include "../../include/vkscan/distribution.glsl"

// A second table, whose numbers are expressions, and of which all are used.
#define DISTRIBUTION_NAME(function) other##function
#define DISTRIBUTION_FETCH(entry) entries.at[entry]
#define DISTRIBUTION_COUNT count + 0
#define DISTRIBUTION_ROW_LENGTH rowLength + 0
#include "../../include/vkscan/distribution.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= queries)
        return;
    const vec2 u = numbers.at[i];
    Answer answer;
    answer.element = testedSample(u, answer.within);
    answer.inverse = testedInverse(answer.element, answer.within);
    answer.index = testedSample(u.x, answer.indexWithin);
    answer.indexInverse = testedInverse(answer.index, answer.indexWithin);
    answer.probability = testedProbability(answer.element);
    answer.indexProbability = testedProbability(answer.index);
    const bool isSame = used < count || (otherSample(u) == answer.element && otherSample(u.x) == answer.index &&
                                         otherProbability(answer.index) == answer.indexProbability);
    answer.isSame = isSame ? 1.0 : 0.0;
    answer.aliasElement = testedAliasSample(u, u.yx);
    answers.at[i] = answer;
}
