// The light that arrived, in a screen's colours.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "light.h"
#include "../../drawing/shaders/tone.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;
layout(push_constant, std430) uniform Push
{
    Frame frame;
};

// Passes of a pixel so far.
uint passesOf(uvec2 pixel) { return frame.pass + (partOf(pixel) < frame.part ? 1u : 0u); }

void main()
{
    const uvec2 pixel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(pixel, frame.pictureSize)))
        return;
    // The pixel that represents it until it has a pass.
    uvec2 traced = pixel;
    for (uint block = 2; block <= 4 && passesOf(traced) == 0; block *= 2)
        traced = pixel / block * block;
    const float part = float(passesOf(traced)) / float(frame.passes);
    const vec3 light = frame.estimates.at[traced.y * frame.pictureSize.x + traced.x].rgb / part;
    imageStore(picture, ivec2(pixel), vec4(sRgbEncoded(toneMapped(min(0.4 * light, vec3(100.0)))), 1.0));
}
