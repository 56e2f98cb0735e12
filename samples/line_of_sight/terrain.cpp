// Fractal terrain: octaves of value noise, weaker where coarser ones are steep, so that slopes look worn by water and
// valleys are smooth (Quilez, "Value Noise Derivatives", 2008).
#include "sight.h"

#include <algorithm>
#include <cmath>

namespace sight {
namespace {

constexpr int kOctaves = 10;
constexpr float kFeatures = 3;     // mountains along the longer side
constexpr float kLakeLevel = 0.2F; // of the range of heights

struct Noise {
    float value; // 0 to 1
    float dx;
    float dy;
};

// A number from 0 to 1 for each corner of a lattice, by the finaliser of MurmurHash3 (Appleby, 2011).
float cornerOf(int32_t x, int32_t y, uint32_t seed)
{
    uint32_t bits =
        static_cast<uint32_t>(x) * 0x9e3779b1u + static_cast<uint32_t>(y) * 0x85ebca77u + seed * 0xc2b2ae3du;
    bits = (bits ^ bits >> 16) * 0x85ebca6bu;
    bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
    return static_cast<float>((bits ^ bits >> 16) >> 8) / 16777215.0F;
}

float fade(float t)
{
    return t * t * t * (t * (6 * t - 15) + 10);
}

float fadeSlope(float t)
{
    return 30 * t * t * (t - 1) * (t - 1);
}

Noise noiseAt(float x, float y, uint32_t seed)
{
    const float left = std::floor(x);
    const float top = std::floor(y);
    const auto column = static_cast<int32_t>(left);
    const auto row = static_cast<int32_t>(top);
    const float a = cornerOf(column, row, seed);
    const float b = cornerOf(column + 1, row, seed) - a;
    const float c = cornerOf(column, row + 1, seed) - a;
    const float d = cornerOf(column + 1, row + 1, seed) - a - b - c;
    const float u = fade(x - left);
    const float v = fade(y - top);
    return {a + b * u + c * v + d * u * v, (b + d * v) * fadeSlope(x - left), (c + d * u) * fadeSlope(y - top)};
}

float fractalAt(float x, float y, uint32_t seed)
{
    float sum = 0;
    float weight = 1;
    float dx = 0;
    float dy = 0;
    for (int octave = 0; octave < kOctaves; ++octave) {
        const Noise noise = noiseAt(x, y, seed + static_cast<uint32_t>(octave));
        dx += noise.dx;
        dy += noise.dy;
        sum += weight * noise.value / (1 + dx * dx + dy * dy);
        weight *= 0.45F;
        // Twice as fine, and turned by an angle of tangent 3/4, so that lattices do not line up.
        const float turned = 1.6F * x - 1.2F * y;
        y = 1.2F * x + 1.6F * y;
        x = turned;
    }
    return sum;
}

} // namespace

HeightMap makeTerrain(uint32_t width, uint32_t height, uint32_t seed, gpu::Progress& progress)
{
    HeightMap map = {static_cast<int32_t>(width), static_cast<int32_t>(height), {}};
    const float scale = kFeatures / static_cast<float>(std::max(width, height));
    for (uint32_t y = 0; y < height; ++y) {
        progress.count(y, height, "rows");
        for (uint32_t x = 0; x < width; ++x)
            map.heights.push_back(fractalAt(scale * static_cast<float>(x), scale * static_cast<float>(y), seed));
    }
    const auto [least, most] = std::minmax_element(map.heights.begin(), map.heights.end());
    const float lake = *least + kLakeLevel * (*most - *least);
    const float range = *most - lake;
    for (float& value : map.heights)
        value = std::max(0.0F, (value - lake) / range);
    return map;
}

} // namespace sight
