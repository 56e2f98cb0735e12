#include "input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace window {
namespace {

using glm::vec2;

constexpr float kStrikeSeconds = 0.05F; // minimum time of a key that was released before the frame
constexpr float kClickPixels = 4;       // a hand that clicks trembles

} // namespace

Input::Input(GLFWwindow* window) : m_window(window)
{
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window,
                       [](GLFWwindow* source, int key, int, int action, int) { of(source).onKey(key, action); });
    glfwSetMouseButtonCallback(
        window, [](GLFWwindow* source, int button, int action, int) { of(source).onButton(button, action); });
    glfwSetCursorPosCallback(
        window, [](GLFWwindow* source, double x, double y) { of(source).onMove(of(source).inPixels(x, y)); });
    glfwSetScrollCallback(
        window, [](GLFWwindow* source, double, double steps) { of(source).onWheel(static_cast<float>(steps)); });
    glfwSetDropCallback(window, [](GLFWwindow* source, int count, const char** files) {
        of(source).m_events.droppedFiles.assign(files, files + count);
    });
}

Input& Input::of(GLFWwindow* window)
{
    return *static_cast<Input*>(glfwGetWindowUserPointer(window));
}

vec2 Input::inPixels(double x, double y) const
{
    int width = 0;
    int height = 0;
    int pixelsAcross = 0;
    int pixelsDown = 0;
    glfwGetWindowSize(m_window, &width, &height);
    glfwGetFramebufferSize(m_window, &pixelsAcross, &pixelsDown);
    return vec2(x, y) * vec2(pixelsAcross, pixelsDown) / vec2(std::max(width, 1), std::max(height, 1));
}

void Input::onKey(int key, int action)
{
    if (action == GLFW_RELEASE) {
        if (const auto found = m_down.find(key); found != m_down.end())
            found->second = false;
    } else if (action == GLFW_PRESS && !(m_controls.takeKeys && m_controls.takeKeys())) {
        m_events.pressed.push_back(key);
        m_down[key] = true;
    }
}

void Input::onButton(int button, int action)
{
    if (button != GLFW_MOUSE_BUTTON_LEFT && button != GLFW_MOUSE_BUTTON_RIGHT)
        return;
    Button& pressed = button == GLFW_MOUSE_BUTTON_LEFT ? m_left : m_right;
    if (action == GLFW_PRESS) {
        if (!(m_controls.cover && m_controls.cover(m_events.cursor)))
            pressed = {m_events.cursor, false};
    } else {
        if (button == GLFW_MOUSE_BUTTON_LEFT && pressed.from && !pressed.moved)
            m_events.clicked = m_events.cursor;
        pressed = {};
    }
}

void Input::onMove(vec2 place)
{
    const vec2 step = place - m_events.cursor;
    m_events.cursor = place;
    const auto drag = [&](Button& button, vec2& dragged) {
        if (!button.from)
            return false;
        button.moved = button.moved || glm::distance(*button.from, place) >= kClickPixels;
        dragged += step;
        return button.moved;
    };
    if (drag(m_left, m_events.draggedLeft))
        m_events.dragFrom = m_left.from;
    drag(m_right, m_events.draggedRight);
}

void Input::onWheel(float steps)
{
    if (!(m_controls.cover && m_controls.cover(m_events.cursor)))
        m_events.wheel += steps;
}

Events Input::take(float seconds)
{
    for (auto key = m_down.begin(); key != m_down.end();) {
        m_events.held[key->first] = key->second ? seconds : std::min(seconds, kStrikeSeconds);
        key = key->second ? std::next(key) : m_down.erase(key);
    }
    // A small movement during a click is no drag.
    if (!m_events.dragFrom)
        m_events.draggedLeft = vec2(0);
    Events next;
    next.cursor = m_events.cursor;
    return std::exchange(m_events, next);
}

} // namespace window
