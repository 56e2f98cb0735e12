#include "renderer.h"

#include "culling_shaders.h"

#include "../drawing/render_pass.h"

#include <cstddef>

namespace culling {
namespace {

constexpr VkFormat kColour = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkFormat kDepth = VK_FORMAT_D32_SFLOAT;
constexpr VkSampleCountFlagBits kSamples = VK_SAMPLE_COUNT_4_BIT;
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

gpu::ImageDesc imageDesc(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, VkSampleCountFlagBits samples)
{
    gpu::ImageDesc desc;
    desc.extent = extent;
    desc.format = format;
    desc.usage = usage;
    desc.samples = samples;
    desc.aspect = format == kDepth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    return desc;
}

drawing::Owned<VkRenderPass> createPass(const gpu::Device& device)
{
    // The sky covers all of the samples.
    const VkAttachmentDescription attachments[] = {
        drawing::colourAttachment(kColour, kSamples, VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                  VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL),
        drawing::depthAttachment(kDepth, kSamples),
        drawing::colourAttachment(kColour, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                  VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)};
    return drawing::createRenderPass(device, attachments);
}

drawing::GraphicsPipelineDesc rockPipeline(VkPipelineLayout layout, VkRenderPass pass)
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = layout;
    desc.renderPass = pass;
    desc.vertexCode = rock_vert;
    desc.fragmentCode = rock_frag;
    desc.samples = kSamples;
    return desc;
}

drawing::GraphicsPipelineDesc skyPipeline(VkPipelineLayout layout, VkRenderPass pass)
{
    drawing::GraphicsPipelineDesc desc = rockPipeline(layout, pass);
    desc.vertexCode = sky_vert;
    desc.fragmentCode = sky_frag;
    desc.depthWrite = false;
    return desc;
}

} // namespace

Renderer::Renderer(gpu::Device& device, VkExtent2D size, VkDeviceAddress frame, const std::vector<uint32_t>& indices)
    : m_device(device),
      m_frame(frame),
      m_indices(device.createBuffer(indices.size() * sizeof(uint32_t))),
      m_samples(device, imageDesc(size, kColour, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, kSamples)),
      m_depth(device, imageDesc(size, kDepth, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, kSamples)),
      m_picture(device, imageDesc(size, kColour, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_SAMPLE_COUNT_1_BIT)),
      m_pass(createPass(device)),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kStages, sizeof(Parameters))),
      m_rocks(drawing::createGraphicsPipeline(device, rockPipeline(m_layout.get(), m_pass.get()))),
      m_sky(drawing::createGraphicsPipeline(device, skyPipeline(m_layout.get(), m_pass.get())))
{
    device.upload(m_indices, indices);
    const VkImageView views[] = {m_samples.view(), m_depth.view(), m_picture.view()};
    m_framebuffer = drawing::createFramebuffer(device, m_pass.get(), size, views);
}

void Renderer::record(VkCommandBuffer commandBuffer, const DrawList& list) const
{
    const VolkDeviceTable& vk = m_device.vk();
    const Parameters parameters = {m_frame, list.instances.address(), 0};
    drawing::beginPass(m_device, commandBuffer, m_pass.get(), m_framebuffer.get(), m_picture.extent());
    drawing::setViewport(m_device, commandBuffer, m_picture.extent(), true);
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(parameters), &parameters);

    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_rocks.get());
    vk.vkCmdBindIndexBuffer(commandBuffer, m_indices.handle(), 0, VK_INDEX_TYPE_UINT32);
    constexpr VkDeviceSize kDraw = offsetof(DrawArguments, indexCount);
    constexpr uint32_t kStride = sizeof(VkDrawIndexedIndirectCommand);
    const VkBuffer arguments = list.arguments.handle();
    if (m_device.features12().drawIndirectCount == VK_TRUE)
        vk.vkCmdDrawIndexedIndirectCount(commandBuffer, arguments, kDraw, arguments, offsetof(DrawArguments, drawCount),
                                         1, kStride);
    else
        vk.vkCmdDrawIndexedIndirect(commandBuffer, arguments, kDraw, 1, kStride);

    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sky.get());
    vk.vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    vk.vkCmdEndRenderPass(commandBuffer);
}

} // namespace culling
