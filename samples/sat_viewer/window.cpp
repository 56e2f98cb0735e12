#include "window.h"

#include "frame_slot.h"
#include "make_view.h"
#include "swapchain.h"
#include "ui.h"
#include "ui_renderer.h"

#include "../common/operation.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <imgui.h>

#include <stdexcept>

namespace viewer {
namespace {

class Glfw {
public:
    Glfw()
    {
        if (glfwInit() != GLFW_TRUE)
            fail("no window can be opened");
        if (glfwVulkanSupported() != GLFW_TRUE) {
            glfwTerminate();
            throw std::runtime_error("no window can show what Vulkan draws; --headless draws without one");
        }
    }
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    ~Glfw() { glfwTerminate(); }

    [[noreturn]] static void fail(const std::string& what)
    {
        const char* reason = nullptr;
        glfwGetError(&reason);
        throw std::runtime_error(what + (reason != nullptr ? std::string(" (") + reason + ")" : "") +
                                 "; --headless draws without one");
    }
};

class Window {
public:
    explicit Window(VkExtent2D size)
    {
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        m_handle = glfwCreateWindow(static_cast<int>(size.width), static_cast<int>(size.height), "vkscan sat_viewer",
                                    nullptr, nullptr);
        if (m_handle == nullptr)
            Glfw::fail("no window can be opened");
        constexpr int kSmallest = 64;
        constexpr int kLargest = static_cast<int>(vkscan::kMaxTableExtent);
        glfwSetWindowSizeLimits(m_handle, kSmallest, kSmallest, kLargest, kLargest);
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window() { glfwDestroyWindow(m_handle); }

    [[nodiscard]] GLFWwindow* handle() const noexcept { return m_handle; }

    // Not while it is minimised or hidden, which some systems tell by its size instead.
    [[nodiscard]] bool isSeen() const
    {
        return glfwGetWindowAttrib(m_handle, GLFW_ICONIFIED) != GLFW_TRUE &&
               glfwGetWindowAttrib(m_handle, GLFW_VISIBLE) == GLFW_TRUE;
    }

    // In pixels; 0 x 0 while it is minimised, on some systems.
    [[nodiscard]] VkExtent2D extent() const
    {
        int width = 0;
        int height = 0;
        glfwGetFramebufferSize(m_handle, &width, &height);
        return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
    }

    [[nodiscard]] VkSurfaceKHR createSurface(VkInstance instance) const
    {
        VkSurfaceKHR surface = VK_NULL_HANDLE;
        if (glfwCreateWindowSurface(instance, m_handle, nullptr, &surface) != VK_SUCCESS)
            Glfw::fail("no window can show what this device draws");
        return surface;
    }

private:
    GLFWwindow* m_handle = nullptr;
};

gpu::DeviceOptions presenting(gpu::DeviceOptions options)
{
    uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    if (names == nullptr)
        Glfw::fail("no window can show what Vulkan draws");
    options.instanceExtensions.assign(names, names + count);
    options.deviceExtensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    return options;
}

drawing::Owned<VkSemaphore> createSemaphore(const gpu::Device& device)
{
    const auto info = gpu::structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    VkSemaphore semaphore = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateSemaphore(device.handle(), &info, nullptr, &semaphore), "vkCreateSemaphore");
    return {device.handle(), semaphore, device.vk().vkDestroySemaphore};
}

class Application {
public:
    explicit Application(const Options& options)
        : m_frames(options.frames),
          m_settings(options.settings),
          m_window(options.size),
          m_device(presenting(options.device)),
          m_swapchain(m_device, m_window.createSurface(m_device.instance())),
          m_slots{{FrameSlot(m_device), FrameSlot(m_device)}},
          m_available{{createSemaphore(m_device), createSemaphore(m_device)}},
          m_ui(m_window.handle(), !options.image.empty()),
          m_uiRenderer(m_device, m_swapchain.renderPass())
    {
        gpu::require(vkscan::Context::create(m_device.contextDesc(), &m_context));
        m_view = makeView(m_device, m_context, options);
    }
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;
    // Nothing may be destroyed while a frame is in flight.
    ~Application() { m_device.vk().vkDeviceWaitIdle(m_device.handle()); }

    void run()
    {
        while (glfwWindowShouldClose(m_window.handle()) != GLFW_TRUE && (m_frames == 0 || m_frame < m_frames)) {
            glfwPollEvents();
            if (m_window.isSeen() && isReady()) {
                drawFrame();
            } else {
                glfwWaitEvents();
                m_lastTime = glfwGetTime(); // the scene stands still meanwhile
            }
        }
        gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
        gpu::requireSilence(m_device);
    }

private:
    // Whether there are images to draw, as large as the window.
    bool isReady()
    {
        const VkExtent2D extent = m_window.extent();
        const bool resized = extent.width != m_extent.width || extent.height != m_extent.height;
        if (!resized && !m_swapchain.isOutdated())
            return true;
        gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
        m_extent = extent;
        if (extent.width == 0 || extent.height == 0 || !m_swapchain.recreate(extent))
            return false;
        m_view->resize(m_swapchain.extent());
        return true;
    }

