// Copies of as many bytes as the stages of a frame read and write, timed in that frame: what the stages' times are held
// against.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_STAGE_COPIES_H
#define VKSCAN_SAMPLES_SAT_VIEWER_STAGE_COPIES_H

#include "view.h"

#include <support/copy.h>

#include <array>

namespace viewer {

class StageCopies {
public:
    // The device outlives it.
    explicit StageCopies(gpu::Device& device);

    // Behind the slot's frame; a copy for each of its stages.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, const std::vector<StageBytes>& stages);

    // The copies' times by the stages' names, once the slot's frame has ended; empty before the first.
    [[nodiscard]] std::vector<drawing::FrameTimer::Stage> stages(uint32_t slot) const
    {
        return m_timers.at(slot).stages();
    }

private:
    void makeBuffers(const std::vector<StageBytes>& stages);

    gpu::Device& m_device;
    gpu::Copy m_copy;
    std::array<drawing::FrameTimer, kSlots> m_timers;
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
};

} // namespace viewer

#endif
