#include "label.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

std::vector<LabelBox> boxesOf(const Label& label, VkExtent2D extent)
{
    constexpr float kTextHeight = 8; // units of the font
    constexpr std::size_t kMostQuads = 2000;
    struct Corner {
        float x, y, z;
        std::array<unsigned char, 4> colour;
    };
    std::vector<std::array<Corner, 4>> quads(kMostQuads);
    std::string text = label.text;
    const int count = stb_easy_font_print(0, 0, text.data(), nullptr, quads.data(),
                                          static_cast<int>(quads.size() * sizeof(quads[0])));
    const auto pixels = static_cast<int>(std::max(std::round(static_cast<float>(extent.height) / 360), 1.0F)); // a unit
    const auto width = static_cast<float>(stb_easy_font_width(text.data()));
    const auto left = static_cast<int>(label.x - label.anchor * width * static_cast<float>(pixels));
    const auto top = static_cast<int>(label.y - kTextHeight / 2 * static_cast<float>(pixels));
    const auto box = [&](float x, float y, float right, float bottom, bool isText) {
        const auto at = [pixels](int from, float units) { return from + pixels * static_cast<int>(units); };
        return LabelBox{at(left, x), at(top, y), at(left, right), at(top, bottom), isText};
    };
    std::vector<LabelBox> boxes = {box(-3, -3, width + 3, kTextHeight + 3, false)};
    for (int i = 0; i < count; ++i) {
        const auto& [first, second, opposite, last] = quads[static_cast<std::size_t>(i)];
        boxes.push_back(box(first.x, first.y, opposite.x, opposite.y, true));
    }
    return boxes;
}

void drawLabels(std::span<std::byte> pixels, VkExtent2D extent, const std::vector<Label>& labels)
{
    const auto width = static_cast<int>(extent.width);
    const auto height = static_cast<int>(extent.height);
    for (const Label& label : labels)
        for (const LabelBox& box : boxesOf(label, extent))
            for (int y = std::max(box.top, 0); y < std::min(box.bottom, height); ++y)
                for (int x = std::max(box.left, 0); x < std::min(box.right, width); ++x)
                    std::fill_n(pixels.begin() + 4 * (std::ptrdiff_t{y} * width + x), 3,
                                box.isText ? std::byte{255} : std::byte{0});
}

} // namespace drawing
