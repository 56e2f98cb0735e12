#include "dimmed.glsl"

layout(set = 0, binding = kSamplesBinding) uniform texture2DMS samples; // the distance ahead in alpha

// The light of a pixel.
vec3 sceneAt(ivec2 pixel)
{
    vec4 sum = vec4(0);
    for (int i = 0; i < kSampleCount; ++i)
        sum += dimmed(texelFetch(samples, pixel, i).rgb);
    return undimmed(sum);
}

// Radii of near blurs, relative to the largest, are averaged by their fourth powers: the mean is then close to the
// largest, so that a strongly blurred part is not cut off beside a less blurred one.
float nearSizeCode(float part) { return part * part * part * part; }
float nearSizeOf(float code) { return sqrt(sqrt(max(code, 0.0))); }
