#include "scene_renderer.h"

#include "viewer_shaders.h"

#include "../drawing/render_pass.h"

#include <algorithm>
#include <stdexcept>

namespace viewer {
namespace {

std::size_t instanceCount(const Scene& scene)
{
    std::size_t count = 0;
    for (const std::vector<Instance>& instances : scene.instances)
        count += instances.size();
    return count;
}

} // namespace

SceneRenderer::SceneRenderer(gpu::Device& device, VkPipelineLayout layout, const World& world)
    : m_device(device),
      m_shadowPass(createShadowPass(device)),
      m_scenePass(createScenePass(device))
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = layout;
    desc.renderPass = m_shadowPass.get();
    desc.vertexCode = shadow_vert;
    desc.fragmentCode = shadow_frag;
    m_shadowPipeline = drawing::createGraphicsPipeline(device, desc);
    desc.renderPass = m_scenePass.get();
    desc.vertexCode = scene_vert;
    desc.fragmentCode = scene_frag;
    desc.samples = static_cast<VkSampleCountFlagBits>(kSampleCount);
    m_scenePipeline = drawing::createGraphicsPipeline(device, desc);
    desc.vertexCode = sky_vert;
    desc.fragmentCode = sky_frag;
    desc.depthWrite = false;
    m_skyPipeline = drawing::createGraphicsPipeline(device, desc);

    const Geometry& geometry = world.geometry;
    m_parts = geometry.parts;
    m_vertices = device.createBuffer(geometry.vertices.size() * sizeof(Vertex));
    device.upload(m_vertices, geometry.vertices);
    m_indices = device.createBuffer(geometry.indices.size() * sizeof(uint32_t));
    device.upload(m_indices, geometry.indices);
    const std::size_t instances = instanceCount(world.at(0));
    for (Slot& slot : m_slots) {
        slot.frame = device.createBuffer(sizeof(FrameData), gpu::Memory::Host);
        slot.instances = device.createBuffer(instances * sizeof(Instance), gpu::Memory::Host);
    }
}

void SceneRenderer::place(uint32_t slot, const Scene& scene, float aspect, FrameData data)
{
    Slot& own = m_slots.at(slot);
    const std::span<Instance> instances = own.instances.as<Instance>();
    if (instanceCount(scene) > instances.size())
        throw std::logic_error("the scene has more instances than at first");
    own.draws.clear();
    std::size_t count = 0;
    for (const std::vector<Instance>& from : scene.instances) {
        std::copy(from.begin(), from.end(), instances.begin() + static_cast<std::ptrdiff_t>(count));
        own.draws.push_back({static_cast<uint32_t>(count), static_cast<uint32_t>(from.size())});
        count += from.size();
    }

    const SunView sun = sunView(scene);
    data.viewProjection = viewProjection(scene, aspect);
    data.inverseViewProjection = glm::inverse(data.viewProjection);
    data.lightViewProjection = sun.viewProjection;
    data.eye = vec4(scene.eye, 1);
    data.sunDirection = vec4(scene.sunDirection, scene.sunDirection.y);
    data.sunColour = vec4(scene.sunColour, data.sunColour.w);
    data.shadow.y = static_cast<float>(kShadowExtent.width) / sun.metresAcross;
    std::copy(scene.lamps.begin(), scene.lamps.end(), data.lamps);
    data.vertices = m_vertices.address();
    data.indices = m_indices.address();
    data.instances = own.instances.address();
    own.frame.as<FrameData>()[0] = data;
}

void SceneRenderer::drawParts(VkCommandBuffer commandBuffer, const Slot& slot, std::size_t first) const
{
    for (std::size_t i = first; i < m_parts.size(); ++i) {
        const Draws& draws = slot.draws[i];
        const Geometry::Part& part = m_parts[i];
        // Indices are fetched by address, from the first "vertex" on.
        m_device.vk().vkCmdDraw(commandBuffer, part.indexCount, draws.count, part.firstIndex, draws.firstInstance);
    }
}

void SceneRenderer::drawShadowMap(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const
{
    // Cleared to the ground's height, so that the ground need not be drawn.
    drawing::beginPass(m_device, commandBuffer, shadowPass(), targets.shadowFramebuffer.get(), kShadowExtent);
    drawing::setViewport(m_device, commandBuffer, kShadowExtent, false);
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_shadowPipeline.get());
    drawParts(commandBuffer, m_slots.at(slot), kGroundPart + 1);
    m_device.vk().vkCmdEndRenderPass(commandBuffer);
}

void SceneRenderer::drawScene(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const
{
    const VkExtent2D extent = targets.colour.extent();
    drawing::beginPass(m_device, commandBuffer, scenePass(), targets.sceneFramebuffer.get(), extent);
    drawing::setViewport(m_device, commandBuffer, extent, true);
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_scenePipeline.get());
    drawParts(commandBuffer, m_slots.at(slot), kGroundPart);
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_skyPipeline.get());
    m_device.vk().vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    m_device.vk().vkCmdEndRenderPass(commandBuffer);
}

} // namespace viewer
