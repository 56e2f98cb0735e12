#include "scene_view.h"

#include "viewer_shaders.h"

#include <cmath>
#include <stdexcept>

namespace viewer {
namespace {

constexpr VkShaderStageFlags kStages =
    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

// Stages that build tables.
constexpr const char* kShadowTable = "shadow table";
constexpr const char* kColourTable = "colour table";
constexpr const char* kColourTables = "colour tables";

std::array<VkDescriptorType, kBindingCount> bindingTypes()
{
    std::array<VkDescriptorType, kBindingCount> types = {};
    types.fill(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
    for (int binding :
         {kFarOutBinding, kNearOutBinding, kNearSizeOutBinding, kSharpOutBinding, kEffectBinding, kPictureBinding})
        types[static_cast<std::size_t>(binding)] = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    return types;
}

gpu::Device& withGraphics(gpu::Device& device)
{
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice(), &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice(), &count, families.data());
    if ((families.at(device.queueFamily()).queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
        throw std::runtime_error("the Vulkan device computes but does not draw");
    return device;
}

FrameData frameData(const Settings& settings, VkExtent2D extent)
{
    const auto height = static_cast<float>(extent.height);
    FrameData data = {};
    data.sunColour.w = settings.shadows ? 1.0F : 0.0F;
    data.shadow.x = 0.16F * settings.shadowSoftness;
    data.shadow.z = settings.lightBleedReduction;
    data.shadow.w = 64;
    // The blur of what is infinitely far away is as large as the lens is at the distance in focus.
    data.lens.x = settings.focusDistance;
    data.lens.y = settings.aperture / 2 / (settings.focusDistance * std::tan(kViewAngle / 2)) * height / 2;
    data.lens.z = 0.045F * height;
    data.lens.w = settings.roundAperture ? 1.0F : 0.0F;
    data.blur =
        vec4(settings.radius, settings.radiusGrows ? 1 : 0, settings.technique == Technique::TriangleBlur ? 6 : 1, 0);
    // Sums of what a mean was subtracted from are small.
    const float tableScale = settings.tableScale * (settings.bias == vkscan::Bias::Mean ? 16.0F : 2.0F);
    data.screen = vec4(settings.exposure, settings.technique == Technique::None ? 1 : 0, tableScale,
                       settings.tableContours ? 1 : 0);
    return data;
}

} // namespace

SceneView::SceneView(gpu::Device& device, const vkscan::Context& context)
    : m_device(withGraphics(device)),
      m_context(context),
      m_bindings(device, bindingTypes(), kStages, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), kStages, sizeof(VkDeviceAddress))),
      m_renderer(device, m_layout.get()),
      m_split(drawing::createComputePipeline(device, m_layout.get(), split_layers_comp)),
      m_depthOfField(drawing::createComputePipeline(device, m_layout.get(), depth_of_field_comp)),
      m_blur(drawing::createComputePipeline(device, m_layout.get(), blur_comp)),
      m_tableView(drawing::createComputePipeline(device, m_layout.get(), table_view_comp)),
      m_toneMap(drawing::createComputePipeline(device, m_layout.get(), tone_map_comp))
{
}

SceneView::~SceneView()
{
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
}

void SceneView::resize(VkExtent2D extent)
{
    for (SceneTargets& targets : m_targets)
        targets = SceneTargets(m_device, extent, m_renderer.shadowPass(), m_renderer.scenePass());
    m_extent = extent;
    m_hasTables = false;
}

void SceneView::makeTables(const Settings& settings)
{
    if (settings.accumulation == vkscan::Accumulation::U32)
        throw std::runtime_error("U32 sums are for pictures from files with 8 bits a channel; the scene's light and "
                                 "shadows are floats");
    SatPassDesc shadow = satPassDesc(settings, kMomentsFormat, VK_FORMAT_R32G32_SFLOAT, kShadowExtent);
    shadow.givenBias = {0.1F, 0.05F}; // most of what the sun sees is low
    const SatPassDesc colour = satPassDesc(settings, kColourFormat, VK_FORMAT_R32G32B32A32_SFLOAT, m_extent);
    const SatPassDesc nearSize = satPassDesc(settings, kNearSizeFormat, VK_FORMAT_R32_SFLOAT, m_extent);
    if (m_hasTables && m_tables.shadow.is(shadow) && m_tables.colour.is(colour))
        return;
    Tables made = {SatPass(m_device, m_context, shadow), SatPass(m_device, m_context, colour),
                   SatPass(m_device, m_context, colour), SatPass(m_device, m_context, nearSize)};
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
    m_tables = std::move(made);
    m_hasTables = true;
    bindImages();
}

void SceneView::bindImages()
{
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        const SceneTargets& targets = m_targets[slot];
        const auto bind = [&](int binding, const gpu::Image& image, VkImageLayout layout) {
            m_bindings.write(slot, static_cast<uint32_t>(binding), image.view(), layout);
        };
        bind(kSamplesBinding, targets.samples, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        bind(kColourBinding, targets.colour, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        bind(kSharpBinding, targets.sharp, VK_IMAGE_LAYOUT_GENERAL);
        bind(kColourTableBinding, m_tables.colour.table(slot), VK_IMAGE_LAYOUT_GENERAL);
        bind(kNearTableBinding, m_tables.near.table(slot), VK_IMAGE_LAYOUT_GENERAL);
        bind(kNearSizeTableBinding, m_tables.nearSize.table(slot), VK_IMAGE_LAYOUT_GENERAL);
        bind(kShadowTableBinding, m_tables.shadow.table(slot), VK_IMAGE_LAYOUT_GENERAL);
        bind(kFarOutBinding, targets.far, VK_IMAGE_LAYOUT_GENERAL);
        bind(kNearOutBinding, targets.near, VK_IMAGE_LAYOUT_GENERAL);
        bind(kNearSizeOutBinding, targets.nearSize, VK_IMAGE_LAYOUT_GENERAL);
        bind(kSharpOutBinding, targets.sharp, VK_IMAGE_LAYOUT_GENERAL);
        bind(kEffectBinding, targets.effect, VK_IMAGE_LAYOUT_GENERAL);
        bind(kPictureBinding, targets.picture, VK_IMAGE_LAYOUT_GENERAL);
    }
}

void SceneView::listTableStages(const Settings& settings)
{
    m_tableStages.clear();
    if (settings.shadows)
        m_tableStages.push_back({kShadowTable, m_tables.shadow.bytes()});
    if (settings.technique == Technique::DepthOfField)
        m_tableStages.push_back(
            {kColourTables, m_tables.colour.bytes() + m_tables.near.bytes() + m_tables.nearSize.bytes()});
    else if (settings.technique != Technique::None)
        m_tableStages.push_back({kColourTable, m_tables.colour.bytes()});
}

void SceneView::place(uint32_t slot, const Settings& settings, float seconds)
{
    FrameData data = frameData(settings, m_extent);
    data.shadowBias = m_tables.shadow.bias(slot).address();
    data.colourBias = m_tables.colour.bias(slot).address();
    data.nearBias = m_tables.near.bias(slot).address();
    data.nearSizeBias = m_tables.nearSize.bias(slot).address();
    const float aspect = static_cast<float>(m_extent.width) / static_cast<float>(m_extent.height);
    m_renderer.place(slot, sceneAt(seconds), aspect, data);
}

void SceneView::bindForGraphics(VkCommandBuffer commandBuffer, uint32_t slot) const
{
    const VkDescriptorSet set = m_bindings.set(slot);
    const VkDeviceAddress frame = m_renderer.frameAddress(slot);
    m_device.vk().vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 0, 1, &set, 0,
                                          nullptr);
    m_device.vk().vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(frame), &frame);
}

