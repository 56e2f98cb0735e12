// A shader of the host's, with an include of vkscan's.
#version 460
#extension GL_GOOGLE_include_directive : require

layout(binding = 0) uniform sampler2D table;

#define TABLE_NAME(function) table##function
#define TABLE_VALUE vec4
#define TABLE_FETCH(column, row) texelFetch(table, ivec2(column, row), 0)
#define TABLE_EXTENT textureSize(table, 0)
#include "vkscan/summed_area_table.glsl"

void main() {}
