#include "sight.h"

#include <support/label.h>

#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

namespace sight {
namespace {

using Colour = glm::vec3;

// Stores the colour in the first of some RGBA8 pixels.
void store(const Colour& colour, std::span<std::byte> pixels)
{
    std::size_t i = 0;
    for (const float value : {colour.r, colour.g, colour.b, 1.0F})
        pixels[i++] = static_cast<std::byte>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

struct Tint {
    float height; // part of the greatest
    Colour colour;
};

constexpr Colour kWater = {0.30F, 0.47F, 0.60F};
constexpr std::array<Tint, 6> kLand = {{{0.00F, {0.53F, 0.63F, 0.42F}},
                                        {0.15F, {0.64F, 0.70F, 0.46F}},
                                        {0.35F, {0.83F, 0.79F, 0.56F}},
                                        {0.60F, {0.73F, 0.61F, 0.46F}},
                                        {0.80F, {0.72F, 0.67F, 0.63F}},
                                        {1.00F, {0.98F, 0.98F, 1.00F}}}};
constexpr Colour kMarker = {0.86F, 0.14F, 0.12F};
constexpr Colour kRim = {1.00F, 1.00F, 1.00F};
constexpr Colour kShade = {0.10F, 0.13F, 0.27F}; // over hidden land
constexpr float kShadePart = 0.62F;

Colour tintOf(float height)
{
    if (height <= 0)
        return kWater;
    const auto above =
        std::find_if(kLand.begin() + 1, kLand.end() - 1, [height](const Tint& tint) { return height <= tint.height; });
    const Tint& below = *(above - 1);
    return glm::mix(below.colour, above->colour,
                    std::min(1.0F, (height - below.height) / (above->height - below.height)));
}

// The part of the light that a slope receives; level land, 1.
float lightOn(const HeightMap& map, int32_t x, int32_t y)
{
    const auto at = [&](int32_t column, int32_t row) {
        return map.at(std::clamp(column, 0, map.width - 1), std::clamp(row, 0, map.height - 1));
    };
    constexpr float kHorizontal = 0.58F; // of the light's direction, towards the north and the west
    constexpr float kVertical = 0.57F;
    const float east = (at(x + 1, y) - at(x - 1, y)) / 2;
    const float south = (at(x, y + 1) - at(x, y - 1)) / 2;
    const float light = (kVertical + kHorizontal * (east + south)) / std::sqrt(1 + east * east + south * south);
    return 0.45F + 0.5F * std::max(0.0F, light) / kVertical;
}

// Colours of heights, visible and hidden.
void drawLegend(std::span<std::byte> pixels, const HeightMap& map, float most, Texel observer)
{
    constexpr int kSteps = 100; // a unit each
    constexpr int kRow = 16;    // units
    constexpr int kMargin = 12;
    const auto width = static_cast<uint32_t>(map.width);
    const auto height = static_cast<uint32_t>(map.height);
    const int unit = support::labelUnit(height);
    if (map.width < 3 * kSteps * unit)
        return;
    const int left = kMargin * unit;
    const int top = map.height - (kMargin + 2 * kRow) * unit;
    for (int y = 0; y < 2 * kRow * unit; ++y) {
        for (int x = 0; x < kSteps * unit; ++x) {
            const Colour land = tintOf(static_cast<float>(x) / static_cast<float>(kSteps * unit));
            const Colour colour = y < kRow * unit ? land : glm::mix(land, kShade, kShadePart);
            store(colour,
                  pixels.subspan(4 * (static_cast<std::size_t>(top + y) * width + static_cast<std::size_t>(left + x))));
        }
    }
    const auto at = [unit](int from, int units) { return static_cast<float>(from + unit * units); };
    support::drawLabels(pixels, width, height,
                        {{"height 0", at(left, 3), at(top, -7), 0},
                         {std::to_string(std::lround(most)), at(left, kSteps), at(top, -7), 1},
                         {"seen", at(left, kSteps + 5), at(top, kRow / 2), 0},
                         {"hidden", at(left, kSteps + 5), at(top, kRow + kRow / 2), 0},
                         {"observer", static_cast<float>(observer.x), static_cast<float>(observer.y) - at(0, 16)}});
}

} // namespace

std::vector<std::byte> draw(const HeightMap& map, const std::vector<uint32_t>& visible, Texel observer)
{
    const float most = std::max(*std::max_element(map.heights.begin(), map.heights.end()), 1e-6F);
    const float radius = std::max(3.0F, static_cast<float>(std::max(map.width, map.height)) / 128);
    std::vector<std::byte> pixels(4 * map.heights.size());
    std::size_t i = 0;
    for (int32_t y = 0; y < map.height; ++y) {
        for (int32_t x = 0; x < map.width; ++x, ++i) {
            Colour colour = tintOf(map.heights[i] / most) * lightOn(map, x, y);
            if (visible[i] == 0)
                colour = glm::mix(colour, kShade, kShadePart);
            const auto distance = static_cast<float>(std::hypot(x - observer.x, y - observer.y));
            colour = glm::mix(colour, kRim, std::clamp(1.4F * radius - distance + 0.5F, 0.0F, 1.0F));
            colour = glm::mix(colour, kMarker, std::clamp(radius - distance + 0.5F, 0.0F, 1.0F));
            store(colour, std::span(pixels).subspan(4 * i));
        }
    }
    drawLegend(pixels, map, most, observer);
    return pixels;
}

} // namespace sight
