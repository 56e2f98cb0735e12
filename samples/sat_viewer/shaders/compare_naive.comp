// Blurs by the definition: a loop over all neighbours, in time proportional to the square of the radius.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "comparison.glsl"

layout(set = 0, binding = kNaiveBinding, rgba16f) writeonly uniform image2D blurred;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (!isInside(pixel))
        return;
    const int radius = radiusAt(pixel);
    vec4 sum = vec4(0);
    for (int y = -radius; y <= radius; ++y) {
        for (int x = -radius; x <= radius; ++x) {
            const ivec2 at = pixel + ivec2(x, y);
            if (isInside(at))
                sum += weightOf(vec2(x, y), radius) * vec4(texelFetch(scene, at, 0).rgb, 1.0);
        }
    }
    imageStore(blurred, pixel, vec4(sum.rgb / sum.a, 1.0));
}
