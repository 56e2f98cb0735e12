// Constants and structures of both the host and the shaders, in both languages.
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
    uint colour;   // 8 bits each of red, green and blue, from the lowest on: square roots of light
    vec4 rotation; // of its axes: a quaternion of length 1, w last
};

// A splat's outline on the picture.
struct Ellipse {
    vec2 centre;   // pixels, from the left and from the top
    float opacity; // 0: it is not seen
    uint colour;
    vec4 axes; // pixels, of one standard deviation: the longer one, and the shorter
};

const uint kWorkgroup = 256;

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Splats
{
    Splat at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Ellipses
{
    Ellipse at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Depths
{
    float at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Order
{
    uint at[];
};
#endif

struct View {
    mat4 toView; // x to the right, y up, z towards the eye
    vec2 size;   // pixels
    float focal; // pixels
    uint count;
    REFERENCE(Splats) splats;
    REFERENCE(Ellipses) ellipses;
    REFERENCE(Depths) depths;
    REFERENCE(Order) order; // of the splats, the farthest first
    uint inOrder;           // 1: they are drawn in that order, 0: in that in which they are stored
    uint unused;
};

#ifdef __cplusplus
} // namespace splats
#endif

#endif
