#include "steering.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cmath>

namespace window {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kRadiansPerHeight = 2.5F;
constexpr float kFaster = 4;     // with Shift
constexpr float kCloser = 0.88F; // a step of the wheel

float held(const Events& events, int key)
{
    const auto found = events.held.find(key);
    return found == events.held.end() ? 0 : found->second;
}

} // namespace

void steer(const Events& events, float height, const Camera& own, std::optional<Camera>& camera, float metresPerSecond)
{
    const vec3 way(held(events, GLFW_KEY_D) - held(events, GLFW_KEY_A),
                   held(events, GLFW_KEY_E) - held(events, GLFW_KEY_Q),
                   held(events, GLFW_KEY_W) - held(events, GLFW_KEY_S));
    const vec2 around = events.draggedLeft;
    const vec2 about = events.draggedRight;
    if (way == vec3(0) && around == vec2(0) && about == vec2(0) && events.wheel == 0)
        return;
    if (!camera)
        camera = own;
    const float turn = kRadiansPerHeight / height;
    // The point under the mouse follows it.
    camera->orbit(turn * vec2(around.x, -around.y));
    camera->turn(-turn * vec2(about.x, -about.y));
    camera->approach(std::pow(kCloser, events.wheel));
    const bool fast = held(events, GLFW_KEY_LEFT_SHIFT) > 0;
    camera->move((fast ? kFaster : 1) * metresPerSecond * way);
}

} // namespace window
