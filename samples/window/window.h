// A window of the desktop's.
#pragma once

#include <support/gpu.h>

#include <array>
#include <stdexcept>

struct GLFWwindow;

namespace window {

// Where there is no desktop to open windows on.
struct NoWindow : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The library that opens windows. All of them throw NoWindow.
class Glfw {
public:
    Glfw();
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    ~Glfw();

    // The options, with what it takes to present to a window.
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

    // Not while it is minimised or hidden, which some systems tell by its size instead.
    [[nodiscard]] bool isSeen() const;
    // In pixels; 0 x 0 while it is minimised, on some systems.
    [[nodiscard]] VkExtent2D extent() const;
    [[nodiscard]] bool isClosing() const;
    void close();
    void setTitle(const std::string& title);
    void resize(VkExtent2D size);
    // To all of the screen, and back.
    void toggleFullscreen();

private:
    GLFWwindow* m_handle = nullptr;
    std::array<int, 4> m_place = {}; // before it took all of the screen: left, top, width, height
};

} // namespace window
