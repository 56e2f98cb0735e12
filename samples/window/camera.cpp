#include "camera.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace window {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kSteepest = 1.5F; // radians; looking straight up, there is no right
constexpr float kNearest = 0.3F;  // metres
constexpr float kFarthest = 500;
constexpr float kRadiansPerHeight = 2.5F;
constexpr float kFaster = 4;     // factor with Shift
constexpr float kCloser = 0.88F; // a step of the wheel

float held(const Events& events, int key)
{
    const auto found = events.held.find(key);
    return found == events.held.end() ? 0 : found->second;
}

} // namespace

std::pair<vec3, vec3> eyeAndTarget(const std::vector<float>& numbers)
{
    const vec3 eye(numbers[0], numbers[1], numbers[2]);
    const vec3 target(numbers[3], numbers[4], numbers[5]);
    const vec3 way = target - eye;
    if (way == vec3(0))
        throw std::runtime_error("--camera has its target where its eye is, so it looks nowhere");
    if (glm::length(vec2(way.x, way.z)) < 0.001F * glm::length(way))
        throw std::runtime_error("--camera looks straight up or down");
    return {eye, target};
}

Camera::Camera(vec3 eye, vec3 target, float lowest)
    : m_eye(eye),
      m_lowest(lowest),
      m_distance(glm::distance(eye, target))
{
    const vec3 way = (target - eye) / m_distance;
    m_yaw = std::atan2(way.x, -way.z);
    m_pitch = std::clamp(std::asin(way.y), -kSteepest, kSteepest);
}

vec3 Camera::ahead() const
{
    return {std::cos(m_pitch) * std::sin(m_yaw), std::sin(m_pitch), -std::cos(m_pitch) * std::cos(m_yaw)};
}

void Camera::turn(vec2 radians)
{
    m_yaw += radians.x;
    m_pitch = std::clamp(m_pitch + radians.y, -kSteepest, kSteepest);
}

void Camera::face(vec3 target)
{
    // The eye is below the target by the distance times the pitch's sine.
    const float steepest = std::asin(std::clamp((target.y - m_lowest) / m_distance, -1.0F, 1.0F));
    m_pitch = std::max(std::min(m_pitch, steepest), -kSteepest);
    m_eye = target - m_distance * ahead();
}

void Camera::orbit(vec2 radians)
{
    const vec3 fixed = target();
    turn(radians);
    face(fixed);
}

void Camera::move(vec3 metres)
{
    const vec3 right = {std::cos(m_yaw), 0, std::sin(m_yaw)};
    m_eye += metres.x * right + metres.y * vec3(0, 1, 0) + metres.z * ahead();
    m_eye.y = std::max(m_eye.y, m_lowest);
}

void Camera::approach(float factor)
{
    const vec3 fixed = target();
    m_distance = std::clamp(m_distance * factor, kNearest, kFarthest);
    face(fixed);
}

void steer(const Events& events, float height, const Camera& start, std::optional<Camera>& camera,
           float metresPerSecond)
{
    const vec3 way(held(events, GLFW_KEY_D) - held(events, GLFW_KEY_A),
                   held(events, GLFW_KEY_E) - held(events, GLFW_KEY_Q),
                   held(events, GLFW_KEY_W) - held(events, GLFW_KEY_S));
    const vec2 around = events.draggedLeft;
    const vec2 about = events.draggedRight;
    if (way == vec3(0) && around == vec2(0) && about == vec2(0) && events.wheel == 0)
        return;
    if (!camera)
        camera = start;
    const float turn = kRadiansPerHeight / height;
    // The point under the mouse follows it.
    camera->orbit(turn * vec2(around.x, -around.y));
    camera->turn(-turn * vec2(about.x, -about.y));
    camera->approach(std::pow(kCloser, events.wheel));
    const bool fast = held(events, GLFW_KEY_LEFT_SHIFT) > 0;
    camera->move((fast ? kFaster : 1) * metresPerSecond * way);
}

} // namespace window
