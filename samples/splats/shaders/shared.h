// Constants and structures that the host and the shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_SPLATS_SHARED_H
#define VKSCAN_SAMPLES_SPLATS_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace splats {
using glm::mat3;
using glm::mat4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
#endif

// A Gaussian in space, 48 bytes.
struct Splat {
    vec3 position;
    float opacity; // at its centre
    vec3 scale;    // standard deviations along its axes
    uint colour;   // 8 bits each of red, green and blue, from the lowest on, in a screen's colours
    vec4 rotation; // rotation of its axes: a quaternion of length 1, w last
};

// A splat's outline on the picture.
struct Ellipse {
    vec2 centre;   // pixels, from the left and from the top
    float opacity; // at its centre
    uint colour;
    vec4 axes; // pixels of one standard deviation: the longer axis, and the shorter
};

// Arguments of indirect commands, written on the device: a draw with an instance for each visible splat, and a dispatch
// with an invocation for each.
struct Commands {
    uint vertexCount;
    uint instanceCount;
    uint firstVertex;
    uint firstInstance;
    uint groups;
    uint groupsY;
    uint groupsZ;
    uint unused;
};

const uint kWorkgroup = 256;

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer CommandsAt
{
    Commands commands;
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Balls
{
    vec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Splats
{
    Splat at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Ellipses
{
    Ellipse at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words
{
    uint at[];
};
#if defined(SPLATS_KEYS_16)
layout(buffer_reference, std430, buffer_reference_align = 2) writeonly buffer Keys
{
    uint16_t at[];
};
#else
#define Keys Words
#endif
#endif

// A frame's parameters, in memory. Arrays from `seen` on have an element for each visible splat.
struct View {
    mat4 toView;            // x to the right, y up, z towards the eye
    vec2 size;              // pixels
    float focal;            // pixels
    float sky;              // 1: draws a sky behind the splats; 0: none
    uint firstDepth;        // the bits of the least depth, whose key is 0
    uint keyShift;          // lower bits of depths that keys omit
    uint lastKey;           // the largest key
    uint count;             // splats
    REFERENCE(Balls) balls; // around splats (ballOf)
    REFERENCE(Splats) splats;
    REFERENCE(CommandsAt) commands;
    REFERENCE(Words) seen; // indices of splats, in their order
    REFERENCE(Ellipses) ellipses;
    REFERENCE(Keys) keys;   // depths, as keys of a sort
    REFERENCE(Words) order; // places in the arrays above, the farthest splat first
    uint unused[2];
};

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer ViewAt
{
    View view;
};
#endif

// Push constants of draws.
struct Draw {
    REFERENCE(ViewAt) view;
    uint inOrder; // 1: splats are drawn in the sorted order, 0: in their stored order
    uint unused;
};

#ifdef __cplusplus
static_assert(sizeof(Splat) == 48 && sizeof(Ellipse) == 32 && sizeof(View) == 160 && sizeof(Commands) == 32 &&
              sizeof(Draw) == 16);
} // namespace splats
#endif

#endif
