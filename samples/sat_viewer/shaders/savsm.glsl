// Summed-area variance shadow maps: A. Lauritzen, GPU Gems 3, chapter 8, 2007. The box's size follows the occluders'
// mean height, which is estimated from the same two moments: B. Yang et al., "Variance soft shadow mapping", 2010.
#include "height.glsl"

layout(set = 0, binding = kShadowTableBinding) uniform texture2D shadowTable;

#define SAT_NAME(function) moments##function
#define SAT_VALUE vec2
#define SAT_FETCH(x, y) texelFetch(shadowTable, ivec2(x, y), 0).rg
#define SAT_EXTENT (textureSize(shadowTable, 0) - 1)
#define SAT_ZERO_BORDER
#define SAT_BIAS frame.data.shadowBias.value.rg
#include "vkscan/summed_area_table.glsl"

vec2 momentsAround(vec2 texel, float radius) { return momentsBoxMean(texel - radius, texel + radius); }

// At most this part of the box is no higher than the code, by Chebyshev's inequality. Less variance than that of a few
// centimetres is no shadow, and hides what rounding leaves.
float partBelow(vec2 moments, float code)
{
    const float above = moments.x - code;
    const float centimetres = 0.03 / kHeightScale * (1.0 - code);
    const float variance = max(moments.y - moments.x * moments.x, centimetres * centimetres + 6e-5);
    return above <= 0.0 ? 1.0 : variance / (variance + above * above);
}

// How much of the sun is seen from a point, 0 to 1.
float sunSeenFrom(vec3 world)
{
    const vec4 settings = frame.data.shadow;
    const vec4 sunDirection = frame.data.sunDirection;
    const vec4 sunColour = frame.data.sunColour;
    const vec2 at = (frame.data.lightViewProjection * vec4(world, 1.0)).xy * 0.5 + 0.5;
    if (sunColour.w == 0.0 || any(lessThan(at, vec2(0))) || any(greaterThan(at, vec2(1))))
        return 1.0;
    const vec2 texel = at * vec2(textureSize(shadowTable, 0) - 1);
    const float code = heightCode(world.y);
    // Texels of penumbra for each metre between occluder and receiver.
    const float spread = settings.x * settings.y / sunDirection.w;
    const float kSmallest = 3.0; // in smaller boxes F32 sums leave noise
    const float kHighest = 5.6; // metres, of what casts shadows
    const float search = clamp(spread * (kHighest - world.y), kSmallest, settings.w);

    const vec2 around = momentsAround(texel, search);
    const float below = partBelow(around, code);
    if (below > 0.999)
        return 1.0;
    const float occluder = heightOf((around.x - below * code) / (1.0 - below));
    const float radius = clamp(spread * (occluder - world.y), kSmallest, search);
    const float seen = partBelow(momentsAround(texel, radius), code);
    return clamp((seen - settings.z) / (1.0 - settings.z), 0.0, 1.0);
}
