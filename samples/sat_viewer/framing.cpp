#include "framing.h"

#include <algorithm>

namespace viewer {

using glm::vec2;

float Framing::texelsPerPixel(vec2 picture, vec2 drawn) const
{
    return std::max(picture.x / drawn.x, picture.y / drawn.y) / zoom;
}

vec2 Framing::texelAt(vec2 pixel, vec2 picture, vec2 drawn) const
{
    return centre * picture + texelsPerPixel(picture, drawn) * (pixel - 0.5F * drawn);
}

vec2 Framing::pixelAt(vec2 texel, vec2 picture, vec2 drawn) const
{
    return 0.5F * drawn + (texel - centre * picture) / texelsPerPixel(picture, drawn);
}

void Framing::pan(vec2 pixels, vec2 picture, vec2 drawn)
{
    centre = glm::clamp(centre - texelsPerPixel(picture, drawn) * pixels / picture, 0.0F, 1.0F);
}

void Framing::zoomAt(vec2 pixel, float factor, vec2 picture, vec2 drawn)
{
    constexpr float kSmallest = 0.25F;
    constexpr float kLargest = 64;
    const vec2 before = texelAt(pixel, picture, drawn);
    zoom = std::clamp(zoom * factor, kSmallest, kLargest);
    pan(pixel - pixelAt(before, picture, drawn), picture, drawn);
}

} // namespace viewer
