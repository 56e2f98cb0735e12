#include "sat_pass.h"

#include <support/operation.h>

#include <stdexcept>

namespace drawing {
namespace {

// Bytes of a texel, for the samples' formats.
VkDeviceSize texelBytes(VkFormat format)
{
    switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R32_SFLOAT: return 4;
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R32G32_SFLOAT:
    case VK_FORMAT_R16G16B16A16_SFLOAT: return 8;
    case VK_FORMAT_R32G32B32A32_UINT:
    case VK_FORMAT_R32G32B32A32_SFLOAT: return 16;
    default: throw std::runtime_error("a table's format is none of the samples'");
    }
}

VkDeviceSize bytesOf(VkExtent2D extent, VkFormat format)
{
    return texelBytes(format) * extent.width * extent.height;
}

} // namespace

SatPass::SatPass(gpu::Device& device, const vkscan::Context& context, const SatPassDesc& desc) : m_desc(desc)
{
    gpu::requireOffered(vkscan::SummedAreaTable::create(context, desc.table, &m_operation));
    for (Table& table : m_slots) {
        table.table = makeTable(device);
        if (desc.table.squares)
            table.squares = makeTable(device);
        table.scratch = device.createBuffer(m_operation.scratchSize(desc.extent));
        device.fill(table.scratch, 0);
        table.bias = device.createBuffer(sizeof(desc.givenBias));
        if (desc.table.bias == vkscan::Bias::Given)
            device.upload(table.bias, desc.givenBias);
        else
            device.fill(table.bias, 0);
    }
    if (!device.contextDesc().pushDescriptorEnabled)
        makeSets(device);
}

gpu::Image SatPass::makeTable(gpu::Device& device) const
{
    gpu::ImageDesc desc;
    const uint32_t border = m_desc.table.layout == vkscan::TableLayout::ZeroBorder ? 1 : 0;
    desc.extent = {m_desc.extent.width + border, m_desc.extent.height + border};
    desc.format = m_desc.table.outputFormat;
    desc.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    gpu::Image image(device, desc);
    device.run([&](VkCommandBuffer commandBuffer) {
        gpu::transition(device, commandBuffer, image, {},
                        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL});
    });
    return image;
}

VkDeviceSize SatPass::bytes() const
{
    const VkExtent2D entries = table(0).extent();
    return bytesOf(m_desc.extent, m_desc.table.inputFormat) +
           (m_desc.table.squares ? 2 : 1) * bytesOf(entries, m_desc.table.outputFormat);
}

void SatPass::makeSets(const gpu::Device& device)
{
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kSlots},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 3 * kSlots}};
    m_sets = allocateSets(device, sizes, std::vector(kSlots, m_operation.descriptorSetLayout()));
    auto set = m_sets.sets.begin();
    for (Table& table : m_slots)
        table.set = *set++;
}

bool SatPass::is(const SatPassDesc& desc) const noexcept
{
    const vkscan::SummedAreaTableDesc& a = m_desc.table;
    const vkscan::SummedAreaTableDesc& b = desc.table;
    return a.input == b.input && a.inputFormat == b.inputFormat && a.output == b.output &&
           a.outputFormat == b.outputFormat && a.accumulation == b.accumulation && a.bias == b.bias &&
           a.layout == b.layout && a.squares == b.squares && a.waiting == b.waiting &&
           m_desc.extent.width == desc.extent.width && m_desc.extent.height == desc.extent.height &&
           m_desc.givenBias == desc.givenBias;
}

void SatPass::record(VkCommandBuffer commandBuffer, uint32_t slot, const gpu::Image& input, VkImageLayout layout) const
{
    const Table& slotTable = m_slots.at(slot);
    vkscan::SummedAreaTableArgs args;
    args.input = input.surface(layout);
    args.output = slotTable.table.surface(VK_IMAGE_LAYOUT_GENERAL);
    if (m_desc.table.squares)
        args.squares = slotTable.squares.surface(VK_IMAGE_LAYOUT_GENERAL);
    args.scratch = slotTable.scratch.range();
    if (m_desc.table.bias != vkscan::Bias::None)
        args.bias = slotTable.bias.range();
    if (slotTable.set != VK_NULL_HANDLE) {
        // The slot's last frame has ended, so its set may be rewritten.
        gpu::requireOffered(m_operation.writeDescriptors(slotTable.set, args));
        args.descriptorSet = slotTable.set;
    }
    gpu::requireOffered(m_operation.record(commandBuffer, args));
}

} // namespace drawing
