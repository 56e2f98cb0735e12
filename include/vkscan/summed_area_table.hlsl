// Box queries on summed-area tables, for shaders in HLSL or Slang: summed_area_table.glsl with the types of HLSL. Include
// this once for each table, after the definitions that are listed there:
//
//     Texture2D<float4> colourTable;
//     #define SAT_NAME(function) colour##function                  // the functions become colourBoxMean, ...
//     #define SAT_VALUE float4
//     #define SAT_FETCH(column, row) colourTable.Load(int3(column, row, 0))
//     #define SAT_EXTENT int2(1920, 1080)                          // int2: extent of the summed region, not of the table
#define SAT_INT2 int2
#define SAT_FLOAT2 float2
#define SAT_MIX lerp
#define SAT_AS(type, value) ((type)(value))
#include "summed_area_table.glsl"
