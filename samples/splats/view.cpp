#include "view.h"

#include "shaders/projection.h"

#include <glm/gtc/matrix_transform.hpp>

#include <bit>

namespace splats {
namespace {

constexpr float kHalfHeight = 0.42F;    // of the picture, at a distance of 1
constexpr float kDepthRounding = 1e-5F; // of depths, relative to the largest

} // namespace

Box boxOf(std::span<const Splat> splats)
{
    Box box = {splats.front().position, splats.front().position};
    for (const Splat& splat : splats) {
        box.low = glm::min(box.low, splat.position);
        box.high = glm::max(box.high, splat.position);
    }
    return box;
}

void setCamera(View& view, const Camera& camera, vec2 size)
{
    view.toView = glm::lookAtRH(camera.eye, camera.target, vec3(0, 1, 0));
    view.size = size;
    view.focal = 0.5F * size.y / kHalfHeight;
}

void setKeys(View& view, const Box& box, uint32_t keyBits)
{
    // Depths are a linear function of positions, whose least and largest values are at corners.
    const vec3 middle = 0.5F * (box.low + box.high);
    const vec3 half = 0.5F * (box.high - box.low);
    const vec4 depths = -glm::transpose(view.toView)[2];
    const float centre = glm::dot(depths, vec4(middle, 1));
    const float reach = glm::dot(glm::abs(vec3(depths)), half);
    const float rounding = kDepthRounding * (std::abs(centre) + reach);
    const float nearest = glm::max(centre - reach - rounding, kNearest);
    const float farthest = glm::max(centre + reach + rounding, nearest);
    view.firstDepth = std::bit_cast<uint32_t>(nearest);
    view.lastKey = keyBits == 32 ? 0xffffffffU : (1U << keyBits) - 1;
    view.keyShift = 0;
    while ((std::bit_cast<uint32_t>(farthest) - view.firstDepth) >> view.keyShift > view.lastKey)
        ++view.keyShift;
}

} // namespace splats
