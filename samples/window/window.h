// A desktop window.
#pragma once

#include <support/gpu.h>

#include <array>
#include <stdexcept>

struct GLFWwindow;

namespace window {

// Thrown if there is no desktop for windows.
struct NoWindow : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The library that opens windows. All functions throw NoWindow.
class Glfw {
public:
    Glfw();
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    ~Glfw();

    // The options plus those for presenting to a window.
    [[nodiscard]] static gpu::DeviceOptions presenting(gpu::DeviceOptions options);
};

class Window {
public:
    Window(VkExtent2D size, const std::string& name);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    [[nodiscard]] GLFWwindow* handle() const noexcept { return m_handle; }
    [[nodiscard]] VkSurfaceKHR createSurface(VkInstance instance) const;

    // False if it is minimised or hidden, which some systems report by its size instead.
    [[nodiscard]] bool isSeen() const;
    // Size in pixels; 0 x 0 while it is minimised, on some systems.
    [[nodiscard]] VkExtent2D extent() const;
    [[nodiscard]] bool isClosing() const;
    void close();
    void setTitle(const std::string& title);
    void resize(VkExtent2D size);
    // Switches to the whole screen, and back.
    void toggleFullscreen();

private:
    GLFWwindow* m_handle = nullptr;
    std::array<int, 4> m_place = {}; // place before fullscreen: left, top, width, height
};

} // namespace window
