// Words in pictures.
#ifndef VKSCAN_SAMPLES_DRAWING_LABEL_H
#define VKSCAN_SAMPLES_DRAWING_LABEL_H

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace drawing {

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

// The boxes that a label is drawn by, one over the other, in a picture of that size. Letters are larger in larger ones.
[[nodiscard]] std::vector<LabelBox> boxesOf(const Label& label, VkExtent2D extent);

// Draws labels over RGBA8 pixels, packed row after row from the top.
void drawLabels(std::span<std::byte> pixels, VkExtent2D extent, const std::vector<Label>& labels);

} // namespace drawing

#endif
