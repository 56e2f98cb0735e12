// Constants and structures that the host and the shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_CULLING_SHARED_H
#define VKSCAN_SAMPLES_CULLING_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace culling {
using glm::mat4;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
#else
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Vectors
{
    vec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words
{
    uint at[];
};
#endif

// Arguments of indirect drawing: the count of draws, here 1, and the one draw.
struct DrawArguments {
    uint drawCount;
    uint indexCount;
    uint instanceCount; // written on the device
    uint firstIndex;
    uint vertexOffset;
    uint firstInstance;
};

struct Frame {
    mat4 viewProjection;
    mat4 inverseViewProjection;
    vec4 planes[6];             // of the frustum; dot(plane, vec4(point, 1)) is the distance, 0 or more inside
    vec4 eye;                   // w: pixels of a unit of length at a unit's distance
    vec4 sun;                   // towards it; w: the smallest rock drawn, in pixels across
    vec4 planet;                // its centre and radius
    vec4 ring;                  // x: inner radius, y: outer radius, z and w: width and height of the picture in pixels
    REFERENCE(Vectors) spheres; // around each instance: centre and radius
    REFERENCE(Vectors) vertices;
    uint count; // instances
    uint unused[3];
};

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer FrameData
{
    Frame data;
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Arguments
{
    DrawArguments data;
};
#endif

struct Parameters {
    REFERENCE(FrameData) frame;
    REFERENCE(Words) words; // flags, or the indices of the instances to draw
    REFERENCE(Arguments) arguments;
    REFERENCE(FrameData) frozen; // frame that culling is frozen at, seen from outside; otherwise the frame
    uint rejected;               // 1: instances seen in the frame, but not in the frozen one
    uint unused;
};

#ifndef __cplusplus
layout(push_constant) uniform PushConstants
{
    Parameters parameters;
};
#else
} // namespace culling
#endif

#endif
