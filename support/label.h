// Text in pictures.
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
    float y = 0;         // pixels from the top to the text's middle
    float anchor = 0.5F; // fraction of the text left of x
};

// Pixels from `left` and `top` to before `right` and `bottom`.
struct LabelBox {
    int left;
    int top;
    int right;
    int bottom;
    bool isText; // true: white; false: black behind it
};

// Pixels of a unit of letters and legends in a picture of this height.
[[nodiscard]] int labelUnit(uint32_t height);

// The boxes that draw a label, one over another, in a picture of this height.
[[nodiscard]] std::vector<LabelBox> boxesOf(const Label& label, uint32_t height);

// Draws labels over RGBA8 pixels, packed row after row from the top.
void drawLabels(std::span<std::byte> pixels, uint32_t width, uint32_t height, const std::vector<Label>& labels);

} // namespace support

#endif
