// Divides blurred parts into layers of half the picture's size, and spreads each of their texels over its disc through
// the lens. A disc is slabs, and only the four corners of a slab are added: tables of the layers then have its light in
// each texel within. T. J. Kosloff, M. W. Tao and B. A. Barsky, "Depth of field postprocessing for layered scenes using
// constant-time rectangle spreading", 2009. Sums are of integers, so they are exact.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "../../drawing/shaders/dither.glsl"
#include "shared.h"
#include "focus.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

// Quarters of a texel: places of slabs' edges.
const int kQuarter = 4;
// In texels. Edges of smaller discs lie between texels. In larger ones rounding is hardly visible, and a corner takes 1
// entry instead of 4.
const float kSmallDisc = 7.0;
const float kMostLight = 500.0; // sums stay below 2^32

ivec2 layerExtent() { return (textureSize(samples) + 1) / 2; }

void addAt(int layer, ivec2 place, uvec4 value)
{
    const ivec2 extent = layerExtent();
    if (any(greaterThanEqual(place, extent)))
        return;
    const uint at = 4u * uint((layer * extent.y + place.y) * extent.x + place.x);
    for (uint i = 0u; i < 4u; ++i)
        atomicAdd(frame.data.corners.at[at + i], value[i]);
}

// Adds `share` for each quarter by quarter of a texel beyond a corner.
void addCorner(int layer, ivec2 quarters, uvec4 share)
{
    const ivec2 place = quarters / kQuarter;
    const uvec2 rest = uvec2(quarters % kQuarter);
    for (uint i = 0u; i < 4u; ++i) {
        const uvec2 step = uvec2(i & 1u, i >> 1);
        const uvec2 weight = mix(kQuarter - rest, rest, equal(step, uvec2(1)));
        if (weight.x * weight.y != 0u)
            addAt(layer, place + ivec2(step), weight.x * weight.y * share);
    }
}

// Interval `fold` of a slab: within the picture, or the part beyond its begin or end, folded back. So layers have the
// same light at the picture's sides as elsewhere, as if the surroundings mirrored the picture.
ivec2 folded(int fold, int begin, int end, int last)
{
    return clamp(fold == 0   ? ivec2(begin, end)
                 : fold == 1 ? ivec2(0, -begin)
                             : ivec2(2 * last - end, last),
                 0, last);
}

void addSlab(int layer, ivec2 begin, ivec2 end, uvec4 share)
{
    const ivec2 last = kQuarter * layerExtent();
    for (int fold = 0; fold < 9; ++fold) {
        const ivec2 x = folded(fold % 3, begin.x, end.x, last.x);
        const ivec2 y = folded(fold / 3, begin.y, end.y, last.y);
        if (x.x >= x.y || y.x >= y.y)
            continue;
        addCorner(layer, ivec2(x.x, y.x), share);
        addCorner(layer, ivec2(x.y, y.x), -share);
        addCorner(layer, ivec2(x.x, y.y), -share);
        addCorner(layer, ivec2(x.y, y.y), share);
    }
}

int slabsOf(float radius, bool isBright)
{
    const vec4 lens = frame.data.lens;
    return lens.w == 0.0 ? 1 : isBright ? clamp(int(2.0 * radius), 10, 24) : radius < 3.5 ? 6 : 10;
}

// Begin and end of a slab of the disc around a place in texels, from the angle at one end to the angle at the other.
// Discs of the same radius have the same shape, so those of a surface add up to exactly 1.
ivec4 slabOf(vec2 middle, float radius, int slab, int slabs)
{
    const float kPi = 3.14159265;
    const float wide = radius * sin(kPi * (float(slab) + 0.5) / float(slabs));
    const vec4 box = vec4(-wide, -radius * cos(kPi * float(slab) / float(slabs)), wide,
                          -radius * cos(kPi * float(slab + 1) / float(slabs)));
    const float step = radius < kSmallDisc ? 1.0 : float(kQuarter); // quarters
    return ivec4(step) * ivec4(floor(float(kQuarter) / step * (vec4(middle, middle) + box) + 0.5));
}

bool isBright(vec4 light) { return max(light.r, max(light.g, light.b)) > 1.0; }

void spread(ivec2 texel, int layer, vec4 light, float radius, vec2 brightest)
{
    // A lamp's disc is visible: it is centred on the lamp's place in the texel.
    const vec2 middle = isBright(light) ? brightest : vec2(texel) + 0.5;
    // The texel and the interpolation between texels blur like a disc of radius 1.
    const float own = sqrt(max(radius * radius - 1.0, 0.25));
    const int slabs = slabsOf(own, isBright(light));
    int quarters = 0; // of the disc's area, in quarters of quarters
    for (int i = 0; i < slabs; ++i) {
        const ivec4 slab = slabOf(middle, own, i, slabs);
        quarters += (slab.z - slab.x) * (slab.w - slab.y);
    }
    // Random rounding keeps the light of large, dark discs.
    const uvec4 share = uvec4(min(light, kMostLight) * float(kSpreadOne) / float(quarters) + noiseOf(texel));
    for (int i = 0; i < slabs; ++i) {
        const ivec4 slab = slabOf(middle, own, i, slabs);
        addSlab(layer, slab.xy, slab.zw, share);
    }
}

void main()
{
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 extent = layerExtent();
    if (any(greaterThanEqual(texel, extent)))
        return;
    vec4 light[kLayerCount];
    float radii[kLayerCount];
    vec3 brightest[kLayerCount]; // sum of places weighted by brightness, and of brightness
    for (int i = 0; i < kLayerCount; ++i) {
        light[i] = vec4(0);
        radii[i] = 0.0;
        brightest[i] = vec3(0);
    }
    vec4 behind = vec4(0);
    const ivec2 last = textureSize(samples) - 1;
    for (int i = 0; i < 4 * kSampleCount; ++i) {
        // Beyond an odd side's end the last pixel counts twice.
        const ivec2 pixel = min(2 * texel + ivec2(i & 1, i >> 1 & 1), last);
        const vec4 point = texelFetch(samples, pixel, i >> 2);
        const float radius = blurRadius(point.a);
        const float blurred = blurredPart(radius) / float(4 * kSampleCount);
        const float[kLayerCount] parts = layerParts(radius);
        for (int layer = 0; layer < kLayerCount; ++layer) {
            light[layer] += blurred * parts[layer] * vec4(max(point.rgb, 0.0), 1.0);
            radii[layer] += blurred * parts[layer] * abs(radius);
            brightest[layer] += blurred * parts[layer] * dot(point.rgb, vec3(1)) * vec3(0.5 * vec2(pixel) + 0.25, 1.0);
        }
        behind += behindWeight(radius) / float(4 * kSampleCount) * dimmed(max(point.rgb, 0.0));
    }
    for (int layer = 0; layer < kLayerCount; ++layer)
        if (light[layer].a > 0.0)
            spread(texel, layer, light[layer], 0.5 * radii[layer] / light[layer].a,
                   brightest[layer].xy / max(brightest[layer].z, 1e-6));
    addAt(kBehindTable, texel, uvec4(behind * float(kBehindOne) + 0.5));
}
