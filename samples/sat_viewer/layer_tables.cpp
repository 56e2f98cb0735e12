#include "layer_tables.h"

#include "scene_targets.h"

#include "../drawing/pipelines.h"
#include <support/operation.h>

namespace viewer {

LayerTables::LayerTables(gpu::Device& device, const vkscan::Context& context, VkExtent2D picture,
                         vkscan::Waiting waiting)
    : m_device(device),
      m_waiting(waiting)
{
    const VkExtent2D extent = {2 * halfOf(picture).width, 2 * halfOf(picture).height};
    vkscan::SummedAreaTableDesc desc;
    desc.input = vkscan::Resource::Buffer;
    desc.inputFormat = VK_FORMAT_R32_UINT;
    desc.output = vkscan::Resource::Buffer;
    desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = vkscan::Accumulation::U32;
    desc.waiting = waiting;
    desc.maxExtent = extent;
    gpu::requireOffered(vkscan::SummedAreaTable::create(context, desc, &m_operation));
    const VkDeviceSize bytes = sizeof(uint32_t) * VkDeviceSize{extent.width} * extent.height;
    m_corners = device.createBuffer(kTableCount * bytes);
    m_tables = device.createBuffer(kTableCount * bytes);
    device.fill(m_corners, 0);
    for (uint32_t table = 0; table < kTableCount; ++table) {
        const gpu::Buffer& scratch = m_scratch.emplace_back(device.createBuffer(m_operation.scratchSize(extent)));
        device.fill(scratch, 0);
        vkscan::SummedAreaTableArgs& args = m_args.emplace_back();
        args.input.buffer = {m_corners.address() + table * bytes, bytes};
        args.output.buffer = {m_tables.address() + table * bytes, bytes};
        args.input.extent = args.output.extent = extent;
        args.scratch = scratch.range();
    }
}

void LayerTables::record(VkCommandBuffer commandBuffer) const
{
    gpu::requireOffered(m_operation.recordBatch(commandBuffer, m_args.data(), kTableCount));
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    m_device.vk().vkCmdFillBuffer(commandBuffer, m_corners.handle(), 0, VK_WHOLE_SIZE, 0);
}

} // namespace viewer
