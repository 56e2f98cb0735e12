#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_16bit_storage : require
#define SPLATS_KEYS_16
#include "project.glsl"