    void drawFrame()
    {
        const uint32_t slot = m_frame % kSlots;
        FrameSlot& own = m_slots[slot];
        own.wait();
        const std::optional<uint32_t> image = m_swapchain.acquire(m_available[slot].get());
        if (!image)
            return;
        m_history.add(own.timer().stages());
        const double now = glfwGetTime();
        m_seconds += m_settings.animate ? now - m_lastTime : 0;
        m_lastTime = now;
        const ImDrawData& controls = m_ui.update(m_settings, m_history, now < m_messageEnd ? m_message : "");

        const VkCommandBuffer commandBuffer = own.begin();
        recordView(commandBuffer, own.timer(), slot);
        copyPicture(commandBuffer, m_view->picture(slot), *image);
        auto begin = gpu::structure<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
        begin.renderPass = m_swapchain.renderPass();
        begin.framebuffer = m_swapchain.framebuffer(*image);
        begin.renderArea.extent = m_swapchain.extent();
        m_device.vk().vkCmdBeginRenderPass(commandBuffer, &begin, VK_SUBPASS_CONTENTS_INLINE);
        m_uiRenderer.draw(commandBuffer, slot, controls);
        m_device.vk().vkCmdEndRenderPass(commandBuffer);
        own.timer().mark(commandBuffer, "copy, controls");
        // What comes before the copy may run while the image is still shown.
        own.submit({m_available[slot].get(), VK_PIPELINE_STAGE_TRANSFER_BIT, m_swapchain.drawn(*image)});
        m_swapchain.present(*image);
        ++m_frame;
    }

    // Where the device does not offer what the settings want, says so and goes back to those that it last offered.
    void recordView(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot)
    {
        const auto seconds = static_cast<float>(m_seconds);
        try {
            m_view->record(commandBuffer, timer, slot, m_settings, seconds);
            m_lastSettings = m_settings;
        } catch (const std::runtime_error& error) {
            if (m_frame == 0)
                throw;
            m_message = error.what();
            m_messageEnd = m_lastTime + kMessageSeconds;
            m_settings = m_lastSettings;
            m_view->record(commandBuffer, timer, slot, m_settings, seconds);
        }
    }

    void copyPicture(VkCommandBuffer commandBuffer, const gpu::Image& picture, uint32_t image)
    {
        changeLayout(commandBuffer, image, {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED}, kCopied);
        // Not a copy: the order of the channels may differ.
        VkImageBlit blit = {};
        blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        blit.srcOffsets[1] = {static_cast<int32_t>(picture.extent().width),
                              static_cast<int32_t>(picture.extent().height), 1};
        blit.dstSubresource = blit.srcSubresource;
        blit.dstOffsets[1] = {static_cast<int32_t>(m_swapchain.extent().width),
                              static_cast<int32_t>(m_swapchain.extent().height), 1};
        m_device.vk().vkCmdBlitImage(commandBuffer, picture.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                     m_swapchain.image(image), kCopied.layout, 1, &blit, VK_FILTER_NEAREST);
        changeLayout(commandBuffer, image, kCopied,
                     {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                      VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                      VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    }

    void changeLayout(VkCommandBuffer commandBuffer, uint32_t image, const gpu::ImageState& from,
                      const gpu::ImageState& to) const
    {
        gpu::transition(m_device, commandBuffer, m_swapchain.image(image), {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
                        from, to);
    }

    static constexpr double kMessageSeconds = 8;
    static constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                                VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};

    unsigned m_frames;
    unsigned m_frame = 0;
    Settings m_settings;
    Settings m_lastSettings;
    StageHistory m_history;
    double m_seconds = 0;
    double m_lastTime = 0;
    std::string m_message;
    double m_messageEnd = 0;

    // In the order of their dependence.
    Glfw m_glfw;
    Window m_window;
    VkExtent2D m_extent = {0, 0}; // that the swapchain was made for
    gpu::Device m_device;
    vkscan::Context m_context;
    Swapchain m_swapchain;
    std::array<FrameSlot, kSlots> m_slots;
    std::array<drawing::Owned<VkSemaphore>, kSlots> m_available;
    Ui m_ui;
    UiRenderer m_uiRenderer;
    std::unique_ptr<View> m_view;
};

} // namespace

void runWindow(const Options& options)
{
    Application(options).run();
}

} // namespace viewer
