// Filters of a picture by its summed-area table: each pixel's cost does not depend on the radius. INTEGER_TABLE: sums
// of 8-bit codes instead of floats.
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require
#include "image_shared.h"
#include "../../drawing/shaders/tone.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push
{
    ImageParameters parameters;
};
layout(set = 0, binding = kSourceBinding) uniform texture2D source; // luminance in alpha
#ifdef INTEGER_TABLE
layout(set = 0, binding = kTableBinding) uniform utexture2D table;
layout(set = 0, binding = kSquaresBinding) uniform utexture2D squares;
#define TABLE_VALUE uvec4
#define TABLE_MEAN vec4
const float kUnit = 255; // of a texel's value
#else
layout(set = 0, binding = kTableBinding) uniform texture2D table;
layout(set = 0, binding = kSquaresBinding) uniform texture2D squares;
#define TABLE_VALUE vec4
#define TABLE_BIAS parameters.bias.value
const float kUnit = 1;
#endif
#define TABLE_NAME(function) source##function
#define TABLE_FETCH(x, y) texelFetch(table, ivec2(x, y), 0)
#define TABLE_FETCH_SQUARES(x, y) texelFetch(squares, ivec2(x, y), 0)
#define TABLE_EXTENT textureSize(source, 0)
#define TABLE_ZERO_BORDER
#include "vkscan/summed_area_table.glsl"
layout(set = 0, binding = kDrawnBinding, rgba8) uniform writeonly restrict image2D drawn;

// The texels whose middle is at most `radius` away from the place, at least one.
void boxAround(vec2 place, float radius, out ivec2 begin, out ivec2 end)
{
    begin = ivec2(floor(place - radius));
    end = max(ivec2(floor(place + radius)) + 1, begin + 1);
}

// The mean of a box of a width that need not be whole.
vec4 blurred(vec2 place)
{
    const float radius = max(parameters.radius + 0.5, 0.5 * parameters.scale);
    return sourceBoxMean(place - radius, place + radius) / kUnit;
}

// The threshold below which a texel is black: it is darker than its surroundings.
float lightest(float mean, float deviation)
{
    // J. Sauvola, M. Pietikäinen, "Adaptive document image binarization", 2000: with little contrast, ink has to be
    // darker. Half of the range is the largest possible deviation.
    if (parameters.filterIndex == 2)
        return mean * (1 + parameters.threshold * (deviation / 0.5 - 1));
    // D. Bradley, G. Roth, "Adaptive thresholding using the integral image", 2007.
    return mean * (1 - parameters.threshold);
}

// Amplifies differences from the surroundings, more in flat areas than at edges.
vec4 withContrast(vec4 texel, vec4 mean, float deviation)
{
    const float noticeable = parameters.isHdr != 0 ? 0.2 * mean.a : 0.1;
    const float gain = 1 + parameters.amount * noticeable / max(deviation + noticeable, 1e-6);
    return max(mean + (texel - mean) * gain, vec4(0));
}

vec4 filtered(vec4 texel, vec4 mean, float deviation)
{
    if (parameters.filterIndex == 3)
        return withContrast(texel, mean, deviation);
    return texel.a < lightest(mean.a, deviation) ? vec4(0) : vec4(1);
}

vec3 encoded(vec3 colour)
{
    if (parameters.isHdr == 0)
        return colour * parameters.exposure;
    return sRgbEncoded(toneMapped(colour * parameters.exposure));
}

vec3 colourAt(ivec2 pixel)
{
    const ivec2 extent = textureSize(source, 0);
    const vec2 place = (vec2(pixel) + 0.5) * parameters.scale + parameters.offset;
    if (any(lessThan(place, vec2(0))) || any(greaterThanEqual(place, vec2(extent))))
        return vec3(0.1);
    const float fromSplit = (place.x - parameters.compare * float(extent.x)) / parameters.scale;
    if (parameters.compare > 0 && abs(fromSplit) < 1)
        return vec3(1, 0.6, 0.2);
    const bool original = fromSplit < 0;
    if (!original && parameters.filterIndex == 0)
        return encoded(blurred(place).rgb);

    ivec2 begin, end;
    boxAround(place, parameters.radius, begin, end);
    const vec4 mean = sourceBoxMean(begin, end) / kUnit;
    const float deviation = sqrt(sourceBoxVariance(begin, end).a) / kUnit;
    // If a pixel covers several texels, each is filtered, and the results are averaged.
    const int side = clamp(int(ceil(parameters.scale)), 1, 4);
    vec3 sum = vec3(0);
    for (int i = 0; i < side * side; ++i) {
        const vec2 inPixel = (vec2(i % side, i / side) + 0.5) / float(side) - 0.5;
        const ivec2 at = clamp(ivec2(place + inPixel * parameters.scale), ivec2(0), extent - 1);
        const vec4 texel = texelFetch(source, at, 0);
        sum += original ? encoded(texel.rgb)
                        : (parameters.filterIndex == 3 ? encoded(filtered(texel, mean, deviation).rgb)
                                                       : filtered(texel, mean, deviation).rgb);
    }
    return sum / float(side * side);
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(pixel, imageSize(drawn))))
        imageStore(drawn, pixel, vec4(colourAt(pixel), 1));
}
