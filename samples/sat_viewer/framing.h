// Placement of a picture: its visible part, and where it is shown.
#pragma once

#include <glm/glm.hpp>

namespace viewer {

// Sizes are in texels of the picture and pixels of the window.
struct Framing {
    float zoom = 1;         // 1: fits the window
    glm::vec2 centre{0.5F}; // of the window, in the picture, from 0 to 1 on each axis

    [[nodiscard]] float texelsPerPixel(glm::vec2 picture, glm::vec2 drawn) const;
    // The texel at a pixel.
    [[nodiscard]] glm::vec2 texelAt(glm::vec2 pixel, glm::vec2 picture, glm::vec2 drawn) const;
    [[nodiscard]] glm::vec2 pixelAt(glm::vec2 texel, glm::vec2 picture, glm::vec2 drawn) const;

    // Moves the picture by a number of pixels.
    void pan(glm::vec2 pixels, glm::vec2 picture, glm::vec2 drawn);
    // Zooms by a factor around the pixel.
    void zoomAt(glm::vec2 pixel, float factor, glm::vec2 picture, glm::vec2 drawn);

    bool operator==(const Framing&) const = default;
};

} // namespace viewer
