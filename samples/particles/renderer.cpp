#include "renderer.h"

#include "particles_shaders.h"

#include "../drawing/render_pass.h"

#include <glm/gtc/matrix_transform.hpp>

namespace particles {
namespace {

constexpr VkFormat kLight = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kPicture = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
constexpr gpu::ImageState kToCompute = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_IMAGE_LAYOUT_GENERAL};
constexpr gpu::ImageState kToTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                         VK_IMAGE_LAYOUT_GENERAL};

gpu::ImageDesc imageDesc(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage)
{
    gpu::ImageDesc desc;
    desc.extent = extent;
    desc.format = format;
    desc.usage = usage | VK_IMAGE_USAGE_STORAGE_BIT;
    return desc;
}

drawing::Owned<VkRenderPass> createPass(const gpu::Device& device)
{
    // The sky covers all of it.
    const VkAttachmentDescription attachment = drawing::colourAttachment(
        kLight, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE, VK_IMAGE_LAYOUT_GENERAL);
    return drawing::createRenderPass(device, {&attachment, 1});
}

drawing::Owned<VkPipeline> createPipeline(const gpu::Device& device, VkPipelineLayout layout, VkRenderPass pass,
                                          std::span<const uint32_t> vertexCode, std::span<const uint32_t> fragmentCode,
                                          drawing::Blend blend)
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = layout;
    desc.renderPass = pass;
    desc.vertexCode = vertexCode;
    desc.fragmentCode = fragmentCode;
    desc.blend = blend;
    return drawing::createGraphicsPipeline(device, desc);
}

mat4 viewProjection(float aspect)
{
    return glm::perspectiveRH_ZO(0.80F, aspect, 1.0F, 5000.0F) *
           glm::lookAtRH(vec3(0, 10, 250), vec3(0, 30, 0), vec3(0, 1, 0));
}

} // namespace

Renderer::Renderer(gpu::Device& device, VkExtent2D size)
    : m_device(device),
      m_light(device, imageDesc(size, kLight, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)),
      m_picture(device, imageDesc(size, kPicture, 0)),
      m_pass(createPass(device)),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kStages, sizeof(Drawing))),
      m_toneLayout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0)),
      m_sky(createPipeline(device, m_layout.get(), m_pass.get(), sky_vert, sky_frag, drawing::Blend::None)),
      m_sparks(createPipeline(device, m_layout.get(), m_pass.get(), spark_vert, spark_frag, drawing::Blend::Add)),
      m_toneMap(drawing::createComputePipeline(device, m_toneLayout.get(), tone_map_comp))
{
    const VkImageView view = m_light.view();
    m_framebuffer = drawing::createFramebuffer(device, m_pass.get(), size, {&view, 1});
    m_bindings.write(0, 0, m_light.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, 1, m_picture.view(), VK_IMAGE_LAYOUT_GENERAL);
}

void Renderer::record(VkCommandBuffer commandBuffer, const Simulation& simulation, float brightness) const
{
    const VolkDeviceTable& vk = m_device.vk();
    const VkExtent2D extent = m_light.extent();
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    Drawing drawing = {viewProjection(aspect), simulation.particles().address(), 0, 0, aspect, 0};
    const auto push = [&] {
        vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(drawing), &drawing);
    };
    drawing::beginPass(m_device, commandBuffer, m_pass.get(), m_framebuffer.get(), extent);
    drawing::setViewport(m_device, commandBuffer, extent, true);
    push();
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sky.get());
    vk.vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sparks.get());
    for (float mirrored : {0.0F, 1.0F}) {
        drawing.mirrored = mirrored;
        drawing.brightness = mirrored == 0 ? brightness : 0.25F * brightness;
        push();
        vk.vkCmdDrawIndirect(commandBuffer, simulation.arguments().handle(), 0, 1, 0);
    }
    vk.vkCmdEndRenderPass(commandBuffer);

    gpu::transition(m_device, commandBuffer, m_picture, {}, kToCompute);
    const VkDescriptorSet set = m_bindings.set(0);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_toneMap.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_toneLayout.get(), 0, 1, &set, 0,
                               nullptr);
    drawing::dispatchOver(m_device, commandBuffer, extent);
    gpu::transition(m_device, commandBuffer, m_picture, kToCompute, kToTransfer);
}

std::vector<std::byte> Renderer::pixels() const
{
    std::vector<std::byte> pixels(std::size_t{4} * m_picture.extent().width * m_picture.extent().height);
    gpu::download(m_device, m_picture, pixels, VK_IMAGE_LAYOUT_GENERAL);
    return pixels;
}

} // namespace particles
