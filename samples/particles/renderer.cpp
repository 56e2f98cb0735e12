#include "renderer.h"

#include "particles_shaders.h"

#include <glm/gtc/matrix_transform.hpp>

namespace particles {
namespace {

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

mat4 viewProjection(float aspect)
{
    return glm::perspectiveRH_ZO(0.80F, aspect, 1.0F, 5000.0F) *
           glm::lookAtRH(vec3(0, 10, 250), vec3(0, 30, 0), vec3(0, 1, 0));
}

} // namespace

Renderer::Renderer(gpu::Device& device)
    : m_device(device),
      m_target(device, tone_map_comp),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kStages, sizeof(Drawing))),
      m_sky(m_target.createPipeline(m_layout.get(), sky_vert, sky_frag, drawing::Blend::None)),
      m_sparks(m_target.createPipeline(m_layout.get(), spark_vert, spark_frag, drawing::Blend::Add))
{
}

void Renderer::record(VkCommandBuffer commandBuffer, const Simulation& simulation, float brightness) const
{
    const VolkDeviceTable& vk = m_device.vk();
    const VkExtent2D extent = m_target.extent();
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    Drawing drawing = {viewProjection(aspect), simulation.particles().address(), 0, 0, aspect, 0};
    const auto push = [&] {
        vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(drawing), &drawing);
    };
    m_target.begin(commandBuffer, true);
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
    m_target.end(commandBuffer);
}

} // namespace particles
