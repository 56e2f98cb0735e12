// Chooses the exposure that maps the scene's medium brightness to a middle grey. The darkest and the brightest tenth do
// not count, so that lamps and black holes do not matter.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exposure_shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push { ExposureParameters parameters; };

void main()
{
    if (gl_LocalInvocationIndex != 0u)
        return;
    float total = 0.0;
    for (int bin = 0; bin < kExposureBins; ++bin)
        total += float(parameters.counts.at[bin]);
    float before = 0.0;
    vec2 middle = vec2(0); // brightness times count, count
    for (int bin = 0; bin < kExposureBins; ++bin) {
        const float count = float(parameters.counts.at[bin]);
        const float from = clamp(before, 0.1 * total, 0.9 * total);
        before += count;
        const float counted = clamp(before, 0.1 * total, 0.9 * total) - from;
        middle += counted * vec2(kDarkestBin + (float(bin) + 0.5) * kBinWidth, 1.0);
    }
    if (middle.y == 0.0)
        return;
    const float kGrey = 0.18; // light that the tone map shows as middle grey
    const float wanted = clamp(kGrey * exp2(-middle.x / middle.y), 0.02, 50.0);
    const float last = parameters.exposure.at[0];
    parameters.exposure.at[0] = last == 0.0 ? wanted : mix(last, wanted, parameters.adaptation);
}
