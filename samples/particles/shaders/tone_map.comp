// The drawn light, in a screen's colours.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../../drawing/shaders/tone.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba16f) readonly uniform image2D light;
layout(set = 0, binding = 1, rgba8) writeonly uniform image2D picture;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(picture))))
        return;
    imageStore(picture, pixel, vec4(sRgbEncoded(toneMapped(imageLoad(light, pixel).rgb)), 1.0));
}
