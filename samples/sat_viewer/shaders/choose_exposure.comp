// Chooses the exposure that maps the scene's medium brightness to a middle grey.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exposure_shared.h"

layout(push_constant) uniform Push { ExposureParameters parameters; };

void main()
{
    const float kGrey = 0.18; // light that the tone map shows as middle grey
    const float wanted = clamp(kGrey * exp2(-parameters.brightness.value), 0.02, 50.0);
    const float last = parameters.exposure.value;
    parameters.exposure.value = last == 0.0 ? wanted : mix(last, wanted, parameters.adaptation);
}