void SceneView::compute(VkCommandBuffer commandBuffer, uint32_t slot, const drawing::Owned<VkPipeline>& pipeline) const
{
    // All anew, as vkscan binds a set and pushes constants of its own.
    const VkDescriptorSet set = m_bindings.set(slot);
    const VkDeviceAddress frame = m_renderer.frameAddress(slot);
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.get(), 0, 1, &set, 0, nullptr);
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(frame), &frame);
    drawing::dispatchOver(m_device, commandBuffer, m_extent);
}

void SceneView::recordDepthOfField(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    const SceneTargets& targets = m_targets[slot];
    compute(commandBuffer, slot, m_split);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "layers");
    // Each has tables and scratch of its own, so that the device may build them side by side.
    m_tables.colour.record(commandBuffer, slot, targets.far, VK_IMAGE_LAYOUT_GENERAL);
    m_tables.near.record(commandBuffer, slot, targets.near, VK_IMAGE_LAYOUT_GENERAL);
    m_tables.nearSize.record(commandBuffer, slot, targets.nearSize, VK_IMAGE_LAYOUT_GENERAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kColourTables);
    compute(commandBuffer, slot, m_depthOfField);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "effect");
}

void SceneView::recordColourTable(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    m_tables.colour.record(commandBuffer, slot, m_targets[slot].colour, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kColourTable);
}

void SceneView::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                       const Settings& settings, float seconds)
{
    makeTables(settings);
    listTableStages(settings);
    place(slot, settings, seconds);
    const SceneTargets& targets = m_targets[slot];

    // The slot's last frame has ended, but what it wrote, scratch above all, is not yet visible to this one's shaders.
    drawing::computeBarrier(m_device, commandBuffer);

    bindForGraphics(commandBuffer, slot);
    if (settings.shadows) {
        m_renderer.drawShadowMap(commandBuffer, slot, targets);
        timer.mark(commandBuffer, "shadow map");
        m_tables.shadow.record(commandBuffer, slot, targets.moments, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                               VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                               VK_ACCESS_SHADER_READ_BIT);
        timer.mark(commandBuffer, kShadowTable);
        bindForGraphics(commandBuffer, slot);
    }
    m_renderer.drawScene(commandBuffer, slot, targets);
    timer.mark(commandBuffer, "scene");

    const gpu::ImageState written = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                     VK_IMAGE_LAYOUT_GENERAL};
    gpu::transition(m_device, commandBuffer, targets.picture, {}, written);
    switch (settings.technique) {
    case Technique::None: break;
    case Technique::DepthOfField: recordDepthOfField(commandBuffer, timer, slot); break;
    case Technique::TableView:
        recordColourTable(commandBuffer, timer, slot);
        compute(commandBuffer, slot, m_tableView);
        timer.mark(commandBuffer, "effect");
        break;
    case Technique::BoxBlur:
    case Technique::TriangleBlur:
        recordColourTable(commandBuffer, timer, slot);
        compute(commandBuffer, slot, m_blur);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.mark(commandBuffer, "effect");
        break;
    }
    if (settings.technique != Technique::TableView) {
        compute(commandBuffer, slot, m_toneMap);
        timer.mark(commandBuffer, "tone map");
    }
    gpu::transition(
        m_device, commandBuffer, targets.picture, written,
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL});
}

} // namespace viewer
