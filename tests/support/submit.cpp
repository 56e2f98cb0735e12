#include "submit.h"

#include "test_array.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <utility>

namespace testing_support {

namespace {

// The status of runs on any of these ranges.
vkscan::ScratchStatus statusOf(const std::vector<vkscan::BufferRange>& scratch)
{
    uint32_t status = 0;
    for (const TestArray* array : TestArray::all())
        for (const vkscan::BufferRange& range : scratch)
            if (range.size > 0 && array->range().address == range.address)
                status |= static_cast<uint32_t>(scratchStatus(*array));
    return static_cast<vkscan::ScratchStatus>(status);
}

// The contents of all arrays.
class Contents {
public:
    explicit Contents(const std::vector<vkscan::BufferRange>& scratch)
    {
        for (TestArray* array : TestArray::all()) {
            VkDeviceSize bytes = array->range().size;
            if (array->range().address == sharedScratch(0).address) // large, and hardly used
                bytes = 0;
            for (const vkscan::BufferRange& range : scratch)
                if (array->range().address == range.address)
                    bytes = range.size;
            std::vector<std::byte>& held = m_held.emplace_back(array, bytes).second;
            array->read(held.data(), bytes);
        }
    }

    void restore() const
    {
        for (const auto& [array, held] : m_held)
            array->write(held.data(), held.size());
    }

private:
    std::vector<std::pair<TestArray*, std::vector<std::byte>>> m_held;
};

} // namespace

vkscan::ScratchStatus submitRecorded(const std::function<vkscan::Status(VkCommandBuffer)>& record, const Submissions& submissions)
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
    const vkscan::Status status = record(commandBuffer);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    gpu::check(vk.vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");

    auto submitInfo = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submitInfo.commandBufferCount = 1;
    submitInfo.pCommandBuffers = &commandBuffer;
    auto latest = vkscan::ScratchStatus::Complete;
    for (unsigned i = 0; i < submissions.count; ++i) {
        std::optional<Contents> before;
        latest = runPatiently(
            [&] {
                if (before)
                    before->restore();
                else if (capabilities().boundedLoops && submissions.mostAttempts > 1)
                    before.emplace(submissions.scratch);
                gpu::check(vk.vkQueueSubmit(device().queue(), 1, &submitInfo, VK_NULL_HANDLE), "vkQueueSubmit");
                gpu::check(vk.vkQueueWaitIdle(device().queue()), "vkQueueWaitIdle");
                return statusOf(submissions.scratch);
            },
            submissions.mostAttempts);
        EXPECT_TRUE(submissions.mayGiveUp || latest == vkscan::ScratchStatus::Complete ||
                    latest == vkscan::ScratchStatus::NotAMonoid)
            << "gave up in every attempt";
        submissions.afterEach(i);
    }
    for (const TestArray* array : TestArray::all())
        EXPECT_TRUE(array->intact()) << "around an array of " << array->range().size << " bytes";
    vk.vkFreeCommandBuffers(device().handle(), device().commandPool(), 1, &commandBuffer);
    return latest;
}

vkscan::ScratchStatus runPatiently(const std::function<vkscan::ScratchStatus()>& run, unsigned mostAttempts)
{
    const unsigned attempts = capabilities().boundedLoops ? mostAttempts : 1;
    vkscan::ScratchStatus status = run();
    for (unsigned attempt = 1; attempt < attempts && status == vkscan::ScratchStatus::GaveUp; ++attempt) {
        std::printf("a wait was given up in attempt %u of %u\n", attempt, attempts);
        status = run();
    }
    return status;
}

} // namespace testing_support
