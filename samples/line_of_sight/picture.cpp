#include "picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sight {
namespace {

struct Colour {
    float red;
    float green;
    float blue;
};

Colour mixed(const Colour& a, const Colour& b, float part)
{
    return {std::lerp(a.red, b.red, part), std::lerp(a.green, b.green, part), std::lerp(a.blue, b.blue, part)};
}

Colour scaled(const Colour& colour, float by)
{
    return {colour.red * by, colour.green * by, colour.blue * by};
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
    return mixed(below.colour, above->colour, std::min(1.0F, (height - below.height) / (above->height - below.height)));
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

} // namespace

std::vector<std::byte> draw(const HeightMap& map, const std::vector<uint32_t>& visible, Texel observer)
{
    const float most = std::max(*std::max_element(map.heights.begin(), map.heights.end()), 1e-6F);
    const float radius = std::max(3.0F, static_cast<float>(std::max(map.width, map.height)) / 128);
    std::vector<std::byte> pixels;
    pixels.reserve(4 * map.heights.size());
    std::size_t i = 0;
    for (int32_t y = 0; y < map.height; ++y) {
        for (int32_t x = 0; x < map.width; ++x, ++i) {
            Colour colour = scaled(tintOf(map.heights[i] / most), lightOn(map, x, y));
            if (visible[i] == 0)
                colour = mixed(colour, kShade, kShadePart);
            const auto distance = static_cast<float>(std::hypot(x - observer.x, y - observer.y));
            colour = mixed(colour, kRim, std::clamp(1.4F * radius - distance + 0.5F, 0.0F, 1.0F));
            colour = mixed(colour, kMarker, std::clamp(radius - distance + 0.5F, 0.0F, 1.0F));
            for (const float value : {colour.red, colour.green, colour.blue, 1.0F})
                pixels.push_back(static_cast<std::byte>(std::lround(255 * std::clamp(value, 0.0F, 1.0F))));
        }
    }
    return pixels;
}

} // namespace sight
