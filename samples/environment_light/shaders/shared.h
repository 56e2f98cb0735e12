// Constants and structures of both the host and the shaders, in both languages.
#ifndef VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_SHARED_H
#define VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace environment {
using glm::uvec2;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
#endif

// Rays of a pixel are divided among so many points in it, which smooths edges.
const uint kPoints = 4;

#ifndef __cplusplus
// Radiance, row after row from the zenith down.
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Map
{
    vec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Weights
{
    float at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Table
{
    float at[];
};
// Radiance of each pixel, and the variance of its luminance.
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Estimates
{
    vec4 at[];
};
#endif

struct Frame {
    REFERENCE(Map) map;
    REFERENCE(Weights) weights;
    REFERENCE(Table) table; // of the weights' distribution
    REFERENCE(Estimates) estimates;
    uvec2 mapSize;     // texels
    uvec2 pictureSize; // pixels
    uint rays;         // of a pixel; a multiple of kPoints, at least twice as many
    uint seed;         // of random numbers
    uint middle;       // columns before it are lit by uniform rays, the others by importance
    uint isSplit;      // 1: both show the same view
    vec3 eye;
    float unused;
    vec3 target;
    float unused2;
    vec3 sun; // direction, of length 1
    float unused3;
};

#ifdef __cplusplus
static_assert(sizeof(Frame) <= 128, "the push constants that every device has");
} // namespace environment
#endif

#endif
