// The scene itself on the left part of the picture, and a line to its right.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "exposure.glsl"
#include "samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    const int line = int(frame.data.lensPoint.y);
    if (any(greaterThanEqual(pixel, imageSize(picture))) || pixel.x > line)
        return;
    const vec3 colour = pixel.x < line - 1 ? shown(sceneAt(pixel)) : vec3(1, 0.6, 0.2);
    imageStore(picture, pixel, vec4(colour, 1.0));
}
