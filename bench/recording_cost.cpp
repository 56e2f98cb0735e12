#include "recording_cost.h"

#include "allocations.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

namespace bench {

namespace {

constexpr unsigned kRounds = 31;
constexpr unsigned kCalls = 256; // of each in a round: some ten microseconds at least
constexpr unsigned kWarmUps = 2; // rounds after which the command buffer has the memory it needs

struct Round {
    double microseconds = 0;
    uint64_t allocations = 0;
};

Round recordRound(gpu::Device& device, VkCommandBuffer commandBuffer, const gpu::Device::Record& record)
{
    auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    beginInfo.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    gpu::check(device.vk().vkBeginCommandBuffer(commandBuffer, &beginInfo), "vkBeginCommandBuffer");
    const uint64_t allocations = allocationCount();
    const auto start = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < kCalls; ++i)
        record(commandBuffer);
    const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
    const Round round = {passed.count(), allocationCount() - allocations};
    gpu::check(device.vk().vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");
    return round;
}

} // namespace

RecordingCost recordingCost(Timer& timer, const gpu::Device::Record& byHand, const gpu::Device::Record& operation)
{
    const Timer::Pause pause(timer);
    gpu::Device& device = timer.device();
    auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = device.commandPool();
    allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
    gpu::check(device.vk().vkAllocateCommandBuffers(device.handle(), &allocateInfo, &commandBuffer),
               "vkAllocateCommandBuffers");
    const auto release = [&device](VkCommandBuffer* used) {
        device.vk().vkFreeCommandBuffers(device.handle(), device.commandPool(), 1, used);
    };
    const std::unique_ptr<VkCommandBuffer, decltype(release)> owned(&commandBuffer, release);

    std::vector<double> microseconds;
    uint64_t allocationsByHand = UINT64_MAX;
    uint64_t allocations = UINT64_MAX;
    for (unsigned i = 0; i < kWarmUps + kRounds; ++i) {
        const Round hand = recordRound(device, commandBuffer, byHand);
        const Round round = recordRound(device, commandBuffer, operation);
        if (i < kWarmUps)
            continue;
        microseconds.push_back(hand.microseconds);
        microseconds.push_back(round.microseconds);
        allocationsByHand = std::min(allocationsByHand, hand.allocations);
        allocations = std::min(allocations, round.allocations);
    }
    RecordingCost cost;
    cost.times = pairedTimes(microseconds, kCalls);
    if (allocationsByHand == 0)
        cost.allocations = static_cast<double>(allocations) / kCalls;
    return cost;
}

Result recordedResult(const RecordingCost& cost)
{
    if (cost.allocations.value_or(0) > 0)
        throw std::runtime_error("recording allocates " + std::to_string(*cost.allocations) + " times a call");
    Result result;
    result.counters = {{"record_ns", 1000 * cost.times.second}, {"handwritten_ns", 1000 * cost.times.first}};
    if (cost.allocations)
        result.counters.emplace_back("allocations", *cost.allocations);
    return result;
}

Result recordingResult(Timer& timer, const gpu::Device::Record& byHand, const gpu::Device::Record& operation)
{
    constexpr unsigned kSeries = 5;
    RecordingCost cost;
    const auto time = [&] {
        cost = recordingCost(timer, byHand, operation);
        return cost.times;
    };
    const PairedTimes times =
        fastestTimes(timer.device().isCpu() ? 1 : kSeries, time, std::numeric_limits<double>::infinity());
    cost.times = times;
    Result result = recordedResult(cost);
    result.times = times;
    result.yardstick = "handwritten";
    return result;
}

} // namespace bench
