#include "glow.h"

#include "particles_shaders.h"

namespace particles {
namespace {

constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                       VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
constexpr VkFormat kHalfFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr float kThreshold = 0.5F;
constexpr float kLargestRadius = 0.1F; // of the picture's height
// Frames follow each other on the queue, so one table suffices.
constexpr uint32_t kTableSlot = 0;

} // namespace

Glow::Glow(gpu::Device& device, const vkscan::Context& context)
    : m_device(device),
      m_context(context),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Bloom))),
      m_bright(drawing::createComputePipeline(device, m_layout.get(), bloom_bright_comp)),
      m_blur(drawing::createComputePipeline(device, m_layout.get(), bloom_blur_comp)),
      m_add(drawing::createComputePipeline(device, m_layout.get(), bloom_add_comp))
{
}

void Glow::bind(const gpu::Image& light)
{
    m_extent = light.extent();
    const VkExtent2D half = {(m_extent.width + 1) / 2, (m_extent.height + 1) / 2};
    m_half = gpu::Image(
        m_device,
        {.extent = half, .format = kHalfFormat, .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
    m_device.run([&](VkCommandBuffer commandBuffer) {
        gpu::transition(m_device, commandBuffer, m_half, {},
                        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL});
    });
    drawing::SatPassDesc desc;
    desc.table.inputFormat = kHalfFormat;
    desc.table.outputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
    desc.table.accumulation = vkscan::Accumulation::F32;
    desc.table.bias = vkscan::Bias::Mean;
    desc.table.layout = vkscan::TableLayout::ZeroBorder;
    desc.extent = half;
    m_table = drawing::SatPass(m_device, m_context, desc);
    m_bindings.write(0, kLightBinding, light.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, kBrightBinding, m_half.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, kTableBinding, m_table.table(kTableSlot).view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, kShineBinding, m_half.view(), VK_IMAGE_LAYOUT_GENERAL);
}

void Glow::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, float strength) const
{
    const float radius = kLargestRadius * static_cast<float>(m_half.extent().height);
    const Bloom parameters = {m_table.bias(kTableSlot).address(), kThreshold, strength, radius, 0};
    const auto compute = [&](const drawing::Owned<VkPipeline>& pipeline, VkExtent2D extent) {
        m_bindings.compute(commandBuffer, 0, m_layout, pipeline, parameters, extent);
        drawing::computeBarrier(m_device, commandBuffer);
    };
    compute(m_bright, m_half.extent());
    timer.mark(commandBuffer, "bright parts");
    m_table.record(commandBuffer, kTableSlot, m_half, VK_IMAGE_LAYOUT_GENERAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "table");
    compute(m_blur, m_half.extent());
    compute(m_add, m_extent);
    timer.mark(commandBuffer, "bloom");
}

} // namespace particles
