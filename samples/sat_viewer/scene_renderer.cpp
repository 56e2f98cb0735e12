#include "scene_renderer.h"

#include "viewer_shaders.h"

#include "../drawing/pipelines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace viewer {
namespace {

// Points on a disc, all with the same area around them, ordered so that the first ones cover it. H. Vogel, "A better
// way to construct the sunflower head", 1979.
glm::vec2 lensPoint(const Lens& lens, uint32_t turn, uint32_t count)
{
    constexpr float kGoldenAngle = 2.39996323F;
    uint32_t stride = count * 5 / 8; // in the order; coprime to the count
    while (std::gcd(stride, count) != 1)
        ++stride;
    const uint32_t index = turn * stride % count;
    const float radius = lens.aperture / 2 * std::sqrt((static_cast<float>(index) + 0.5F) / static_cast<float>(count));
    const float angle = kGoldenAngle * static_cast<float>(index);
    return radius * glm::vec2(std::cos(angle), std::sin(angle));
}

// Points that fill the square from -1 to 1 evenly, for any count. M. Roberts, "The unreasonable effectiveness of
// quasirandom sequences", 2018.
glm::vec2 squarePoint(uint32_t index)
{
    return 2.0F * glm::fract(0.5F + static_cast<float>(index) * glm::vec2(0.7548777F, 0.5698403F)) - 1.0F;
}

std::size_t instanceCount(const Scene& scene)
{
    std::size_t count = 0;
    for (const std::vector<Instance>& instances : scene.instances)
        count += instances.size();
    return count;
}

} // namespace

SceneRenderer::SceneRenderer(gpu::Device& device, VkDescriptorSetLayout frameSet, VkShaderStageFlags stages,
                             const World& world)
    : m_device(device),
      m_textures(device, world),
      m_layout(drawing::createPipelineLayout(device, std::array{frameSet, m_textures.layout()}, stages,
                                             sizeof(VkDeviceAddress))),
      m_shadowPass(createShadowPass(device)),
      m_scenePass(createScenePass(device)),
      m_parts(world.geometry.parts)
{
    std::vector<SurfaceData> surfaces;
    for (const Surface& surface : world.surfaces) {
        m_kinds.push_back({surface.isBlended, surface.isTwoSided});
        surfaces.push_back(surface.data);
    }
    createPipelines();

    const Geometry& geometry = world.geometry;
    m_vertices = device.createBuffer(geometry.vertices.size() * sizeof(Vertex));
    device.upload(m_vertices, geometry.vertices);
    m_indices = device.createBuffer(geometry.indices.size() * sizeof(uint32_t));
    device.upload(m_indices, geometry.indices);
    m_surfaces = device.createBuffer(surfaces.size() * sizeof(SurfaceData));
    device.upload(m_surfaces, surfaces);
    const std::size_t instances = instanceCount(world.at(0, 1));
    for (Slot& slot : m_slots) {
        slot.instances = device.createBuffer(instances * sizeof(Instance), gpu::Memory::Host);
        for (std::size_t part = 0; part < m_parts.size(); ++part)
            if (kindOf(part).isBlended)
                slot.blended.push_back(part);
    }
}

void SceneRenderer::createPipelines()
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = m_layout.get();
    desc.renderPass = m_shadowPass.get();
    desc.vertexCode = shadow_vert;
    desc.fragmentCode = shadow_frag;
    m_shadowPipeline = drawing::createGraphicsPipeline(m_device, desc);
    desc.renderPass = m_scenePass.get();
    desc.vertexCode = scene_vert;
    desc.fragmentCode = scene_frag;
    desc.samples = static_cast<VkSampleCountFlagBits>(kSampleCount);
    for (const PartKind kind : m_kinds) {
        std::vector<drawing::Owned<VkPipeline>>& pipelines = m_scenePipelines[kind];
        if (!pipelines.empty())
            continue;
        desc.depthWrite = !kind.isBlended;
        desc.blend = kind.isBlended ? drawing::Blend::Over : drawing::Blend::None;
        if (kind.isBlended && kind.isTwoSided) {
            desc.cull = VK_CULL_MODE_FRONT_BIT;
            pipelines.push_back(drawing::createGraphicsPipeline(m_device, desc));
        }
        desc.cull = kind.isTwoSided && !kind.isBlended ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT;
        pipelines.push_back(drawing::createGraphicsPipeline(m_device, desc));
    }
    desc.vertexCode = sky_vert;
    desc.fragmentCode = sky_frag;
    desc.depthWrite = false;
    desc.blend = drawing::Blend::None;
    desc.cull = VK_CULL_MODE_NONE;
    m_skyPipeline = drawing::createGraphicsPipeline(m_device, desc);
}

