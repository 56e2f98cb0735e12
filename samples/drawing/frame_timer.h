// Times the stages of a frame on the device.
#pragma once

#include "pipelines.h"

#include <utility>
#include <vector>

namespace drawing {

// One for each frame slot. On a queue without timestamps it records nothing and has no results. The device must outlive
// this.
class FrameTimer {
public:
    struct Stage {
        const char* name; // static storage
        double milliseconds;
    };

    explicit FrameTimer(const gpu::Device& device);

    // Starts the frame's clock: first in the command buffer, outside a render pass.
    void begin(VkCommandBuffer commandBuffer);
    // Ends the stage of this name, which began at the previous mark. Overlapping work counts for the stage that ends
    // last. At most kMaxStages a frame.
    void mark(VkCommandBuffer commandBuffer, const char* name);

    // The stages of the last started frame, after its fence has signalled; empty before the first.
    [[nodiscard]] std::vector<Stage> stages() const;

    static constexpr uint32_t kMaxStages = 31;

private:
    const gpu::Device& m_device;
    Owned<VkQueryPool> m_pool;
    std::vector<const char*> m_names;
};

// Sum of the stages' times.
[[nodiscard]] double totalMilliseconds(const std::vector<FrameTimer::Stage>& stages);

// The times of frames' stages, and their medians.
class StageTimes {
public:
    // Adds the stages of a frame; an empty list changes nothing.
    void add(const std::vector<FrameTimer::Stage>& stages);

    [[nodiscard]] bool empty() const noexcept { return m_totals.empty(); }
    // Medians in milliseconds, in the order of the stages' first appearance.
    [[nodiscard]] std::vector<FrameTimer::Stage> medians() const;
    [[nodiscard]] double medianTotal() const;
    // Prints the medians, a line each.
    void print() const;

private:
    std::vector<std::pair<const char*, std::vector<double>>> m_stages;
    std::vector<double> m_totals;
};

} // namespace drawing
