// Shows a third of the picture by each way, table, separable, naive, or all of it by one.
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
    const float across = 3.0 * (float(pixel.x) + 0.5) / float(textureSize(scene, 0).x);
    const int way = parameters.way == 0 ? int(across) : parameters.way - 1;
    const vec3 light = way == 0 ? imageLoad(byTable, pixel).rgb
                                : (way == 1 ? imageLoad(separable, pixel).rgb : imageLoad(naive, pixel).rgb);
    const float line = round(across);
    const float pixelsToLine = abs(across - line) * float(textureSize(scene, 0).x) / 3.0;
    const bool isLine = parameters.way == 0 && pixelsToLine < 1.0 && (line == 1.0 || line == 2.0);
    imageStore(picture, pixel, vec4(isLine ? vec3(1) : sRgbEncoded(toneMapped(parameters.exposure * light)), 1.0));
}
