#version 460
#extension GL_GOOGLE_include_directive : require
#define INTEGER_TABLE
#include "image_filter.glsl"
