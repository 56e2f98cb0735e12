// Structures that auto_exposure.cpp and its shader share, in both languages.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_EXPOSURE_SHARED_H
#define VKSCAN_SAMPLES_SAT_VIEWER_EXPOSURE_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
namespace viewer {
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Number
{
    float value;
};
#endif

// The push constants.
struct ExposureParameters {
    REFERENCE(Number) brightness; // the scene's, a logarithm to base 2
    REFERENCE(Number) exposure;   // 0: none yet
    float adaptation;             // fraction of the way to the new exposure, 0 to 1
};

#ifdef __cplusplus
} // namespace viewer
#endif

#endif
