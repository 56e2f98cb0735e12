// Box queries on summed-area tables, for shaders in HLSL, and in Slang, which reads HLSL. Include this file once for
// each table, after the definitions that summed_area_table.glsl lists, with types of HLSL:
//
//     Texture2D<float4> colourTable;
//     #define TABLE_NAME(function) colour##function          // the functions become colourBoxMean, ...
//     #define TABLE_VALUE float4
//     #define TABLE_FETCH(column, row) colourTable.Load(int3(column, row, 0))
//     #define TABLE_EXTENT int2(1920, 1080)                  // int2: texels of the summed region, not of the table
#define TABLE_INT2 int2
#define TABLE_FLOAT2 float2
#define TABLE_MIX lerp
#define TABLE_AS(type, value) ((type)(value))
#include "summed_area_table.glsl"
