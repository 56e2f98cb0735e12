// Finds the visible instances, and leaves their list and count on the device.
#pragma once

#include "shaders/shared.h"

#include "../drawing/frame_timer.h"
#include <support/kernel.h>

#include <vkscan/compact.h>

#include <array>

namespace culling {

enum class Way {
    All,     // no culling: the list is of all instances
    Append,  // each subgroup takes its part of the list by an atomic
    Compact, // flags, then vkscan::Compact
};
constexpr std::array kWays = {Way::All, Way::Append, Way::Compact};
[[nodiscard]] const char* toString(Way way) noexcept;

// Input of a draw: DrawArguments, and the instances' indices.
struct DrawList {
    gpu::Buffer arguments;
    gpu::Buffer instances;
};

class Culler {
public:
    // `count`: instances. `indexCount`: indices of the mesh that each instance draws.
    Culler(gpu::Device& device, const vkscan::Context& context, uint32_t count, uint32_t indexCount);

    // The Frame at the address has `count` instances. Leaves the list to indirect draws, vertex shaders and transfers.
    // Nothing is read back, and no work waits for the host. Earlier uses of the list must have ended.
    void record(VkCommandBuffer commandBuffer, Way way, VkDeviceAddress frame,
                drawing::FrameTimer* timer = nullptr) const;
    // record() for instances seen in a Frame but not in the frozen one.
    void recordRejected(VkCommandBuffer commandBuffer, VkDeviceAddress frame, VkDeviceAddress frozen,
                        drawing::FrameTimer* timer = nullptr) const;

    [[nodiscard]] const DrawList& list(Way way) const { return m_lists.at(static_cast<std::size_t>(way)); }
    [[nodiscard]] const DrawList& rejected() const noexcept { return m_rejected; }
    // Throws if a compaction was not completed.
    void requireComplete() const;

private:
    [[nodiscard]] DrawList createList(uint32_t indexCount, uint32_t instanceCount) const;
    void append(VkCommandBuffer commandBuffer, VkDeviceAddress frame) const;
    void flag(VkCommandBuffer commandBuffer, VkDeviceAddress frame, VkDeviceAddress frozen, bool rejected) const;
    void compact(VkCommandBuffer commandBuffer, const DrawList& list) const;
    void leaveList(VkCommandBuffer commandBuffer) const;

    gpu::Device& m_device;
    uint32_t m_count;
    vkscan::Compact m_compact;
    gpu::Kernel m_flagVisible;
    gpu::Kernel m_appendVisible;
    gpu::Buffer m_flags;
    gpu::Buffer m_scratch;
    std::array<DrawList, kWays.size()> m_lists;
    DrawList m_rejected;
};

} // namespace culling
