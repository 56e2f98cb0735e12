#include "scan_check.h"

#include <sstream>

namespace testing_support {

std::string describe(const vkscan::ScanDesc& desc, const ScanCase& scanCase)
{
    std::ostringstream text;
    text << toString(desc.type) << ' ' << toString(desc.op) << ' ' << toString(desc.kind) << ' '
         << toString(desc.direction) << ' ' << toString(desc.strategy) << " count " << scanCase.count
         << " misaligned by " << scanCase.inputMisalignment << ", " << scanCase.outputMisalignment;
    if (scanCase.inPlace)
        text << " in place";
    if (scanCase.withInitial)
        text << " with initial value";
    if (scanCase.ownScratch)
        text << " own scratch";
    if (scanCase.gpuCount)
        text << " device count " << *scanCase.gpuCount;
    return text.str();
}

vkscan::Scan createScan(const vkscan::ScanDesc& desc, const std::optional<vkscan::Tuning>& tuning)
{
    vkscan::Scan scan;
    const vkscan::Status status =
        tuning ? vkscan::Scan::Impl::createTuned(context(), desc, *tuning, static_cast<uint32_t>(desc.op), &scan)
               : vkscan::Scan::create(context(), desc, &scan);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    return scan;
}

void submit(const vkscan::Scan& scan, const vkscan::ScanArgs& args, unsigned submissions)
{
    const VolkDeviceTable& vk = device().vk();
    auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = device().commandPool();
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
    gpu::check(vk.vkAllocateCommandBuffers(device().handle(), &allocateInfo, &commandBuffer),
               "vkAllocateCommandBuffers");
    auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    gpu::check(vk.vkBeginCommandBuffer(commandBuffer, &beginInfo), "vkBeginCommandBuffer");
    vkscan::ScanArgs ordered = args;
    ordered.barrierBefore = ordered.barrierAfter = true;
    const vkscan::Status status = scan.record(commandBuffer, ordered);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    gpu::check(vk.vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");

    auto submitInfo = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submitInfo.commandBufferCount = 1;
    submitInfo.pCommandBuffers = &commandBuffer;
    for (unsigned i = 0; i < submissions; ++i) {
        gpu::check(vk.vkQueueSubmit(device().queue(), 1, &submitInfo, VK_NULL_HANDLE), "vkQueueSubmit");
        gpu::check(vk.vkQueueWaitIdle(device().queue()), "vkQueueWaitIdle");
    }
    vk.vkFreeCommandBuffers(device().handle(), device().commandPool(), 1, &commandBuffer);
}

} // namespace testing_support
