#include "renderer.h"

#include "particles_shaders.h"

#include <glm/gtc/matrix_transform.hpp>

#include <cmath>

namespace particles {
namespace {

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

constexpr float kFar = 4250; // metres

Drawing drawingOf(const Look& look, float aspect)
{
    const vec3 way = look.target - look.eye;
    Drawing drawing = {};
    drawing.viewProjection =
        glm::perspectiveRH_ZO(0.80F, aspect, 1.0F, 5000.0F) * glm::lookAtRH(look.eye, look.target, vec3(0, 1, 0));
    drawing.aspect = aspect;
    drawing.turn = std::atan2(way.x, -way.z) / kHalfHeight;
    drawing.ahead = vec2(look.eye.x, look.eye.z) + kFar * glm::normalize(vec2(way.x, way.z));
    drawing.softness = look.softness;
    return drawing;
}

} // namespace

Renderer::Renderer(gpu::Device& device, const vkscan::Context& context)
    : m_device(device),
      m_target(device, tone_map_comp),
      m_glow(device, context),
      m_layout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kStages, sizeof(Drawing))),
      m_sky(m_target.createPipeline(m_layout.get(), sky_vert, sky_frag, drawing::Blend::None)),
      m_sparks(m_target.createPipeline(m_layout.get(), spark_vert, spark_frag, drawing::Blend::Add))
{
}

void Renderer::resize(VkExtent2D extent)
{
    m_target.resize(extent);
    m_hasGlow = false;
}

void Renderer::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, const Simulation& simulation,
                      const Look& look)
{
    if (look.bloom > 0 && !m_hasGlow) {
        gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
        m_glow.bind(m_target.light());
        m_hasGlow = true;
    }
    const VolkDeviceTable& vk = m_device.vk();
    const VkExtent2D extent = m_target.extent();
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    Drawing drawing = drawingOf(look, aspect);
    drawing.particles = simulation.particles().address();
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
        drawing.brightness = mirrored == 0 ? look.brightness : 0.25F * look.brightness;
        push();
        vk.vkCmdDrawIndirect(commandBuffer, simulation.arguments().handle(), 0, 1, 0);
    }
    m_target.end(commandBuffer);
    timer.mark(commandBuffer, "draw");
    if (look.bloom > 0)
        m_glow.record(commandBuffer, timer, look.bloom);
    m_target.develop(commandBuffer);
    timer.mark(commandBuffer, "tone map");
}

} // namespace particles
