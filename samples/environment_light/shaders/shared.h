// Constants and structures that the host and the shaders share, in both languages.
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

// Number of points in a pixel that its rays are divided among, which smooths edges.
const uint kPoints = 4;

// Bindings of set 0.
const uint kPictureBinding = 0;
const uint kMapBinding = 1; // radiance, rows from the zenith down

// Parts of a pass: each takes one pixel of each block of 4 x 4, so that the first parts show all of the picture.
const uint kParts = 16;

// A box around a part of the world, in a tree. Without items it has two children, at `first` and `first` + 1.
struct Node {
    vec3 low;
    uint first; // item, or child
    vec3 high;
    uint count; // items
};

// A triangle in its shape's coordinates. w is unused.
struct Triangle {
    vec4 corner;
    vec4 toSecond; // from the first corner
    vec4 toThird;
    vec4 normals[3]; // at the corners
};

// A shape somewhere in the world.
struct Instance {
    vec4 toShape[3]; // rows of the matrix from the world to the shape's coordinates
    vec4 albedo;     // w: 1 if it reflects like a mirror
    vec4 emission;   // radiance; x, y, z
    uint root;       // of the shape's tree
    uint unused;
    uint unused2;
    uint unused3;
};

#ifndef __cplusplus
// The pixel of a block that belongs to a part, and the part of a pixel: the first part is every fourth column and row,
// the first four are every second.
uvec2 placeInBlock(uint part)
{
    return uvec2((part & 1u) << 1u | (part >> 2u & 1u), (part & 2u) | part >> 3u);
}
uint partOf(uvec2 pixel)
{
    return (pixel.x >> 1u & 1u) | (pixel.y & 2u) | (pixel.x & 1u) << 2u | (pixel.y & 1u) << 3u;
}

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Table
{
    float at[];
};
// Radiance of each pixel, and the variance of its luminance.
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Estimates
{
    vec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Nodes
{
    Node at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Triangles
{
    Triangle at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Instances
{
    Instance at[];
};
#endif

struct Frame {
    // Vectors of three first, which shaders align to 16 bytes.
    vec3 eye;
    uint pass; // current pass, which is averaged with earlier ones; for a picture: number of passes
    vec3 target;
    uint passes;
    vec3 sun;               // direction, of length 1
    uint part;              // part of the pass to trace; kParts: all of it. For a picture: number of parts of the pass
    REFERENCE(Table) table; // of the map's distribution
    REFERENCE(Estimates) estimates;
    REFERENCE(Nodes) nodes; // of the world, whose tree begins with the first; null: there are spheres instead
    REFERENCE(Triangles) triangles;
    REFERENCE(Instances) instances;
    uvec2 mapSize;     // texels
    uvec2 pictureSize; // pixels
    uint rays;         // per pixel and pass; a multiple of kPoints, at least two of them
    uint seed;         // of random numbers
    uint middle;       // columns before it are lit by uniform rays, the others by importance
    uint isSplit;      // 1: both halves show the same view
};

#ifdef __cplusplus
static_assert(sizeof(Frame) <= 128, "the push constants that every device has");
} // namespace environment
#endif

#endif
