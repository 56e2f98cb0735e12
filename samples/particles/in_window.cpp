#include "options.h"

#include "renderer.h"
#include "simulation.h"

#include "../drawing/readback.h"
#include "../window/application.h"
#include "../window/camera.h"
#include "../window/controls.h"
#include <support/operation.h>

#include <algorithm>
#include <cstddef>

namespace particles {
namespace {

constexpr uint32_t kFramesPerSecond = 60;
constexpr uint32_t kMostSteps = 4;      // per frame; if frames are slow, so is time
constexpr uint32_t kFramesBefore = 150; // frames until the first fireworks have burst
constexpr float kMetresPerSecond = 30;  // of the camera
constexpr float kLowest = 2;            // metres above the water, the eye

class Fireworks final : public window::Sample {
public:
    Fireworks(gpu::Device& device, const Options& options)
        : m_device(device),
          m_context(gpu::createContext(device)),
          m_simulation(device, m_context, options.capacity, options.stars, 0),
          m_renderer(device, m_context),
          m_alive(device, 1),
          m_capacity(options.capacity)
    {
        m_look.brightness = brightnessOf(options.stars);
        m_look.softness = options.softness;
        m_look.bloom = options.bloom;
        for (uint32_t frame = 0; frame < kFramesBefore; ++frame)
            device.run([&](VkCommandBuffer commandBuffer) { m_simulation.record(commandBuffer, nullptr); });
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_renderer.resize(extent);
    }

    void navigate(const window::Events& events) override
    {
        window::steer(events, static_cast<float>(m_extent.height), kOwn, m_camera, kMetresPerSecond);
    }

    void reset() override { m_camera.reset(); }

    void buildControls(bool& animate) override
    {
        ImGui::Text("%u of %u particles", m_count, m_capacity);
        window::slide("Bloom", m_look.bloom, 0, 4, "%.2f");
        window::slide("Fading", m_look.softness, 0, 20, "%.1f m");
        ImGui::Checkbox("Animate", &animate);
    }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) override
    {
        simulate(commandBuffer, timer, seconds);
        m_alive.record(commandBuffer, slot, 0, m_simulation.arguments(), offsetof(Arguments, instanceCount));
        const window::Camera camera = m_camera.value_or(kOwn);
        m_look.eye = camera.eye();
        m_look.target = camera.target();
        m_renderer.record(commandBuffer, timer, m_simulation, m_look);
    }

    void finish(uint32_t slot, const std::vector<drawing::FrameTimer::Stage>& /*stages*/) override
    {
        m_count = m_alive.at(slot, 0);
    }

    [[nodiscard]] const gpu::Image& picture(uint32_t /*slot*/) const override { return m_renderer.picture(); }

private:
    // Simulates steps for the time that has passed.
    void simulate(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, float seconds)
    {
        const auto now = static_cast<uint32_t>(seconds * kFramesPerSecond);
        const uint32_t steps = std::min(now - m_lastStep, kMostSteps);
        m_lastStep = now;
        for (uint32_t step = 1; step <= steps; ++step)
            m_simulation.record(commandBuffer, step == steps ? &timer : nullptr);
        if (steps > 0)
            return;
        // Every frame has all stages.
        drawing::orderFrames(m_device, commandBuffer);
        for (const char* stage : {kSimulation, kCompaction})
            timer.mark(commandBuffer, stage);
    }

    const window::Camera kOwn = {Look().eye, Look().target, kLowest};

    const gpu::Device& m_device;
    vkscan::Context m_context;
    Simulation m_simulation;
    Renderer m_renderer;
    drawing::Readback m_alive;
    uint32_t m_capacity;
    uint32_t m_count = 0;
    uint32_t m_lastStep = 0;
    VkExtent2D m_extent = {};
    Look m_look;
    std::optional<window::Camera> m_camera; // none: kOwn
};

} // namespace

void runInWindow(const Options& options)
{
    window::run<Fireworks>("particles", options);
}

} // namespace particles
