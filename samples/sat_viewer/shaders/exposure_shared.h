// Constants and structures that auto_exposure.cpp and its shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_EXPOSURE_SHARED_H
#define VKSCAN_SAMPLES_SAT_VIEWER_EXPOSURE_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
namespace viewer {
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Floats
{
    float at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Counts
{
    uint at[];
};
#endif

// The push constants.
struct ExposureParameters {
    REFERENCE(Floats) brightness; // logarithms to base 2
    REFERENCE(Counts) counts;     // number of measurements, by bin
    REFERENCE(Floats) exposure;   // a single one; 0: none yet
    float adaptation;             // fraction of the way to the new exposure, 0 to 1
};

const int kMeasurementStep = 4; // pixels from one measurement to the next, both ways
const int kExposureBins = 64;
const float kDarkestBin = -10.0; // base 2
const float kBinWidth = 0.25;

#ifdef __cplusplus
} // namespace viewer
#endif

#endif
