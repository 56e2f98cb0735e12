#include "application.h"

#include "swapchain.h"
#include "ui.h"
#include "ui_renderer.h"
#include "window.h"

#include "../drawing/frame_slot.h"
#include "../drawing/picture.h"
#include <support/copy.h>
#include <support/operation.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

namespace window {
namespace {

using drawing::FrameSlot;
using drawing::kSlots;

// Bytes that a copy reads and writes in a millisecond; 0 if the device cannot report it.
double copySpeedOf(gpu::Device& device)
{
    if (!device.hasTimestamps())
        return 0;
    // More than caches hold, but not so much that a CPU takes long.
    const bool isCpu = device.isCpu();
    const VkDeviceSize bytes = VkDeviceSize{1} << (isCpu ? 23 : 27);
    const gpu::Copy copy(device);
    const gpu::Buffer from = device.createBuffer(bytes);
    const gpu::Buffer to = device.createBuffer(bytes);
    std::vector<double> microseconds = device.timeMicroseconds(
        9, [&](VkCommandBuffer commandBuffer) { copy.record(commandBuffer, from.address(), to.address(), bytes); });
    std::nth_element(microseconds.begin(), microseconds.begin() + 4, microseconds.end());
    return 2 * static_cast<double>(bytes) / (microseconds[4] / 1e3);
}

// The user's folder for pictures, if there is one; otherwise the folder for temporary files.
std::filesystem::path pictureFolder()
{
    for (const auto& [variable, folder] :
         {std::pair{"XDG_PICTURES_DIR", ""}, {"HOME", "Pictures"}, {"USERPROFILE", "Pictures"}}) {
        const char* value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): nothing sets variables
        std::error_code ignored;
        if (value != nullptr && std::filesystem::is_directory(std::filesystem::path(value) / folder, ignored))
            return std::filesystem::path(value) / folder;
    }
    return std::filesystem::temp_directory_path();
}

// An unused path for a picture.
std::string freeScreenshotName(const std::string& sample)
{
    for (unsigned number = 1;; ++number) {
        const std::filesystem::path path = pictureFolder() / (sample + "_" + std::to_string(number) + ".png");
        if (!std::filesystem::exists(path))
            return path.string();
    }
}

class Application {
public:
    Application(const WindowDesc& desc, const MakeSample& make)
        : m_desc(desc),
          m_window(desc.size, desc.name),
          m_device(Glfw::presenting(desc.device)),
          m_swapchain(m_device, m_window.createSurface(m_device.instance())),
          m_slots{{FrameSlot(m_device), FrameSlot(m_device)}},
          m_available{{drawing::createSemaphore(m_device), drawing::createSemaphore(m_device)}},
          m_input(m_window.handle()),
          m_ui(m_window.handle(), desc.name),
          m_uiRenderer(std::in_place, m_device, m_swapchain.renderPass()),
          m_make(make),
          m_sample(make(m_device, ""))
    {
        if (m_device.isCpu() && desc.sizeOnCpu.width > 0) {
            m_window.resize(desc.sizeOnCpu);
            say("a CPU draws this, small; --size " + std::to_string(desc.size.width) + "x" +
                std::to_string(desc.size.height) + " opens it larger");
        }
        m_panel.hasTimestamps = m_device.hasTimestamps();
        m_panel.copySpeed = copySpeedOf(m_device);
        m_input.setControls({[this](glm::vec2 place) { return m_ui.covers(place); }, Ui::takesKeys});
    }
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;
    // Nothing may be destroyed while a frame is in flight.
    ~Application() { m_device.vk().vkDeviceWaitIdle(m_device.handle()); }

