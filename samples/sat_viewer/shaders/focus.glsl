// The disc of a point at some distance through a lens: its radius and its layer.
#include "samples.glsl"

// Values that are read once: a compiler cannot know that additions to layers leave them as they are.
vec4 lens = frame.data.lens;
ivec2 layerExtent = (textureSize(samples) + 1) / 2;

// The place of an entry's first channel in memory, and the words from there to another channel.
uint wordOf(int table, ivec2 place)
{
    return uint(4 * table * layerExtent.y + 2 * place.y) * uint(layerExtent.x) + uint(place.x);
}
uint wordsTo(int channel)
{
    return uint(layerExtent.x) * uint(channel % 2 + 2 * (channel / 2) * layerExtent.y);
}

// A thin lens. The radius in pixels of the disc of a point `metres` ahead: negative before the focus.
float blurRadius(float metres)
{
    return clamp(lens.y * (metres - lens.x) / metres, -lens.z, lens.z);
}

// The part of a disc in the layers, which have no detail of less than two pixels. The rest is drawn sharp.
float blurredPart(float radius) { return clamp((abs(radius) - 0.5) / 2.0, 0.0, 1.0); }

// The weight of a point in the table of surroundings: 1 in focus, less with more blur.
float behindWeight(float radius)
{
    return exp2((radius < 0.0 ? 12.0 : -20.0) * radius / max(lens.y, 1e-6));
}

// The parts of a disc in layers of discs of similar size, by its radius relative to that of infinitely distant points.
// Each layer hides those behind it.
float[kLayerCount] layerParts(float radius)
{
    float parts[kLayerCount];
    for (int i = 0; i < kLayerCount; ++i)
        parts[i] = 0.0;
    const float size = abs(radius) / max(lens.y, 1e-6);
    if (radius < 0.0) {
        parts[0] = clamp((size - 0.7) / 0.3, 0.0, 1.0);
        parts[1] = 1.0 - parts[0];
    } else {
        parts[4] = clamp((size - 0.7) / 0.1, 0.0, 1.0);
        parts[2] = 1.0 - clamp((size - 0.3) / 0.1, 0.0, 1.0);
        parts[3] = 1.0 - parts[2] - parts[4];
    }
    return parts;
}
