#include "label.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <array>

namespace support {

int labelUnit(uint32_t height)
{
    return std::max(static_cast<int>(height + 180) / 360, 1);
}

std::vector<LabelBox> boxesOf(const Label& label, uint32_t height)
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
    const int pixels = labelUnit(height); // pixels of a unit of the font
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

void drawLabels(std::span<std::byte> pixels, uint32_t width, uint32_t height, const std::vector<Label>& labels)
{
    const auto columns = static_cast<int>(width);
    const auto rows = static_cast<int>(height);
    for (const Label& label : labels)
        for (const LabelBox& box : boxesOf(label, height))
            for (int y = std::max(box.top, 0); y < std::min(box.bottom, rows); ++y)
                for (int x = std::max(box.left, 0); x < std::min(box.right, columns); ++x)
                    std::fill_n(pixels.begin() + 4 * (std::ptrdiff_t{y} * columns + x), 3,
                                box.isText ? std::byte{255} : std::byte{0});
}

} // namespace support