    void run()
    {
        m_lastTime = m_titleTime = glfwGetTime();
        glfwPollEvents();
        while (!m_window.isClosing() && (m_desc.frames == 0 || m_frame < m_desc.frames)) {
            if (isReady()) {
                const bool drawn = drawFrame();
                glfwPollEvents();
                // Directly after a frame, whose images hold its results. A resize recreates them without contents for a
                // click or a key.
                if (drawn)
                    handle(m_input.take(static_cast<float>(m_elapsed)));
            } else {
                glfwWaitEvents();
                m_lastTime = glfwGetTime(); // time stands still here
            }
        }
        // F12 may have been pressed together with closing the window.
        while (m_wantsScreenshot && isReady())
            drawFrame();
        waitIdle();
        gpu::requireSilence(m_device);
    }

private:
    void waitIdle() const { gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle"); }

    void say(const std::string& message)
    {
        m_message = message;
        m_messageEnd = 0;
    }

    // Whether the window is visible and its images have its size.
    bool isReady()
    {
        if (!m_window.isSeen())
            return false;
        const VkExtent2D extent = m_window.extent();
        const bool resized = extent.width != m_extent.width || extent.height != m_extent.height;
        m_swapchain.setVsync(m_panel.vsync);
        if (!resized && !m_swapchain.isOutdated())
            return true;
        waitIdle();
        m_extent = extent;
        if (extent.width == 0 || extent.height == 0 || !m_swapchain.recreate(extent))
            return false;
        m_sample->resize(m_swapchain.extent());
        restartStatistics();
        return true;
    }

    // Returns false if the window changed and nothing was drawn.
    bool drawFrame()
    {
        const uint32_t slot = m_frame % kSlots;
        FrameSlot& frameSlot = m_slots[slot];
        frameSlot.wait();
        const std::optional<uint32_t> image = m_swapchain.acquire(m_available[slot].get());
        if (!image)
            return false;
        const std::vector<drawing::FrameTimer::Stage> stages = frameSlot.timer().stages();
        m_panel.history.add(stages);
        if (m_frame >= m_firstFrame + kSlots)
            m_sample->finish(slot, stages);
        const double now = glfwGetTime();
        m_elapsed = now - m_lastTime;
        m_lastTime = now;
        m_seconds += m_panel.animate ? m_elapsed : 0;
        showTitle(now);
        if (m_ui.rescale()) {
            waitIdle();
            m_uiRenderer.emplace(m_device, m_swapchain.renderPass());
        }
        const VkCommandBuffer commandBuffer = frameSlot.begin();
        recordSample(commandBuffer, frameSlot.timer(), slot);
        constexpr double kMessageSeconds = 8; // from the first frame that shows it
        if (m_messageEnd == 0)
            m_messageEnd = now + kMessageSeconds;
        const ImDrawData& controls = m_ui.update(*m_sample, m_panel, now < m_messageEnd ? m_message : "");
        copyPicture(commandBuffer, m_sample->picture(slot), *image);
        drawing::beginPass(m_device, commandBuffer, m_swapchain.renderPass(), m_swapchain.framebuffer(*image),
                           m_swapchain.extent());
        m_uiRenderer->draw(commandBuffer, slot, controls);
        m_device.vk().vkCmdEndRenderPass(commandBuffer);
        frameSlot.timer().mark(commandBuffer, "copy, controls");
        // Commands before the copy may run while the image is still being shown.
        frameSlot.submit({m_available[slot].get(), VK_PIPELINE_STAGE_TRANSFER_BIT, m_swapchain.drawn(*image)});
        m_swapchain.present(*image);
        ++m_frame;
        // A picture in steps is written when it is complete, or unfinished at the end.
        if (m_wantsScreenshot && (m_sample->progress().empty() || m_window.isClosing())) {
            m_wantsScreenshot = false;
            frameSlot.wait();
            writeScreenshot(m_sample->picture(slot));
        }
        return true;
    }

    // Shows device, resolution, progress and time between frames, slowly enough to be read; completion of the picture
    // immediately.
    void showTitle(double now)
    {
        constexpr double kTitleSeconds = 0.5;
        ++m_titleFrames;
        const std::string progress = m_sample->progress();
        const bool isComplete = progress.empty();
        if (now - m_titleTime < kTitleSeconds && isComplete == m_wasComplete)
            return;
        m_wasComplete = isComplete;
        const VkExtent2D extent = m_swapchain.extent();
        const double seconds = (now - m_titleTime) / m_titleFrames;
        m_panel.framesPerSecond = 1 / seconds;
        char text[128];
        std::snprintf(text, sizeof(text), " - %u x %u%s%s - %.3g fps, %.1f ms", extent.width, extent.height,
                      isComplete ? "" : " - ", progress.c_str(), 1 / seconds, 1e3 * seconds);
        m_window.setTitle("vkscan " + m_desc.name + " - " + m_device.properties().deviceName + text);
        m_titleTime = now;
        m_titleFrames = 0;
    }

    void handle(const Events& events)
    {
        for (int key : events.pressed)
            press(key);
        try {
            m_sample->navigate(events);
            if (m_desc.takesFiles && !events.droppedFiles.empty())
                show(events.droppedFiles.back());
        } catch (const std::exception& error) {
            say(error.what());
        }
    }

    // Throws a sentence, and keeps the present sample, if the file cannot be shown.
    void show(const std::string& file)
    {
        std::unique_ptr<Sample> next = m_make(m_device, file);
        waitIdle();
        next->resize(m_swapchain.extent());
        m_sample = std::move(next);
        restartStatistics();
    }

    // Restarts after a change of the sample or of its size.
    void restartStatistics()
    {
        m_panel.history.restart(kSlots);
        m_firstFrame = m_frame;
        m_titleTime = glfwGetTime();
        m_titleFrames = 0;
    }

    void press(int key)
    {
        switch (key) {
        case GLFW_KEY_ESCAPE: m_window.close(); break;
        case GLFW_KEY_SPACE: m_panel.animate = !m_panel.animate; break;
        case GLFW_KEY_R: m_sample->reset(); break;
        case GLFW_KEY_V: m_panel.vsync = !m_panel.vsync; break;
        case GLFW_KEY_H: m_ui.toggle(); break;
        case GLFW_KEY_F11: m_window.toggleFullscreen(); break;
        case GLFW_KEY_F12: m_wantsScreenshot = true; break;
        default: break;
        }
    }

    // Writes the picture of a frame that has ended.
    void writeScreenshot(const gpu::Image& picture)
    {
        try {
            const std::string name = freeScreenshotName(m_desc.name);
            drawing::writePicture(m_device, picture, name, m_sample->labels());
            say("written: " + name);
            std::printf("written:  %s\n", name.c_str());
            std::fflush(stdout);
        } catch (const std::exception& error) {
            say(error.what());
        }
    }

    // Records the sample. If the device does not offer the settings, reports that and draws with the previous ones.
    void recordSample(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot)
    {
        const auto seconds = static_cast<float>(m_seconds);
        try {
            m_sample->record(commandBuffer, timer, slot, seconds);
        } catch (const std::exception& error) {
            if (m_frame == 0)
                throw;
            say(error.what());
            m_sample->record(commandBuffer, timer, slot, seconds);
        }
    }

    void copyPicture(VkCommandBuffer commandBuffer, const gpu::Image& picture, uint32_t image)
    {
        changeLayout(commandBuffer, image, {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED}, kCopied);
        // A copy would not do: the order of the channels may differ.
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

    static constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                                VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};

    WindowDesc m_desc;
    unsigned m_frame = 0;
    unsigned m_firstFrame = 0; // of this sample and size
    PanelContent m_panel;
    double m_seconds = 0;
    double m_lastTime = 0;
    double m_elapsed = 0; // seconds between the last two frames
    double m_titleTime = 0;
    unsigned m_titleFrames = 0;
    bool m_wasComplete = true; // in the title
    std::string m_message;
    double m_messageEnd = 0;        // 0: no frame has shown it yet
    bool m_wantsScreenshot = false; // of the next frame with the window's size

    // Members in the order of their dependence.
    Glfw m_glfw;
    Window m_window;
    VkExtent2D m_extent = {0, 0}; // the swapchain's
    gpu::Device m_device;
    Swapchain m_swapchain;
    std::array<FrameSlot, kSlots> m_slots;
    std::array<drawing::Owned<VkSemaphore>, kSlots> m_available;
    Input m_input;
    Ui m_ui;
    std::optional<UiRenderer> m_uiRenderer;
    MakeSample m_make;
    std::unique_ptr<Sample> m_sample;
};

} // namespace

void run(const WindowDesc& desc, const MakeSample& make)
{
    try {
        Application(desc, make).run();
    } catch (const NoWindow& error) {
        // If there is no driver, this prints what to install; nothing is drawn without a window.
        static_cast<void>(gpu::listDevices());
        throw std::runtime_error(std::string(error.what()) + "; " + desc.withoutWindow);
    }
}

} // namespace window
