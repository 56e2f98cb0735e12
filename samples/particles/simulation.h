// Particles that are born, move and die on the device. Only the device knows their number.
#pragma once

#include "shaders/shared.h"

#include "../drawing/frame_timer.h"
#include "../drawing/pipelines.h"

#include <vkscan/compact.h>

#include <array>

namespace particles {

// Names of the stages in a frame's timer.
constexpr const char* kSimulation = "simulate and emit";
constexpr const char* kCompaction = "compaction";

// Brightness of each particle of a burst, which share its light: fewer shine more.
[[nodiscard]] constexpr float brightnessOf(uint32_t stars)
{
    return 22000.0F / static_cast<float>(stars);
}

class Simulation {
public:
    // `stars`: in a burst. Counts of the first `frames` are kept for countsOfFrames.
    Simulation(gpu::Device& device, const vkscan::Context& context, uint32_t capacity, uint32_t stars, uint32_t frames);

    // Records the next frame, which must follow earlier ones. Leaves its particles and Arguments to indirect draws,
    // vertex shaders and transfers. Without a timer, its time counts for later stages.
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer);

    // Parameters of the next frame.
    [[nodiscard]] const Tick& tick() const noexcept { return m_tick; }

    // Results of the last frame.
    [[nodiscard]] const gpu::Buffer& particles() const noexcept { return m_particles[m_tick.frame % 2]; }
    [[nodiscard]] const gpu::Buffer& arguments() const noexcept { return m_arguments; }
    // A word for each of the first frames: its number of particles. Only a check reads it.
    [[nodiscard]] const gpu::Buffer& countsOfFrames() const noexcept { return m_counts; }
    // Throws if a compaction was not completed.
    void requireComplete() const;

private:
    void removeDead(VkCommandBuffer commandBuffer, const gpu::Buffer& from, const gpu::Buffer& to) const;

    gpu::Device& m_device;
    vkscan::Compact m_compact;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_simulate;
    drawing::Owned<VkPipeline> m_emit;
    std::array<gpu::Buffer, 2> m_particles; // each frame compacts from one to the other
    gpu::Buffer m_framesLeft;
    gpu::Buffer m_arguments;
    gpu::Buffer m_counts;
    gpu::Buffer m_scratch;
    uint32_t m_countedFrames;
    Tick m_tick;
};

} // namespace particles