void SceneRenderer::place(uint32_t slot, const Scene& scene, float aspect, FrameData data, uint32_t lensPoints,
                          float sunSize)
{
    Slot& target = m_slots.at(slot);
    if (target.frame.size() < lensPoints * sizeof(FrameData))
        target.frame = m_device.createBuffer(lensPoints * sizeof(FrameData), gpu::Memory::Host);
    const std::span<Instance> instances = target.instances.as<Instance>();
    if (instanceCount(scene) > instances.size())
        throw std::logic_error("the scene has more instances than at first");
    target.draws.clear();
    std::size_t count = 0;
    for (const std::vector<Instance>& from : scene.instances) {
        std::copy(from.begin(), from.end(), instances.begin() + static_cast<std::ptrdiff_t>(count));
        target.draws.push_back({static_cast<uint32_t>(count), static_cast<uint32_t>(from.size())});
        count += from.size();
    }

    std::sort(target.blended.begin(), target.blended.end(), [&](std::size_t a, std::size_t b) {
        return glm::distance(m_parts[a].middle, scene.eye) > glm::distance(m_parts[b].middle, scene.eye);
    });

    data.sunDirection = vec4(scene.sunDirection, scene.sunDirection.y);
    data.sunColour = vec4(scene.sunColour, data.sunColour.w);
    data.shadow.y /= sunView(scene).metresAcross;
    std::copy(scene.lamps.begin(), scene.lamps.end(), data.lamps);
    data.vertices = m_vertices.address();
    data.indices = m_indices.address();
    data.instances = target.instances.address();
    data.surfaces = m_surfaces.address();
    const glm::vec3 ahead = glm::normalize(scene.target - scene.eye);
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0, 1, 0)));
    for (uint32_t i = 0; i < lensPoints; ++i) {
        const glm::vec2 place = lensPoints == 1 ? glm::vec2(0) : lensPoint(scene.lens, i, lensPoints);
        data.viewProjection = viewProjection(scene, aspect, place);
        data.inverseViewProjection = glm::inverse(data.viewProjection);
        data.eye = vec4(scene.eye + place.x * right + place.y * glm::cross(right, ahead), 1);
        data.lightViewProjection = sunView(scene, sunSize * squarePoint(i)).viewProjection;
        data.lensPoint.x = i;
        target.frame.as<FrameData>()[i] = data;
    }
}

void SceneRenderer::bind(VkCommandBuffer commandBuffer, const drawing::Owned<VkPipeline>& pipeline) const
{
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
}

void SceneRenderer::drawPart(VkCommandBuffer commandBuffer, const Slot& slot, std::size_t part) const
{
    const Draws& draws = slot.draws[part];
    const Geometry::Part& drawn = m_parts[part];
    const VkDescriptorSet textures = m_textures.set(drawn.surface);
    m_device.vk().vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 1, 1,
                                          &textures, 0, nullptr);
    // Indices are fetched by address, from the first "vertex" on.
    m_device.vk().vkCmdDraw(commandBuffer, drawn.indexCount, draws.count, drawn.firstIndex, draws.firstInstance);
}

void SceneRenderer::drawShadowMap(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const
{
    // Cleared to the ground's height, so the ground need not be drawn.
    const VkExtent2D extent = targets.moments.extent();
    drawing::beginPass(m_device, commandBuffer, shadowPass(), targets.shadowFramebuffer.get(), extent);
    drawing::setViewport(m_device, commandBuffer, extent, false);
    bind(commandBuffer, m_shadowPipeline);
    for (std::size_t part = kGroundPart + 1; part < m_parts.size(); ++part)
        if (!kindOf(part).isBlended)
            drawPart(commandBuffer, m_slots.at(slot), part);
    m_device.vk().vkCmdEndRenderPass(commandBuffer);
}

void SceneRenderer::drawScene(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const
{
    const Slot& source = m_slots.at(slot);
    const VkExtent2D extent = targets.colour.extent();
    drawing::beginPass(m_device, commandBuffer, scenePass(), targets.sceneFramebuffer.get(), extent);
    drawing::setViewport(m_device, commandBuffer, extent, true);
    for (const auto& [kind, pipelines] : m_scenePipelines) {
        if (kind.isBlended)
            continue;
        bind(commandBuffer, pipelines.front());
        for (std::size_t part = kGroundPart; part < m_parts.size(); ++part)
            if (kindOf(part) == kind)
                drawPart(commandBuffer, source, part);
    }
    bind(commandBuffer, m_skyPipeline);
    m_device.vk().vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    for (std::size_t part : source.blended) {
        for (const drawing::Owned<VkPipeline>& pipeline : m_scenePipelines.at(kindOf(part))) {
            bind(commandBuffer, pipeline);
            drawPart(commandBuffer, source, part);
        }
    }
    m_device.vk().vkCmdEndRenderPass(commandBuffer);
}

} // namespace viewer
