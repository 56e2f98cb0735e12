#include "options.h"

#include "renderer.h"
#include "scene.h"

#include "../drawing/readback.h"
#include "../window/application.h"
#include "../window/camera.h"
#include "../window/controls.h"
#include <support/operation.h>

#include <cmath>
#include <cstddef>

namespace splats {
namespace {

constexpr float kRadiansPerSecond = 0.12F;

window::Camera steered(const Camera& camera)
{
    return {camera.eye, camera.target};
}

class Splatted final : public window::Sample {
public:
    Splatted(gpu::Device& device, const Options& options)
        : m_context(gpu::createContext(device)),
          m_options(options),
          m_scene(makeScene(options)),
          m_renderer(device, m_context, m_scene, options.keyBits),
          m_counts(device, 1),
          m_order(options.order),
          m_camera(steered(cameraOf(m_scene, options, 0)))
    {
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_renderer.resize(extent);
    }

    void navigate(const window::Events& events) override
    {
        window::steer(events, static_cast<float>(m_extent.height), m_camera, m_own, m_scene.metresPerSecond);
    }

    void reset() override { m_own.reset(); }

    void buildControls(bool& animate) override
    {
        ImGui::Text("%u of %zu splats seen", m_seen, m_scene.splats.size());
        ImGui::Text("keys of %u bits", m_options.keyBits);
        window::choose<Order>(
            "Drawn", m_order,
            {{"Sorted by depth", Order::Sorted}, {"As stored", Order::Unsorted}, {"Sorted | as stored", Order::Both}});
        if (m_order == Order::Both)
            window::slide("Sorted part", m_sortedPart, 0, 1, "%.2f of the picture");
        ImGui::Checkbox("Go around", &animate);
    }

    [[nodiscard]] std::string help() const override { return Sample::help() + "\ndrop      shows a scene from a file"; }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) override
    {
        m_camera = m_own.value_or(steered(cameraOf(m_scene, m_options, kRadiansPerSecond * seconds)));
        const auto width = static_cast<float>(m_extent.width);
        const float part = m_order == Order::Both ? m_sortedPart : m_order == Order::Sorted ? 1.0F : 0.0F;
        m_renderer.record(commandBuffer, {m_camera.eye(), m_camera.target()},
                          static_cast<uint32_t>(std::lround(part * width)), timer);
        m_counts.record(commandBuffer, slot, 0, m_renderer.commands(), offsetof(Commands, instanceCount));
    }

    void finish(uint32_t slot, const std::vector<drawing::FrameTimer::Stage>& /*stages*/) override
    {
        m_seen = m_counts.at(slot, 0);
    }

    [[nodiscard]] const gpu::Image& picture(uint32_t /*slot*/) const override { return m_renderer.picture(); }
    [[nodiscard]] std::vector<support::Label> labels() const override { return m_renderer.labels(); }

private:
    vkscan::Context m_context;
    Options m_options;
    Scene m_scene;
    Renderer m_renderer;
    drawing::Readback m_counts; // visible splats
    uint32_t m_seen = 0;
    VkExtent2D m_extent = {};
    Order m_order;
    float m_sortedPart = 0.5F;
    window::Camera m_camera;             // the last frame's
    std::optional<window::Camera> m_own; // none: the options' camera
};

} // namespace

void runInWindow(const Options& options)
{
    window::run<Splatted>("splats", options, &Options::scene);
}

} // namespace splats
