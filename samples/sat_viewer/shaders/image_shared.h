// Constants and structures that image_view.cpp and image_filter.glsl share, in both languages.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_IMAGE_SHARED_H
#define VKSCAN_SAMPLES_SAT_VIEWER_IMAGE_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace viewer {
using glm::vec2;
#else
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer TableBias
{
    vec4 value;
};
#endif

// The push constants.
struct ImageParameters {
    REFERENCE(TableBias) bias;
    vec2 offset; // place of the drawn picture's corner in the image, in texels
    float scale; // texels of the image per drawn pixel
    float radius;
    float threshold;
    float amount;
    float exposure;
    float compare;
    int filterIndex; // viewer::Filter
    int isHdr;
};

// Bindings of set 0.
const int kSourceBinding = 0;
const int kTableBinding = 1;
const int kSquaresBinding = 2;
const int kDrawnBinding = 3;

#ifdef __cplusplus
} // namespace viewer
#endif

#endif
