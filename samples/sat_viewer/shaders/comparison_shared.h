// Constants and structures that comparison.cpp and its shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_COMPARISON_SHARED_H
#define VKSCAN_SAMPLES_SAT_VIEWER_COMPARISON_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
namespace viewer {
#else
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer TableBias
{
    vec4 value;
};
#endif

// The push constants.
struct ComparisonParameters {
    REFERENCE(TableBias) bias;
    int radius; // pixels
    int spots;  // 1: some spots stay sharp
    int pass;   // of the separable blur: 0 along rows, 1 along columns
    float exposure;
    int way; // viewer::BlurWay
};

// Bindings of set 0.
const int kSceneBinding = 0;
const int kSceneTableBinding = 1;
const int kAcrossBinding = 2;
const int kAcrossOutBinding = 3;
const int kByTableBinding = 4;
const int kSeparableBinding = 5;
const int kNaiveBinding = 6;
const int kShownBinding = 7;
const int kComparisonBindingCount = 8;

#ifdef __cplusplus
} // namespace viewer
#endif

#endif
