#include "in_window.h"

#include "cloud.h"
#include "renderer.h"

#include "../window/application.h"
#include "../window/controls.h"
#include "../window/steering.h"
#include <support/operation.h>

#include <cmath>

namespace splats {
namespace {

constexpr float kRadiansPerSecond = 0.12F;

class Island final : public window::Sample {
public:
    Island(gpu::Device& device, const Options& options)
        : m_context(gpu::createContext(device)),
          m_renderer(device, m_context, makeCloud(options.count)),
          m_count(options.count),
          m_order(options.order),
          m_camera(eyeAt(0), kMiddle)
    {
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_renderer.resize(extent);
    }

    void navigate(const window::Events& events) override
    {
        window::steer(events, static_cast<float>(m_extent.height), m_camera, m_own);
    }

    void reset() override { m_own.reset(); }

    void buildControls(bool& animate) override
    {
        ImGui::Text("%u splats", m_count);
        ImGui::Text("sort: %s", vkscan::toString(m_renderer.strategy()));
        window::choose<Order>(
            "Drawn", m_order,
            {{"Sorted by depth", Order::Sorted}, {"As stored", Order::Unsorted}, {"Sorted | as stored", Order::Both}});
        if (m_order == Order::Both)
            window::slide("Sorted part", m_sortedPart, 0, 1, "%.2f of the picture");
        ImGui::Checkbox("Go around", &animate);
    }

    [[nodiscard]] const char* help() const override
    {
        return "drag      turns around the island\n"
               "right     looks around\n"
               "wheel     comes closer\n"
               "W A S D   moves; Q down, E up";
    }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t /*slot*/, float seconds) override
    {
        m_camera = m_own.value_or(window::Camera(eyeAt(kRadiansPerSecond * seconds), kMiddle));
        const auto width = static_cast<float>(m_extent.width);
        const float part = m_order == Order::Both ? m_sortedPart : m_order == Order::Sorted ? 1.0F : 0.0F;
        m_renderer.record(commandBuffer, viewFrom(m_camera.eye(), m_camera.target()),
                          static_cast<uint32_t>(std::lround(part * width)), timer);
    }

    [[nodiscard]] const gpu::Image& picture(uint32_t /*slot*/) const override { return m_renderer.picture(); }
    [[nodiscard]] std::vector<support::Label> labels() const override { return m_renderer.labels(); }

private:
    vkscan::Context m_context;
    Renderer m_renderer;
    uint32_t m_count;
    VkExtent2D m_extent = {};
    Order m_order;
    float m_sortedPart = 0.5F;
    window::Camera m_camera;             // of the last frame
    std::optional<window::Camera> m_own; // none: it goes around
};

} // namespace

void runInWindow(const Options& options)
{
    window::run<Island>("splats", options);
}

} // namespace splats
