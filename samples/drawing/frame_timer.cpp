#include "frame_timer.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace drawing {
namespace {

double median(std::vector<double> times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace

FrameTimer::FrameTimer(const gpu::Device& device) : m_device(device)
{
    if (!device.hasTimestamps())
        return;
    auto info = gpu::structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kMaxStages + 1;
    VkQueryPool pool = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateQueryPool(device.handle(), &info, nullptr, &pool), "vkCreateQueryPool");
    m_pool = {device.handle(), pool, device.vk().vkDestroyQueryPool};
}

void FrameTimer::begin(VkCommandBuffer commandBuffer)
{
    m_names.clear();
    if (m_pool.get() == VK_NULL_HANDLE)
        return;
    m_device.vk().vkCmdResetQueryPool(commandBuffer, m_pool.get(), 0, kMaxStages + 1);
    m_device.writeTimestamp(commandBuffer, m_pool.get(), 0);
}

void FrameTimer::mark(VkCommandBuffer commandBuffer, const char* name)
{
    if (m_pool.get() == VK_NULL_HANDLE)
        return;
    if (m_names.size() == kMaxStages)
        throw std::runtime_error("a frame has more stages than its timer holds");
    m_names.push_back(name);
    m_device.writeTimestamp(commandBuffer, m_pool.get(), static_cast<uint32_t>(m_names.size()));
}

std::vector<FrameTimer::Stage> FrameTimer::stages() const
{
    if (m_names.empty())
        return {};
    std::vector<uint64_t> ticks(m_names.size() + 1);
    gpu::check(m_device.vk().vkGetQueryPoolResults(m_device.handle(), m_pool.get(), 0,
                                                   static_cast<uint32_t>(ticks.size()), ticks.size() * sizeof(uint64_t),
                                                   ticks.data(), sizeof(uint64_t),
                                                   VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
               "vkGetQueryPoolResults");
    std::vector<Stage> stages;
    for (std::size_t i = 0; i < m_names.size(); ++i)
        stages.push_back({m_names[i], m_device.nanosecondsBetween(ticks[i], ticks[i + 1]) / 1e6});
    return stages;
}

double totalMilliseconds(const std::vector<FrameTimer::Stage>& stages)
{
    return std::accumulate(stages.begin(), stages.end(), 0.0,
                           [](double sum, const FrameTimer::Stage& stage) { return sum + stage.milliseconds; });
}

void StageTimes::add(const std::vector<FrameTimer::Stage>& stages)
{
    for (const FrameTimer::Stage& stage : stages) {
        const auto known = std::find_if(m_stages.begin(), m_stages.end(),
                                        [&](const auto& other) { return std::string_view(other.first) == stage.name; });
        std::vector<double>& times =
            known == m_stages.end() ? m_stages.emplace_back(stage.name, std::vector<double>()).second : known->second;
        times.push_back(stage.milliseconds);
    }
    if (!stages.empty())
        m_totals.push_back(totalMilliseconds(stages));
}

std::vector<FrameTimer::Stage> StageTimes::medians() const
{
    std::vector<FrameTimer::Stage> result;
    for (const auto& [name, times] : m_stages)
        result.push_back({name, median(times)});
    return result;
}

double StageTimes::medianTotal() const
{
    return median(m_totals);
}

void StageTimes::print() const
{
    if (empty())
        std::printf("times:    unknown, the device's queue has no timestamps\n");
    for (const auto& [name, milliseconds] : medians())
        std::printf("          %-18s %10.1f us\n", name, 1000 * milliseconds);
}

} // namespace drawing
