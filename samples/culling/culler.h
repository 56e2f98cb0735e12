// Finds the instances that are seen, and leaves their list and count on the device.
#ifndef VKSCAN_SAMPLES_CULLING_CULLER_H
#define VKSCAN_SAMPLES_CULLING_CULLER_H

#include "shaders/shared.h"

#include "../common/kernel.h"
#include "../drawing/frame_timer.h"

#include <vkscan/select.h>

#include <array>

namespace culling {

enum class Way {
    All,     // no culling: the list is of all instances
    Append,  // each subgroup takes its part of the list by an atomic
    Compact, // flags, then vkscan::Compact
};
constexpr std::array kWays = {Way::All, Way::Append, Way::Compact};
[[nodiscard]] const char* toString(Way way) noexcept;

// What a draw needs: DrawArguments, and the instances' indices.
struct DrawList {
    gpu::Buffer arguments;
    gpu::Buffer instances;
};

class Culler {
public:
    // Frame is at `frame`, and has `count` instances; a draw has so many indices.
    Culler(gpu::Device& device, const vkscan::Context& context, VkDeviceAddress frame, uint32_t count,
           uint32_t indexCount);

    // Leaves the list to indirect draws and vertex shaders. Nothing is read back, and no work waits for the host. What
    // used the list before is to have ended.
    void record(VkCommandBuffer commandBuffer, Way way, drawing::FrameTimer* timer = nullptr) const;

    [[nodiscard]] const DrawList& list(Way way) const { return m_lists.at(static_cast<std::size_t>(way)); }
    [[nodiscard]] vkscan::Strategy strategy() const noexcept { return m_compact.strategyFor(m_count); }
    // Throws if a compaction was not completed.
    void requireComplete() const;

private:
    void append(VkCommandBuffer commandBuffer) const;
    void compact(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer) const;

    gpu::Device& m_device;
    VkDeviceAddress m_frame;
    uint32_t m_count;
    vkscan::Compact m_compact;
    gpu::Kernel m_flagVisible;
    gpu::Kernel m_appendVisible;
    gpu::Buffer m_flags;
    gpu::Buffer m_scratch;
    std::array<DrawList, kWays.size()> m_lists;
};

} // namespace culling

#endif
