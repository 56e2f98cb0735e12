// The effect's picture, or the scene itself without an effect, in a screen's colours.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "exposure.glsl"
#include "samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kEffectBinding, rgba16f) readonly uniform image2D effect;
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(picture))))
        return;
    const vec4 screen = frame.data.screen;
    const vec3 light = screen.y == 1.0 ? sceneAt(pixel) : imageLoad(effect, pixel).rgb;
    imageStore(picture, pixel, vec4(shown(light), 1.0));
}
