#include "options.h"

#include "culler.h"
#include "renderer.h"
#include "scene.h"

#include "../drawing/readback.h"
#include "../window/application.h"
#include "../window/camera.h"
#include "../window/controls.h"
#include <support/operation.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cstddef>

namespace culling {
namespace {

constexpr float kRadiansPerSecond = 0.03F; // around the planet
constexpr float kMetresPerSecond = 25;     // steered

window::Camera cameraOf(const Look& look)
{
    return {look.eye, look.target};
}

class RingSample final : public window::Sample {
public:
    RingSample(gpu::Device& device, const Options& options)
        : m_device(device),
          m_context(gpu::createContext(device)),
          m_ring(device, options.instances),
          m_culler(device, m_context, options.instances, static_cast<uint32_t>(m_ring.rock().indices.size())),
          m_renderer(device, m_ring.rock().indices),
          m_counts(device, 2),
          m_smallest(options.smallest)
    {
        for (gpu::Buffer& frames : m_frames)
            frames = device.createBuffer(2 * sizeof(Frame), gpu::Memory::Host);
        if (!options.frozen)
            return;
        m_frozen = m_ring.seenFrom(kWithin, options.size, m_smallest);
        m_own = cameraOf(kOutside);
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_renderer.resize(extent);
    }

    void navigate(const window::Events& events) override
    {
        if (std::count(events.pressed.begin(), events.pressed.end(), GLFW_KEY_F) % 2 != 0)
            toggleFrozen();
        window::steer(events, static_cast<float>(m_extent.height), m_camera, m_own, kMetresPerSecond);
    }

    void reset() override { m_own.reset(); }

    void buildControls(bool& animate) override
    {
        ImGui::Text("%u of %zu rocks kept", m_kept, m_ring.spheres().size());
        if (m_frozen)
            ImGui::Text("%u more are seen, in red", m_rejected);
        window::choose<Way>("Culling", m_way,
                            {{"Compaction", Way::Compact}, {"Append by atomics", Way::Append}, {"None", Way::All}});
        window::slide("Smallest", m_smallest, 0, 20, "%.1f px across");
        bool frozen = m_frozen.has_value();
        if (ImGui::Checkbox("Freeze culling", &frozen))
            toggleFrozen();
        ImGui::Checkbox("Go around", &animate);
    }

    [[nodiscard]] std::string help() const override { return "F         freezes culling, or not\n" + Sample::help(); }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) override
    {
        const glm::mat3 turn(glm::rotate(glm::mat4(1), kRadiansPerSecond * seconds, vec3(0, 1, 0)));
        m_camera = m_own.value_or(cameraOf({turn * kWithin.eye, turn * kWithin.target}));
        m_seen = m_ring.seenFrom({m_camera.eye(), m_camera.target(), m_frozen ? kOutside.farthest : kWithin.farthest},
                                 m_extent, m_smallest);
        const gpu::Buffer& frames = m_frames.at(slot);
        frames.as<Frame>()[0] = m_seen;
        frames.as<Frame>()[1] = m_frozen.value_or(m_seen);
        const VkDeviceAddress seen = frames.address();
        const VkDeviceAddress culled = seen + sizeof(Frame);

        drawing::orderFrames(m_device, commandBuffer);
        m_culler.record(commandBuffer, m_way, culled, &timer);
        const DrawList& list = m_culler.list(m_way);
        m_counts.record(commandBuffer, slot, 0, list.arguments, offsetof(DrawArguments, instanceCount));
        if (m_frozen) {
            m_culler.recordRejected(commandBuffer, seen, culled, &timer);
            m_counts.record(commandBuffer, slot, 1, m_culler.rejected().arguments,
                            offsetof(DrawArguments, instanceCount));
            m_renderer.recordOutside(commandBuffer, seen, list, culled, m_culler.rejected());
        } else {
            m_renderer.record(commandBuffer, seen, list);
        }
        timer.mark(commandBuffer, "draw");
    }

    void finish(uint32_t slot, const std::vector<drawing::FrameTimer::Stage>& /*stages*/) override
    {
        m_kept = m_counts.at(slot, 0);
        m_rejected = m_counts.at(slot, 1);
    }

    [[nodiscard]] std::vector<support::Label> labels() const override
    {
        return m_frozen ? labelsOf(*m_frozen, m_seen) : std::vector<support::Label>();
    }

    [[nodiscard]] const gpu::Image& picture(uint32_t /*slot*/) const override { return m_renderer.picture(); }

private:
    // Freezes or unfreezes culling at the last frame.
    void toggleFrozen()
    {
        if (m_frozen)
            m_frozen.reset();
        else
            m_frozen = m_seen;
    }

    const gpu::Device& m_device;
    vkscan::Context m_context;
    Ring m_ring;
    Culler m_culler;
    Renderer m_renderer;
    drawing::Readback m_counts;                        // kept, rejected
    std::array<gpu::Buffer, drawing::kSlots> m_frames; // one for what is seen, one for culling
    Way m_way = Way::Compact;
    float m_smallest;
    VkExtent2D m_extent = {};
    window::Camera m_camera = cameraOf(kWithin); // the last frame's
    Frame m_seen = {};                           // the last frame's
    std::optional<window::Camera> m_own;         // none: it orbits the planet
    std::optional<Frame> m_frozen;               // culling's frame while frozen
    uint32_t m_kept = 0;
    uint32_t m_rejected = 0;
};

} // namespace

void runInWindow(const Options& options)
{
    window::run<RingSample>("culling", options);
}

} // namespace culling
