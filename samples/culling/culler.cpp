#include "culler.h"

#include "culling_shaders.h"

#include "../common/operation.h"
#include "../drawing/pipelines.h"

#include <cstddef>
#include <numeric>

namespace culling {
namespace {

constexpr uint32_t kWorkgroup = 256;

uint32_t workgroupsFor(uint32_t count)
{
    return (count + kWorkgroup - 1) / kWorkgroup;
}

vkscan::Compact createCompact(const vkscan::Context& context)
{
    vkscan::CompactDesc desc;
    desc.predicate.condition = vkscan::Condition::FlagBits;
    desc.elementSize = vkscan::kIndicesOnly;
    vkscan::Compact compact;
    gpu::require(vkscan::Compact::create(context, desc, &compact));
    return compact;
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

Culler::Culler(gpu::Device& device, const vkscan::Context& context, VkDeviceAddress frame, uint32_t count,
               uint32_t indexCount)
    : m_device(device),
      m_frame(frame),
      m_count(count),
      m_compact(createCompact(context)),
      m_flagVisible(device, flag_visible_comp, sizeof(Parameters)),
      m_appendVisible(device, append_visible_comp, sizeof(Parameters)),
      m_flags(device.createBuffer(VkDeviceSize{workgroupsFor(count)} * kWorkgroup / 8)),
      m_scratch(device.createBuffer(m_compact.scratchSize(count)))
{
    device.fill(m_scratch, 0);
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    for (Way way : kWays) {
        DrawList& list = m_lists[static_cast<std::size_t>(way)];
        const DrawArguments arguments = {1, indexCount, way == Way::All ? count : 0, 0, 0, 0};
        list.arguments = device.createBuffer(sizeof(DrawArguments));
        device.upload(list.arguments, std::span(&arguments, 1));
        list.instances = device.createBuffer(VkDeviceSize{count} * sizeof(uint32_t));
        if (way == Way::All)
            device.upload(list.instances, all);
    }
}

void Culler::append(VkCommandBuffer commandBuffer) const
{
    const DrawList& list = this->list(Way::Append);
    m_device.vk().vkCmdFillBuffer(commandBuffer, list.arguments.handle(), offsetof(DrawArguments, instanceCount),
                                  sizeof(uint32_t), 0);
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    const Parameters parameters = {m_frame, list.instances.address(), list.arguments.address()};
    m_appendVisible.record(commandBuffer, parameters, workgroupsFor(m_count));
}

void Culler::compact(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer) const
{
    m_flagVisible.record(commandBuffer, Parameters{m_frame, m_flags.address(), 0}, workgroupsFor(m_count));
    gpu::recordComputeBarrier(m_device, commandBuffer);
    if (timer != nullptr)
        timer->mark(commandBuffer, "test");

    const DrawList& list = this->list(Way::Compact);
    vkscan::CompactArgs args;
    args.tested = m_flags.range();
    args.output = list.instances.range();
    args.indirect.field = {list.arguments.address() + offsetof(DrawArguments, instanceCount), sizeof(uint32_t)};
    args.scratch = m_scratch.range();
    args.count = m_count;
    gpu::require(m_compact.record(commandBuffer, args));
}

void Culler::record(VkCommandBuffer commandBuffer, Way way, drawing::FrameTimer* timer) const
{
    if (way == Way::All)
        return;
    if (way == Way::Append)
        append(commandBuffer);
    else
        compact(commandBuffer, timer);
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                           VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                           VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT);
    if (timer != nullptr)
        timer->mark(commandBuffer, way == Way::Append ? "test and append" : "compaction");
}

void Culler::requireComplete() const
{
    gpu::requireComplete(m_device, m_scratch);
}

} // namespace culling
