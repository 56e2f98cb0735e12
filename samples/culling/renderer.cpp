#include "renderer.h"

#include "culling_shaders.h"

#include "../drawing/pipelines.h"

#include <cstddef>

namespace culling {
namespace {

constexpr VkFormat kColour = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkFormat kDepth = VK_FORMAT_D32_SFLOAT;
constexpr VkSampleCountFlagBits kSamples = VK_SAMPLE_COUNT_4_BIT;
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

gpu::ImageDesc imageDesc(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, VkSampleCountFlagBits samples)
{
    return {.extent = extent,
            .format = format,
            .usage = usage,
            .aspect = format == kDepth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT,
            .samples = samples};
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

drawing::Owned<VkPipeline> createPipeline(const gpu::Device& device, VkPipelineLayout layout, VkRenderPass pass,
                                          std::span<const uint32_t> vertexCode, std::span<const uint32_t> fragmentCode,
                                          bool depthWrite = true)
{
    return drawing::createGraphicsPipeline(device, {.layout = layout,
                                                    .renderPass = pass,
                                                    .vertexCode = vertexCode,
                                                    .fragmentCode = fragmentCode,
                                                    .samples = kSamples,
                                                    .depthWrite = depthWrite});
}

} // namespace

Renderer::Renderer(gpu::Device& device, const std::vector<uint32_t>& indices)
    : m_device(device),
      m_indices(device.createBuffer(indices.size() * sizeof(uint32_t))),
      m_pass(createPass(device)),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kStages, sizeof(Parameters))),
      m_rocks(createPipeline(device, m_layout.get(), m_pass.get(), rock_vert, rock_frag)),
      m_sky(createPipeline(device, m_layout.get(), m_pass.get(), sky_vert, sky_frag, false)),
      m_frustum(createPipeline(device, m_layout.get(), m_pass.get(), frustum_vert, frustum_frag))
{
    device.upload(m_indices, indices);
}

void Renderer::resize(VkExtent2D extent)
{
    m_samples = gpu::Image(m_device, imageDesc(extent, kColour, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, kSamples));
    m_depth = gpu::Image(m_device, imageDesc(extent, kDepth, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, kSamples));
    m_picture =
        gpu::Image(m_device, imageDesc(extent, kColour, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_SAMPLE_COUNT_1_BIT));
    const VkImageView views[] = {m_samples.view(), m_depth.view(), m_picture.view()};
    m_framebuffer = drawing::createFramebuffer(m_device, m_pass.get(), extent, views);
}

void Renderer::begin(VkCommandBuffer commandBuffer) const
{
    drawing::beginPass(m_device, commandBuffer, m_pass.get(), m_framebuffer.get(), m_picture.extent());
    drawing::setViewport(m_device, commandBuffer, m_picture.extent(), true);
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_rocks.get());
    m_device.vk().vkCmdBindIndexBuffer(commandBuffer, m_indices.handle(), 0, VK_INDEX_TYPE_UINT32);
}

void Renderer::drawRocks(VkCommandBuffer commandBuffer, const Parameters& parameters, const DrawList& list) const
{
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(parameters), &parameters);
    constexpr VkDeviceSize kDraw = offsetof(DrawArguments, indexCount);
    constexpr uint32_t kStride = sizeof(VkDrawIndexedIndirectCommand);
    const VkBuffer arguments = list.arguments.handle();
    if (m_device.features12().drawIndirectCount == VK_TRUE)
        vk.vkCmdDrawIndexedIndirectCount(commandBuffer, arguments, kDraw, arguments, offsetof(DrawArguments, drawCount),
                                         1, kStride);
    else
        vk.vkCmdDrawIndexedIndirect(commandBuffer, arguments, kDraw, 1, kStride);
}

void Renderer::end(VkCommandBuffer commandBuffer) const
{
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sky.get());
    vk.vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    vk.vkCmdEndRenderPass(commandBuffer);
}

void Renderer::record(VkCommandBuffer commandBuffer, VkDeviceAddress frame, const DrawList& list) const
{
    begin(commandBuffer);
    drawRocks(commandBuffer, {frame, list.instances.address(), 0, frame, 0, 0}, list);
    end(commandBuffer);
}

void Renderer::recordOutside(VkCommandBuffer commandBuffer, VkDeviceAddress frame, const DrawList& list,
                             VkDeviceAddress frozen, const DrawList& rejected) const
{
    constexpr uint32_t kEdges = 12;
    const VolkDeviceTable& vk = m_device.vk();
    begin(commandBuffer);
    drawRocks(commandBuffer, {frame, list.instances.address(), 0, frozen, 0, 0}, list);
    drawRocks(commandBuffer, {frame, rejected.instances.address(), 0, frozen, 1, 0}, rejected);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_frustum.get());
    vk.vkCmdDraw(commandBuffer, 6 * kEdges, 1, 0, 0);
    end(commandBuffer);
}

} // namespace culling
