#include "culler.h"

#include "culling_shaders.h"

#include "../drawing/pipelines.h"
#include <support/operation.h>

#include <cstddef>
#include <numeric>

namespace culling {
namespace {

constexpr uint32_t kWorkgroup = 256;

uint32_t workgroupsFor(uint32_t count)
{
    return (count + kWorkgroup - 1) / kWorkgroup;
}

} // namespace

const char* toString(Way way) noexcept
{
    switch (way) {
    case Way::All: return "all";
    case Way::Append: return "append";
    case Way::Compact: return "compact";
    }
    return "";
}

Culler::Culler(gpu::Device& device, const vkscan::Context& context, uint32_t count, uint32_t indexCount)
    : m_device(device),
      m_count(count),
      m_flagVisible(device, flag_visible_comp, sizeof(Parameters)),
      m_appendVisible(device, append_visible_comp, sizeof(Parameters)),
      m_flags(device.createBuffer(VkDeviceSize{workgroupsFor(count)} * kWorkgroup / 8)),
      m_rejected(createList(indexCount, 0))
{
    gpu::require(vkscan::Compact::create(
        context, {.predicate = {.condition = vkscan::Condition::FlagBits}, .elementSize = vkscan::kIndicesOnly},
        &m_compact));
    m_scratch = device.createBuffer(m_compact.scratchSize(count));
    device.fill(m_scratch, 0);
    for (Way way : kWays)
        m_lists[static_cast<std::size_t>(way)] = createList(indexCount, way == Way::All ? count : 0);
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    device.upload(list(Way::All).instances, all);
}

DrawList Culler::createList(uint32_t indexCount, uint32_t instanceCount) const
{
    const DrawArguments arguments = {1, indexCount, instanceCount, 0, 0, 0};
    DrawList list = {m_device.createBuffer(sizeof(arguments)),
                     m_device.createBuffer(VkDeviceSize{m_count} * sizeof(uint32_t))};
    m_device.upload(list.arguments, std::span(&arguments, 1));
    return list;
}

void Culler::append(VkCommandBuffer commandBuffer, VkDeviceAddress frame) const
{
    const DrawList& list = this->list(Way::Append);
    m_device.vk().vkCmdFillBuffer(commandBuffer, list.arguments.handle(), offsetof(DrawArguments, instanceCount),
                                  sizeof(uint32_t), 0);
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    const Parameters parameters = {frame, list.instances.address(), list.arguments.address(), frame, 0, 0};
    m_appendVisible.record(commandBuffer, parameters, workgroupsFor(m_count));
}

void Culler::flag(VkCommandBuffer commandBuffer, VkDeviceAddress frame, VkDeviceAddress frozen, bool rejected) const
{
    const Parameters parameters = {frame, m_flags.address(), 0, frozen, rejected ? 1U : 0U, 0};
    m_flagVisible.record(commandBuffer, parameters, workgroupsFor(m_count));
    gpu::recordComputeBarrier(m_device, commandBuffer);
}

void Culler::compact(VkCommandBuffer commandBuffer, const DrawList& list) const
{
    vkscan::CompactArgs args;
    args.tested = m_flags.range();
    args.output = list.instances.range();
    args.indirect.field = {list.arguments.address() + offsetof(DrawArguments, instanceCount), sizeof(uint32_t)};
    args.scratch = m_scratch.range();
    args.count = m_count;
    gpu::require(m_compact.record(commandBuffer, args));
}

void Culler::leaveList(VkCommandBuffer commandBuffer) const
{
    drawing::memoryBarrier(
        m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
        VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
        VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT);
}

void Culler::record(VkCommandBuffer commandBuffer, Way way, VkDeviceAddress frame, drawing::FrameTimer* timer) const
{
    if (way == Way::All)
        return;
    if (way == Way::Append) {
        append(commandBuffer, frame);
    } else {
        flag(commandBuffer, frame, frame, false);
        if (timer != nullptr)
            timer->mark(commandBuffer, "test");
        compact(commandBuffer, list(way));
    }
    leaveList(commandBuffer);
    if (timer != nullptr)
        timer->mark(commandBuffer, way == Way::Append ? "test and append" : "compaction");
}

void Culler::recordRejected(VkCommandBuffer commandBuffer, VkDeviceAddress frame, VkDeviceAddress frozen,
                            drawing::FrameTimer* timer) const
{
    // Flags and scratch may still be in use.
    gpu::recordComputeBarrier(m_device, commandBuffer);
    flag(commandBuffer, frame, frozen, true);
    compact(commandBuffer, m_rejected);
    leaveList(commandBuffer);
    if (timer != nullptr)
        timer->mark(commandBuffer, "rejected");
}

void Culler::requireComplete() const
{
    gpu::requireComplete(m_device, m_scratch);
}

} // namespace culling
