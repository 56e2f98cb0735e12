// Box queries on summed-area tables of volumes, for shaders in HLSL, and in Slang, which reads HLSL. Include this file
// once for each table, after the definitions that summed_volume_table.glsl lists, with types of HLSL:
//
//     StructuredBuffer<float> entries; // a table of 256 x 256 x 256 texels
//     #define TABLE_NAME(function) fog##function             // the functions become fogBoxMean, ...
//     #define TABLE_VALUE float
//     #define TABLE_FETCH(x, y, z) entries[((z) * 256 + (y)) * 256 + (x)]
//     #define TABLE_EXTENT int3(256, 256, 256)               // texels of the summed region, not of the table
//
// An entry of a table in an image is fogTable.Load(int4(x, y, z, 0)), where fogTable is a Texture3D<float> or, for layers,
// a Texture2DArray<float>.
#define TABLE_INT3 int3
#define TABLE_FLOAT3 float3
#define TABLE_MIX lerp
#define TABLE_AS(type, value) ((type)(value))
#include "summed_volume_table.glsl"
