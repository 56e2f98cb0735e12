// Constants and structures that the host and the shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_PARTICLES_SHARED_H
#define VKSCAN_SAMPLES_PARTICLES_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace particles {
using glm::mat4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
#endif

// 32 bytes, which compaction moves unchanged.
struct Particle {
    vec3 position;
    uint framesLeft; // 0: dead, and removed by this frame's compaction
    vec3 velocity;
    uint shell; // the shell it came from, which determines its colour
};

// Arguments of indirect draws and dispatches; only the device writes the counts.
struct Arguments {
    uint vertexCount;   // of a draw: 6 an instance
    uint instanceCount; // particles
    uint firstVertex;
    uint firstInstance;
    uint groupsX; // workgroups of a dispatch over the particles
    uint groupsY;
    uint groupsZ;
    uint emittedCount; // particles including those just emitted
};

const uint kWorkgroup = 256;
const float kHalfHeight = 0.42279322F; // of the picture, at a distance of 1: the tangent of half the angle of view

// Shells start every kFramesBetweenShells frames, climb, and burst into stars; climbing ones leave sparks.
const uint kFramesBetweenShells = 24;
const uint kFramesOfClimb = 48;
const uint kClimbing = kFramesOfClimb / kFramesBetweenShells; // shells at a time
const uint kFewestFramesOfStar = 90;
const uint kMostFramesOfStar = 150;

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Particles
{
    Particle at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words
{
    uint at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Vectors
{
    vec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer ArgumentData
{
    Arguments data;
};
#endif

struct Tick {
    REFERENCE(Particles) particles; // the last frame's particles
    REFERENCE(Words) framesLeft;    // one for each particle: flags for compaction
    REFERENCE(ArgumentData) arguments;
    uint capacity;
    uint frame;
    uint stars;  // of each burst
    uint sparks; // per frame and climbing shell
};

struct Drawing {
    mat4 viewProjection;
    REFERENCE(Particles) particles;
    float brightness;
    float mirrored; // 1: mirrored by the water, 0: upright
    float aspect;   // the picture's width by its height
    float turn;     // turn of the eye to the right, in half heights of the picture
    vec2 ahead;     // x and z of a place on the lake, far ahead of the eye
    float softness; // metres above the water in which particles fade; 0: they vanish at once
    float unused;
};

struct Bloom {
    REFERENCE(Vectors) bias; // of the table
    float threshold;         // light below which nothing shines
    float strength;          // of the added glow
    float radius;            // of the largest disc, in texels of the table
    uint unused;
};

// Bindings of the set. The bright parts have half the picture's size; their glow is in the same image.
const int kLightBinding = 0;
const int kBrightBinding = 1;
const int kTableBinding = 2;
const int kShineBinding = 3;

#ifdef __cplusplus
} // namespace particles
#endif

#endif
