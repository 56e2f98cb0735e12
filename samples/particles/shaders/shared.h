// Constants and structures of both the host and the shaders, in both languages.
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

// 32 bytes, which compaction moves as they are.
struct Particle {
    vec3 position;
    uint framesLeft; // 0: dead, and gone with this frame's compaction
    vec3 velocity;
    uint shell; // which it came from, of which its colour is
};

// Arguments of indirect draws and dispatches; the counts are written on the device alone.
struct Arguments {
    uint vertexCount;   // of a draw: 6 an instance
    uint instanceCount; // particles
    uint firstVertex;
    uint firstInstance;
    uint groupsX; // of a dispatch: as many as the particles take
    uint groupsY;
    uint groupsZ;
    uint emittedCount; // particles and those that were just emitted
};

const uint kWorkgroup = 256;
const float kHalfHeight = 0.42279322F; // of the picture, at a distance of 1: the tangent of half the angle of view

// Shells start every so many frames, climb, and burst into stars; climbing ones leave sparks.
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
    REFERENCE(Particles) particles; // those of the last frame
    REFERENCE(Words) framesLeft;    // one for each: flags, to compaction
    REFERENCE(ArgumentData) arguments;
    uint capacity;
    uint frame;
    uint stars;  // of each burst
    uint sparks; // a frame, of each climbing shell
};

struct Drawing {
    mat4 viewProjection;
    REFERENCE(Particles) particles;
    float brightness;
    float mirrored; // 1: as the water shows them, 0: as they are
    float aspect;   // the width of the picture for its height
    float turn;     // the eye's to the right, in half heights of the picture
    vec2 ahead;     // x and z of a place on the lake, far ahead of the eye
    float softness; // metres above the water in which particles fade; 0: they vanish at once
    float unused;
};

struct Bloom {
    REFERENCE(Vectors) bias; // of the table
    float threshold;         // light below which nothing shines
    float strength;          // of what is added
    float radius;            // of the largest disc, in texels of the table
    uint unused;
};

// Bindings of its set. What is bright has half the picture's size, and so has what shines around it, in the same image.
const int kLightBinding = 0;
const int kBrightBinding = 1;
const int kTableBinding = 2;
const int kShineBinding = 3;

#ifdef __cplusplus
} // namespace particles
#endif

#endif
