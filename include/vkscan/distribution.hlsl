// Elements drawn from a Distribution's table, for shaders in HLSL, and in Slang, which reads HLSL. Include this file
// once for each table, after the definitions that distribution.glsl lists:
//
//     StructuredBuffer<float> skyTable;
//     #define DISTRIBUTION_NAME(function) sky##function      // the functions become skySample, ...
//     #define DISTRIBUTION_FETCH(entry) skyTable[entry]
//     #define DISTRIBUTION_COUNT (2048u * 1024u)
//     #define DISTRIBUTION_ROW_LENGTH 2048u
#define DISTRIBUTION_FLOAT2 float2
#define DISTRIBUTION_UINT2 uint2
#define DISTRIBUTION_TO_BITS asuint
#define DISTRIBUTION_FROM_BITS asfloat
#include "distribution.glsl"
