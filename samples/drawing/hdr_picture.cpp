#include "hdr_picture.h"

#include "pipelines.h"

namespace drawing {
namespace {

constexpr VkFormat kLight = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
// State after an earlier frame's copy; the content is discarded.
constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED};
constexpr gpu::ImageState kDeveloped = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_IMAGE_LAYOUT_GENERAL};
constexpr gpu::ImageState kToTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                         VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};

Owned<VkRenderPass> createPass(const gpu::Device& device)
{
    const VkAttachmentDescription attachment =
        colourAttachment(kLight, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE, VK_IMAGE_LAYOUT_GENERAL);
    return createRenderPass(device, {&attachment, 1});
}

} // namespace

HdrPicture::HdrPicture(gpu::Device& device, std::span<const uint32_t> developCode)
    : m_device(device),
      m_pass(createPass(device)),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_layout(createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0)),
      m_develop(createComputePipeline(device, m_layout.get(), developCode))
{
}

void HdrPicture::resize(VkExtent2D extent)
{
    m_light = gpu::Image(m_device, {.extent = extent,
                                    .format = kLight,
                                    .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_STORAGE_BIT});
    m_picture = gpu::Image(m_device, {.extent = extent, .usage = VK_IMAGE_USAGE_STORAGE_BIT});
    const VkImageView view = m_light.view();
    m_framebuffer = createFramebuffer(m_device, m_pass.get(), extent, {&view, 1});
    m_bindings.write(0, 0, m_light.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, 1, m_picture.view(), VK_IMAGE_LAYOUT_GENERAL);
}

Owned<VkPipeline> HdrPicture::createPipeline(VkPipelineLayout layout, std::span<const uint32_t> vertexCode,
                                             std::span<const uint32_t> fragmentCode, Blend blend) const
{
    return createGraphicsPipeline(m_device, {.layout = layout,
                                             .renderPass = m_pass.get(),
                                             .vertexCode = vertexCode,
                                             .fragmentCode = fragmentCode,
                                             .blend = blend});
}

void HdrPicture::begin(VkCommandBuffer commandBuffer, bool upsideDown) const
{
    beginPass(m_device, commandBuffer, m_pass.get(), m_framebuffer.get(), extent());
    setViewport(m_device, commandBuffer, extent(), upsideDown);
}

void HdrPicture::end(VkCommandBuffer commandBuffer) const
{
    m_device.vk().vkCmdEndRenderPass(commandBuffer);
}

void HdrPicture::develop(VkCommandBuffer commandBuffer) const
{
    gpu::transition(m_device, commandBuffer, m_picture, kCopied, kDeveloped);
    m_bindings.compute(commandBuffer, 0, m_layout, m_develop, extent());
    gpu::transition(m_device, commandBuffer, m_picture, kDeveloped, kToTransfer);
}

} // namespace drawing
