// Words in pictures.
#ifndef VKSCAN_SUPPORT_LABEL_H
#define VKSCAN_SUPPORT_LABEL_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace support {

struct Label {
    std::string text;    // ASCII
    float x = 0;         // pixels from the left
    float y = 0;         // pixels from the top, of the text's middle
    float anchor = 0.5F; // the part of the text that is left of x
};

// Pixels from `left` and `top` to before `right` and `bottom`.
struct LabelBox {
    int left;
    int top;
    int right;
    int bottom;
    bool isText; // white on what is black
};

// Pixels of a unit of letters and legends in a picture of that height.
[[nodiscard]] int labelUnit(uint32_t height);

// The boxes that a label is drawn by, one over the other, in a picture of that height.
[[nodiscard]] std::vector<LabelBox> boxesOf(const Label& label, uint32_t height);

// Draws labels over RGBA8 pixels, packed row after row from the top.
void drawLabels(std::span<std::byte> pixels, uint32_t width, uint32_t height, const std::vector<Label>& labels);

} // namespace support

#endif
