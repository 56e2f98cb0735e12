// Tables in images, of floats or integers as SINK_FLOAT_IMAGE or SINK_UINT_IMAGE says, and their entries. Kernels write
// them only, unless they define SINK_READ.
#ifndef VKSCAN_TABLES_SINK_IMAGE
#define VKSCAN_TABLES_SINK_IMAGE
#include "tables/source.glsl"

#define SINK_IMAGE
#extension GL_EXT_shader_image_load_formatted : require
#if defined(SINK_READ)
#define SINK_ACCESS
#else
#define SINK_ACCESS writeonly
#endif
#if defined(SINK_UINT_IMAGE)
layout(set = 0, binding = 1) uniform SINK_ACCESS OF_DIMENSION(uimage) sumTable;
layout(set = 0, binding = 2) uniform SINK_ACCESS OF_DIMENSION(uimage) squaresTable;
#define Entry uvec4
uint entryOf(Element value) { return value; }
uint bitsOf(uint component) { return component; }
#else
layout(set = 0, binding = 1) uniform SINK_ACCESS OF_DIMENSION(image) sumTable;
layout(set = 0, binding = 2) uniform SINK_ACCESS OF_DIMENSION(image) squaresTable;
#define Entry vec4
float entryOf(Element value) { return rounded(value); }
uint bitsOf(float component) { return floatBitsToUint(component); }
#endif
#endif
