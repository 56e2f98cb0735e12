// Tables in images, of floats with SINK_FLOAT_IMAGE or integers with SINK_UINT_IMAGE, and their entries. Kernels only
// write them, unless they define FORMAT_R32, FORMAT_RG32 or FORMAT_RGBA32: some devices lack the feature to read
// without a format.
#ifndef VKSCAN_TABLES_SINK_IMAGE
#define VKSCAN_TABLES_SINK_IMAGE
#include "tables/source.glsl"

#define SINK_IMAGE
#extension GL_EXT_shader_image_load_formatted : require
#if defined(FORMAT_R32)
#define SINK(place, type) layout(set = 0, binding = place, r32##type) uniform
#elif defined(FORMAT_RG32)
#define SINK(place, type) layout(set = 0, binding = place, rg32##type) uniform
#elif defined(FORMAT_RGBA32)
#define SINK(place, type) layout(set = 0, binding = place, rgba32##type) uniform
#else
#define SINK(place, type) layout(set = 0, binding = place) uniform writeonly
#endif
#if defined(SINK_UINT_IMAGE)
SINK(1, ui) OF_DIMENSION(uimage) sumTable;
SINK(2, ui) OF_DIMENSION(uimage) squaresTable;
#define Entry uvec4
uint entryOf(Element value) { return value; }
uint bitsOf(uint component) { return component; }
#else
SINK(1, f) OF_DIMENSION(image) sumTable;
SINK(2, f) OF_DIMENSION(image) squaresTable;
#define Entry vec4
float entryOf(Element value) { return rounded(value); }
uint bitsOf(float component) { return floatBitsToUint(component); }
#endif
#endif
