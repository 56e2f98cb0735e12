// The light that arrived, as a screen shows it.
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

void main()
{
    const uvec2 pixel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(pixel, frame.pictureSize)))
        return;
    const vec3 light = frame.estimates.at[pixel.y * frame.pictureSize.x + pixel.x].rgb;
    imageStore(picture, ivec2(pixel), vec4(sRgbEncoded(toneMapped(min(0.4 * light, vec3(100.0)))), 1.0));
}
