// Soft shadows from a summed-area table of the moments of heights. With two moments (A. Lauritzen, GPU Gems 3,
// chapter 8, 2007) light seeps through where a box has things of several heights. Four moments separate two of them
// from the receiver: C. Peters and R. Klein, "Moment shadow mapping", 2015. The box's size follows the occluders' mean
// height: B. Yang et al., "Variance soft shadow mapping", 2010; C. Peters et al., "Beyond hard shadows", 2016.
#include "height.glsl"

layout(set = 0, binding = kShadowTableBinding) uniform utexture2D shadowTable;

// Sums of 16-bit codes are exact, and boxes of up to 256 x 256 texels do not wrap around.
#define TABLE_NAME(function) codes##function
#define TABLE_VALUE uvec4
#define TABLE_MEAN vec4
#define TABLE_FETCH(x, y) texelFetch(shadowTable, ivec2(x, y), 0)
#define TABLE_EXTENT (textureSize(shadowTable, 0) - 1)
#define TABLE_ZERO_BORDER
#include "vkscan/summed_area_table.glsl"

// The box's moments of depth, of orders 1 to 4. They are mixed with those of uniform depths, which bounds the variance
// from below: the codes' rounding would make small variances noise.
vec4 momentsAround(vec2 texel, float radius)
{
    const float kSpread = 3e-4;
    const vec4 t = 1.0 - 2.0 / 65535.0 * codesBoxMean(texel - radius, texel + radius);
    const vec4 moments = vec4(t.x, (t.y + 1.0) / 2.0, (t.z + 3.0 * t.x) / 4.0, (t.w + 4.0 * t.y + 3.0) / 8.0);
    return mix(moments, vec4(0.0, 1.0 / 3.0, 0.0, 1.0 / 5.0), kSpread);
}

struct Occluders {
    float part;  // lower bound of the part of the box above the receiver
    float depth; // their mean
};

// The distribution with these moments that has the receiver's depth and two more values: no other has less above the
// receiver.
Occluders occludersOf(vec4 moments, float depth)
{
    // Moments about the receiver's depth.
    const float square = depth * depth;
    const float m1 = moments.x - depth;
    const float m2 = moments.y - 2.0 * depth * moments.x + square;
    const float m3 = moments.z - 3.0 * depth * moments.y + 3.0 * square * moments.x - square * depth;
    const float m4 = moments.w - 4.0 * depth * moments.z + 6.0 * square * moments.y -
                     4.0 * square * depth * moments.x + square * square;
    // The two other values are the roots of a x^2 + b x + c; both x and x^2 times this have the mean 0.
    const float a = m2 * m2 - m1 * m3;
    const float b = m1 * m4 - m2 * m3;
    const float c = m3 * m3 - m2 * m4;
    const float root = sqrt(max(b * b - 4.0 * a * c, 0.0));
    const float t = -0.5 * (b < 0.0 ? b - root : b + root);
    const float kFar = 8.0; // beyond all depths
    const vec2 value = vec2(clamp(t / (abs(a) < 1e-9 ? 1e-9 : a), -kFar, kFar), c / t);
    const vec2 weight = (m2 - m1 * value.yx) / (value * (value - value.yx));
    const vec2 above = vec2(lessThan(value, vec2(0))) * max(weight, 0.0);
    const float part = above.x + above.y;
    return Occluders(min(part, 1.0), depth + dot(above, value) / max(part, 1e-4));
}

// The visible part of the sun from a point, 0 to 1.
float sunSeenFrom(vec3 world)
{
    const vec4 settings = frame.data.shadow;
    const vec4 sunDirection = frame.data.sunDirection;
    const vec4 sunColour = frame.data.sunColour;
    const vec2 at = (frame.data.lightViewProjection * vec4(world, 1.0)).xy * 0.5 + 0.5;
    if (sunColour.w == 0.0 || any(lessThan(at, vec2(0))) || any(greaterThan(at, vec2(1))))
        return 1.0;
    const vec2 texel = at * vec2(textureSize(shadowTable, 0) - 1);
    const float kClear = 0.03; // metres: lower objects above a point do not shadow it
    const float depth = depthOf(world.y + kClear);
    // Texels of penumbra for each metre between occluder and receiver.
    const float spread = settings.x * settings.y / sunDirection.w;
    const float kSmallest = 1.5; // texels
    const float kHighest = 5.6; // metres, of casters of shadows
    const float search = clamp(spread * (kHighest - world.y), kSmallest, settings.w);

    // From the largest box to the size for its contents, twice: high occluders beside the point would make the first
    // estimate too large, and the shadow would detach from its caster.
    float radius = search;
    Occluders around;
    for (int i = 0; i < 3; ++i) {
        around = occludersOf(momentsAround(texel, radius), depth);
        if (around.part < 0.001)
            return 1.0;
        radius = clamp(spread * (heightOf(around.depth) - world.y), kSmallest, radius);
    }
    const float seen = 1.0 - around.part;
    return clamp((seen - settings.z) / (1.0 - settings.z), 0.0, 1.0);
}
