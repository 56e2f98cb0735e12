// A third of the picture by each way: table, separable, naive.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "comparison.glsl"
#include "../../drawing/shaders/tone.glsl"

layout(set = 0, binding = kByTableBinding, rgba16f) readonly uniform image2D byTable;
layout(set = 0, binding = kSeparableBinding, rgba16f) readonly uniform image2D separable;
layout(set = 0, binding = kNaiveBinding, rgba16f) readonly uniform image2D naive;
layout(set = 0, binding = kShownBinding, rgba8) writeonly uniform image2D picture;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (!isInside(pixel))
        return;
    const float third = 3.0 * (float(pixel.x) + 0.5) / float(textureSize(scene, 0).x);
    const vec3 light = third < 1.0 ? imageLoad(byTable, pixel).rgb
                                   : (third < 2.0 ? imageLoad(separable, pixel).rgb : imageLoad(naive, pixel).rgb);
    const float pixelsToLine = abs(third - round(third)) * float(textureSize(scene, 0).x) / 3.0;
    const bool isLine = pixelsToLine < 1.0 && round(third) > 0.5 && round(third) < 2.5;
    imageStore(picture, pixel, vec4(isLine ? vec3(1) : sRgbEncoded(toneMapped(parameters.exposure * light)), 1.0));
}
