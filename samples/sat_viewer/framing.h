// Placement of a picture: the part that is shown, and where.
#pragma once

#include <glm/glm.hpp>

namespace viewer {

// Sizes are in texels of the picture and pixels of the window.
struct Framing {
    float zoom = 1;         // 1: as large as it fits
    glm::vec2 centre{0.5F}; // what is in the middle, from 0 to 1 on each axis

    [[nodiscard]] float texelsPerPixel(glm::vec2 picture, glm::vec2 drawn) const;
    // The texel at a pixel.
    [[nodiscard]] glm::vec2 texelAt(glm::vec2 pixel, glm::vec2 picture, glm::vec2 drawn) const;
    [[nodiscard]] glm::vec2 pixelAt(glm::vec2 texel, glm::vec2 picture, glm::vec2 drawn) const;

    // Moves the picture by as many pixels.
    void pan(glm::vec2 pixels, glm::vec2 picture, glm::vec2 drawn);
    // Zooms by a factor; the texel at the pixel stays there.
    void zoomAt(glm::vec2 pixel, float factor, glm::vec2 picture, glm::vec2 drawn);

    bool operator==(const Framing&) const = default;
};

} // namespace viewer
