// Compute shaders of programs. Arguments are push constants, among them addresses of buffers.
#ifndef VKSCAN_SUPPORT_KERNEL_H
#define VKSCAN_SUPPORT_KERNEL_H

#include "gpu.h"

namespace gpu {

// A compute pipeline whose only arguments are push constants. Must not outlive its device.
class Kernel {
public:
    Kernel(Device& device, std::span<const uint32_t> code, uint32_t pushBytes);
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    ~Kernel();

    [[nodiscard]] Device& device() const { return m_device; }
    // Dispatches `groups` workgroups, on two axes if they exceed the limit of one.
    template <class Push>
    void record(VkCommandBuffer commandBuffer, const Push& push, uint64_t groups) const
    {
        dispatch(commandBuffer, std::as_bytes(std::span(&push, 1)), groups);
    }
    // Dispatches a kernel without push constants.
    void record(VkCommandBuffer commandBuffer, uint64_t groups) const { dispatch(commandBuffer, {}, groups); }

private:
    void dispatch(VkCommandBuffer commandBuffer, std::span<const std::byte> push, uint64_t groups) const;

    Device& m_device;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
};

// The cheapest barrier that orders two compute dispatches.
void recordComputeBarrier(const Device& device, VkCommandBuffer commandBuffer);

} // namespace gpu

#endif
