#include "window.h"

#include <vkscan/summed_area_table.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace window {
namespace {

[[noreturn]] void fail(const std::string& what)
{
    const char* reason = nullptr;
    glfwGetError(&reason);
    throw NoWindow(what + (reason != nullptr ? std::string(" (") + reason + ")" : ""));
}

} // namespace

Glfw::Glfw()
{
    if (glfwInit() != GLFW_TRUE)
        fail("no window can be opened");
    if (glfwVulkanSupported() != GLFW_TRUE) {
        glfwTerminate();
        throw NoWindow("no window can show what Vulkan draws");
    }
}

Glfw::~Glfw()
{
    glfwTerminate();
}

gpu::DeviceOptions Glfw::presenting(gpu::DeviceOptions options)
{
    uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    if (names == nullptr)
        fail("no window can show what Vulkan draws");
    options.instanceExtensions.assign(names, names + count);
    options.deviceExtensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    return options;
}

Window::Window(VkExtent2D size, const std::string& name)
{
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    m_handle = glfwCreateWindow(static_cast<int>(size.width), static_cast<int>(size.height),
                                ("vkscan " + name + ": compiling kernels").c_str(), nullptr, nullptr);
    if (m_handle == nullptr)
        fail("no window can be opened");
    constexpr int kSmallest = 64;
    constexpr int kLargest = static_cast<int>(vkscan::kMaxTableExtent);
    glfwSetWindowSizeLimits(m_handle, kSmallest, kSmallest, kLargest, kLargest);
}

Window::~Window()
{
    glfwDestroyWindow(m_handle);
}

VkSurfaceKHR Window::createSurface(VkInstance instance) const
{
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    if (glfwCreateWindowSurface(instance, m_handle, nullptr, &surface) != VK_SUCCESS)
        fail("no window can show what this device draws");
    return surface;
}

bool Window::isSeen() const
{
    return glfwGetWindowAttrib(m_handle, GLFW_ICONIFIED) != GLFW_TRUE &&
           glfwGetWindowAttrib(m_handle, GLFW_VISIBLE) == GLFW_TRUE;
}

VkExtent2D Window::extent() const
{
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(m_handle, &width, &height);
    return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
}

bool Window::isClosing() const
{
    return glfwWindowShouldClose(m_handle) == GLFW_TRUE;
}

void Window::close()
{
    glfwSetWindowShouldClose(m_handle, GLFW_TRUE);
}

void Window::resize(VkExtent2D size)
{
    glfwSetWindowSize(m_handle, static_cast<int>(size.width), static_cast<int>(size.height));
}

void Window::setTitle(const std::string& title)
{
    glfwSetWindowTitle(m_handle, title.c_str());
}

void Window::toggleFullscreen()
{
    auto& [left, top, width, height] = m_place;
    if (glfwGetWindowMonitor(m_handle) != nullptr) {
        glfwSetWindowMonitor(m_handle, nullptr, left, top, width, height, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr)
        return;
    glfwGetWindowPos(m_handle, &left, &top);
    glfwGetWindowSize(m_handle, &width, &height);
    glfwSetWindowMonitor(m_handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

} // namespace window
