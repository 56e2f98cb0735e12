// Blurs along rows, then the result along columns: time grows with the radius. Only right if neighbouring pixels have
// the same radius, since the second pass uses results of the first for other radii.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "comparison.glsl"

layout(set = 0, binding = kAcrossBinding) uniform texture2D across;
layout(set = 0, binding = kAcrossOutBinding, rgba16f) writeonly uniform image2D acrossOut;
layout(set = 0, binding = kSeparableBinding, rgba16f) writeonly uniform image2D blurred;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (!isInside(pixel))
        return;
    const int radius = radiusAt(pixel);
    const ivec2 step = parameters.pass == 0 ? ivec2(1, 0) : ivec2(0, 1);
    vec4 sum = vec4(0);
    for (int i = -radius; i <= radius; ++i) {
        const ivec2 at = pixel + i * step;
        if (!isInside(at))
            continue;
        const vec3 texel = parameters.pass == 0 ? texelFetch(scene, at, 0).rgb : texelFetch(across, at, 0).rgb;
        sum += weightOf(vec2(i, 0), radius) * vec4(texel, 1.0);
    }
    const vec4 mean = vec4(sum.rgb / sum.a, 1.0);
    if (parameters.pass == 0)
        imageStore(acrossOut, pixel, mean);
    else
        imageStore(blurred, pixel, mean);
}
