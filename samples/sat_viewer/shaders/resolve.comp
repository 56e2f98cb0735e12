// Reads the tables for each texel of the layers: what it shows of each.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "focus.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kLayerImagesBinding, rgba16f) uniform image2DArray layers;

Corners tables = frame.data.tables;

// Sums before a place: a channel's begin with those of the channels beside and above it, which differences do not have.
uvec4 sumsBefore(int table, ivec2 place)
{
    const ivec4 x = ivec4(place.x, place.x + layerExtent.x, place.x, place.x + layerExtent.x) - 1;
    const ivec4 y = ivec4(place.yy, place.yy + layerExtent.y) - 1;
    const uvec4 words = uvec4(2 * (2 * table * layerExtent.y + y)) * uint(layerExtent.x) + uvec4(x);
    return uvec4(x.x < 0 || y.x < 0 ? 0u : tables.at[words.x], y.y < 0 ? 0u : tables.at[words.y],
                 x.z < 0 ? 0u : tables.at[words.z], tables.at[words.w]);
}

int table = kBehindTable; // that is read

#define TABLE_NAME(function) table##function
#define TABLE_VALUE uvec4
#define TABLE_MEAN vec4
#define TABLE_FETCH(x, y) sumsBefore(table, ivec2(x, y))
#define TABLE_EXTENT layerExtent
#define TABLE_ZERO_BORDER
#include "vkscan/summed_area_table.glsl"

// The mean of a square around a texel, from its middle to `reach`, of at least a half: between the means of the two next
// sizes in whole texels, which take half the fetches of a square that ends between texels.
vec4 meanAround(ivec2 texel, float reach)
{
    const int whole = int(reach - 0.5);
    return mix(tableBoxMean(texel - whole, texel + whole + 1), tableBoxMean(texel - whole - 1, texel + whole + 2),
               reach - 0.5 - float(whole));
}

void main()
{
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, layerExtent)))
        return;
    for (int layer = 0; layer < kLayerCount; ++layer) {
        const uint word = wordOf(layer, texel);
        const uvec4 entry = uvec4(tables.at[word], tables.at[word + wordsTo(1)], tables.at[word + wordsTo(2)],
                                  tables.at[word + wordsTo(3)]);
        imageStore(layers, ivec3(texel, layer), vec4(entry) / float(kSpreadOne));
    }
    const float kWidest = 127.0; // texels, half the side of a box whose sums do not wrap around
    const float radius = 0.5 * imageLoad(layers, ivec3(texel, kBehindTable)).x;
    const vec2 place = vec2(texel) + 0.5;
    // Surroundings from the least blurred parts: boxes of growing size, of which the smallest with contents counts most.
    const float reach = min(radius + 1.0, kWidest);
    const vec4 nearest = meanAround(texel, reach);
    vec4 sum = nearest;
    float weight = 1.0 / 32.0;
    for (float wide = 2.0 * reach; wide < 100.0; wide *= 4.0) {
        sum += weight * tableBoxMean(ivec2(place - wide), ivec2(place + wide));
        weight /= 32.0;
    }
    imageStore(layers, ivec3(texel, kBehindTable), vec4(undimmed(sum), knownOfDimmed(nearest / float(kMeanOne))));
    table = kFartherTable;
    const float wide = min(0.886 * radius + 1.0, kWidest); // a square as large as the disc
    imageStore(layers, ivec3(texel, kFartherTable), meanAround(texel, wide) / float(kMeanOne));
}
