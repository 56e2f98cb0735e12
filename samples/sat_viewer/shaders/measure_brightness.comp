// Brightness of some of the scene's pixels.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "exposure_shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push { ExposureParameters parameters; };
layout(set = 0, binding = 0) uniform texture2D scene;

void main()
{
    const ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 places = (textureSize(scene, 0) + kMeasurementStep - 1) / kMeasurementStep;
    if (any(greaterThanEqual(place, places)))
        return;
    const vec3 light = texelFetch(scene, place * kMeasurementStep, 0).rgb;
    const float luminance = dot(light, vec3(0.2126, 0.7152, 0.0722));
    parameters.brightness.at[place.y * places.x + place.x] = log2(max(luminance, 1e-6));
}
