// The images of a window: a Vulkan swapchain and the render pass that draws controls over a picture in it.
#pragma once

#include "../drawing/pipelines.h"

#include <optional>

namespace window {

class Swapchain {
public:
    // Takes ownership of the surface. The device has VK_KHR_swapchain enabled and presents to the surface.
    Swapchain(const gpu::Device& device, VkSurfaceKHR surface);
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;
    ~Swapchain();

    // Creates new images of the window's size; the old ones must be unused. Returns false, with no images, if the
    // window currently has no area.
    bool recreate(VkExtent2D windowExtent);
    // Whether images wait until the screen has shown the previous one; otherwise they may tear. Takes effect with
    // recreate(), if the window offers it.
    void setVsync(bool vsync)
    {
        m_outdated = m_outdated || vsync != m_vsync;
        m_vsync = vsync;
    }
    // Whether recreate() must be called before acquire().
    [[nodiscard]] bool isOutdated() const noexcept { return m_outdated; }

    // The index of the next image to draw; `available` signals that it is free. None if the window has changed.
    std::optional<uint32_t> acquire(VkSemaphore available);
    // Shows the image after its drawn(image) semaphore is signalled.
    void present(uint32_t image);

    [[nodiscard]] VkExtent2D extent() const noexcept { return m_extent; }
    [[nodiscard]] VkImage image(uint32_t index) const { return m_frames.at(index).image; }
    [[nodiscard]] VkSemaphore drawn(uint32_t index) const { return m_frames.at(index).drawn.get(); }
    // Keeps the contents of the image, which must be in COLOR_ATTACHMENT_OPTIMAL layout, and leaves it ready to
    // present.
    [[nodiscard]] VkRenderPass renderPass() const noexcept { return m_renderPass.get(); }
    [[nodiscard]] VkFramebuffer framebuffer(uint32_t index) const { return m_frames.at(index).framebuffer.get(); }

private:
    struct Frame {
        VkImage image = VK_NULL_HANDLE; // the swapchain's
        drawing::Owned<VkImageView> view;
        drawing::Owned<VkFramebuffer> framebuffer;
        drawing::Owned<VkSemaphore> drawn;
    };

    void createRenderPass();
    [[nodiscard]] VkPresentModeKHR presentMode() const;
    void createFrames();
    template <class Function>
    Function instanceFunction(const char* name) const
    {
        return reinterpret_cast<Function>(vkGetInstanceProcAddr(m_device.instance(), name));
    }

    // The handles are destroyed even if the constructor throws.
    struct SurfaceOwner {
        ~SurfaceOwner();
        VkInstance instance;
        VkSurfaceKHR handle;
    };

    const gpu::Device& m_device;
    SurfaceOwner m_surface;
    VkSurfaceFormatKHR m_format = {};
    drawing::Owned<VkRenderPass> m_renderPass;
    VkSwapchainKHR m_handle = VK_NULL_HANDLE;
    VkExtent2D m_extent = {};
    std::vector<Frame> m_frames;
    bool m_outdated = true;
    bool m_vsync = true;
};

} // namespace window
