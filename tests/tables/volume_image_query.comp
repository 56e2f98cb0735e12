#version 460
// Runs summed_volume_table.glsl on tables in images, of a bordered volume and of a stack: a box an invocation.
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;
struct Box {
    ivec4 begin;
    ivec4 end;
};
layout(set = 0, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(set = 0, binding = 1) writeonly buffer Answers { vec4 answers[]; }; // sum and mean of the volume, of the stack
layout(set = 0, binding = 2) uniform texture3D volumeTable;
layout(set = 0, binding = 3) uniform texture2DArray stackTable;

#define TABLE_NAME(function) volume##function
#define TABLE_VALUE float
#define TABLE_ZERO_BORDER
#define TABLE_FETCH(x, y, z) texelFetch(volumeTable, ivec3(x, y, z), 0).r
#define TABLE_EXTENT (textureSize(volumeTable, 0) - 1)
#include "../../include/vkscan/summed_volume_table.glsl"

#define TABLE_NAME(function) stack##function
#define TABLE_VALUE float
#define TABLE_STACK
#define TABLE_FETCH(x, y, z) texelFetch(stackTable, ivec3(x, y, z), 0).r
#define TABLE_EXTENT textureSize(stackTable, 0)
#include "../../include/vkscan/summed_volume_table.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= boxes.length())
        return;
    const ivec3 begin = boxes[i].begin.xyz;
    const ivec3 end = boxes[i].end.xyz;
    answers[i] = vec4(volumeBoxSum(begin, end), volumeBoxMean(begin, end), stackBoxSum(begin, end),
                      stackBoxMean(begin, end));
}
