#include "scene_view.h"

#include "room.h"
#include "viewer_shaders.h"

#include "../window/steering.h"

#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace viewer {
namespace {

constexpr VkShaderStageFlags kStages =
    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

constexpr float kNearestFocus = 0.5F; // metres
constexpr float kFarthestFocus = 200;

// Stages by name.
constexpr const char* kShadowTable = "shadow table";
constexpr const char* kColourTables = "colour tables";
constexpr const char* kLayers = "layers";
constexpr const char* kEffect = "effect";
constexpr const char* kToneMap = "tone map";

// Tables of the pass over the layers.
constexpr uint32_t kFarLayer = 0;
constexpr uint32_t kNearLayer = 1;

std::array<VkDescriptorType, kBindingCount> bindingTypes()
{
    std::array<VkDescriptorType, kBindingCount> types = {};
    types.fill(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
    for (int binding : {kFarBlurBinding, kNearBlurBinding})
        types[static_cast<std::size_t>(binding)] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    for (int binding : {kFarOutBinding, kFarSizeOutBinding, kNearOutBinding, kNearSizeOutBinding, kSharpOutBinding,
                        kFarBlurOutBinding, kNearBlurOutBinding, kEffectBinding, kPictureBinding})
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

FrameData frameData(const Settings& settings, VkExtent2D extent, uint32_t shadowSide, const Lens& lens)
{
    const auto side = static_cast<float>(std::min(extent.width, extent.height)); // that kViewAngle is along
    FrameData data = {};
    data.sunColour.w = settings.shadows ? 1.0F : 0.0F;
    data.shadow.x = 0.16F * settings.shadowSoftness;
    data.shadow.y = static_cast<float>(shadowSide);
    data.shadow.z = settings.lightBleedReduction;
    data.shadow.w = 64.0F * static_cast<float>(shadowSide) / static_cast<float>(kShadowSide);
    // The blur of what is infinitely far away is as large as the lens is at the distance in focus.
    data.lens.x = lens.focus;
    data.lens.y = lens.aperture / 2 / (lens.focus * std::tan(kViewAngle / 2)) * side / 2;
    data.lens.z = 0.045F * side;
    data.lens.w = settings.roundAperture ? 1.0F : 0.0F;
    data.blur = vec4(settings.radius, settings.radiusGrows ? 1 : 0,
                     settings.technique == Technique::TriangleBlur ? 6 : 1, settings.autoExposure ? 1 : 0);
    // Sums of what a mean was subtracted from are small.
    const float tableScale = settings.tableScale * (settings.bias == vkscan::Bias::Mean ? 16.0F : 2.0F);
    data.screen = vec4(settings.exposure, settings.technique == Technique::None ? 1 : 0, tableScale,
                       settings.tableContours ? 1 : 0);
    return data;
}

// Labels of what the picture does not tell by itself.
std::vector<support::Label> labelsOf(const Settings& settings, const FrameData& data, VkExtent2D extent)
{
    const auto width = static_cast<float>(extent.width);
    const auto height = static_cast<float>(extent.height);
    const float unit = height / 40; // of the legend that table_view.comp draws
    if (settings.technique == Technique::Comparison && settings.way == BlurWay::All)
        return {{"table", width / 6, 2 * unit}, {"separable", width / 2, 2 * unit}, {"naive", 5 * width / 6, 2 * unit}};
    if (settings.technique != Technique::TableView)
        return {};
    std::vector<support::Label> labels = {{"sum of light", width - unit, 2.5F * unit, 1}};
    for (float part : {-0.5F, 0.0F, 0.5F}) {
        char text[16];
        std::snprintf(text, sizeof(text), "%.0f",
                      static_cast<double>(2 * part * kHalfSum * width * height / data.screen.z));
        labels.push_back({text, width - 4.5F * unit, (20 - 15 * part) * unit, 1});
    }
    return labels;
}

} // namespace

SceneView::SceneView(gpu::Device& device, const vkscan::Context& context, const World& world, uint32_t shadowSide)
    : m_device(withGraphics(device)),
      m_context(context),
      m_shadowSide(shadowSide),
      m_sceneAt(world.at),
      m_note(world.note),
      m_bindings(device, bindingTypes(), kStages, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), kStages, sizeof(VkDeviceAddress))),
      m_renderer(device, m_bindings.layout(), kStages, world),
      m_split(drawing::createComputePipeline(device, m_layout.get(), split_layers_comp)),
      m_depthOfField(drawing::createComputePipeline(device, m_layout.get(), depth_of_field_comp)),
      m_compose(drawing::createComputePipeline(device, m_layout.get(), compose_comp)),
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
    requireRoom(m_device, extent, {kLargestPixelBytes, kSlots * kLeastPixelBytes});
    for (SceneTargets& targets : m_targets)
        targets = SceneTargets(m_device, extent, m_shadowSide, m_renderer.shadowPass(), m_renderer.scenePass());
    m_extent = extent;
    m_comparison.reset();
    m_autoExposure.reset();
    m_hasTables = false;
}

void SceneView::makeTables(const Settings& settings)
{
    if (settings.accumulation == vkscan::Accumulation::U32)
        throw std::runtime_error("U32 sums are for pictures from files with 8 bits a channel; the scene's light and "
                                 "shadows are floats");
    SatPassDesc shadow =
        satPassDesc(settings, kMomentsFormat, VK_FORMAT_R32G32B32A32_UINT, {m_shadowSide, m_shadowSide});
    shadow.table.accumulation = vkscan::Accumulation::U32;
    shadow.table.bias = vkscan::Bias::None;
    const auto tables = [&](VkFormat input, VkFormat output, VkExtent2D extent) {
        return satPassDesc(settings, input, output, extent);
    };
    const VkExtent2D half = halfOf(m_extent);
    const SatPassDesc colour = tables(kColourFormat, VK_FORMAT_R32G32B32A32_SFLOAT, m_extent);
    SatPassDesc layers = tables(kColourFormat, VK_FORMAT_R32G32B32A32_SFLOAT, half);
    layers.count = 2;
    const SatPassDesc size = tables(kSizeFormat, VK_FORMAT_R32_SFLOAT, half);
    if (m_hasTables && m_tables.shadow.is(shadow) && m_tables.colour.is(colour))
        return;
    const auto make = [&](const SatPassDesc& desc) { return SatPass(m_device, m_context, desc); };
    Tables made = {make(shadow), make(colour), make(layers), make(size)};
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
    m_tables = std::move(made);
    m_hasTables = true;
    bindImages();
}

void SceneView::bindImages()
{
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        const SceneTargets& targets = m_targets[slot];
        const auto bind = [&](int binding, const gpu::Image& image) {
            m_bindings.write(slot, static_cast<uint32_t>(binding), image.view(), VK_IMAGE_LAYOUT_GENERAL);
        };
        m_bindings.write(slot, kSamplesBinding, targets.samples.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        bind(kNearTableBinding, m_tables.layers.table(slot, kNearLayer));
        bind(kNearSizeTableBinding, m_tables.nearSize.table(slot));
        bind(kShadowTableBinding, m_tables.shadow.table(slot));
        bind(kSharpBinding, targets.sharp);
        bind(kFarSizeBinding, targets.farSize);
        bind(kFarBlurBinding, targets.farBlur);
        bind(kNearBlurBinding, targets.nearBlur);
        bind(kFarOutBinding, targets.far);
        bind(kFarSizeOutBinding, targets.farSize);
        bind(kNearOutBinding, targets.near);
        bind(kNearSizeOutBinding, targets.nearSize);
        bind(kSharpOutBinding, targets.sharp);
        bind(kFarBlurOutBinding, targets.farBlur);
        bind(kNearBlurOutBinding, targets.nearBlur);
        bind(kEffectBinding, targets.effect);
        bind(kPictureBinding, targets.picture);
    }
}

// The table of the scene, or that of what is behind the focus. The slot's last frame has ended.
void SceneView::bindColourTable(uint32_t slot, const Settings& settings)
{
    const bool hasLayers = settings.technique == Technique::DepthOfField;
    const gpu::Image& table = hasLayers ? m_tables.layers.table(slot, kFarLayer) : m_tables.colour.table(slot);
    m_bindings.write(slot, kColourTableBinding, table.view(), VK_IMAGE_LAYOUT_GENERAL);
}

void SceneView::prepare(const Settings& settings)
{
    makeTables(settings);
    if (settings.technique == Technique::Comparison && !m_comparison)
        m_comparison.emplace(m_device, m_extent);
    if (settings.autoExposure && !m_autoExposure)
        m_autoExposure.emplace(m_device, m_context, m_extent);
}

void SceneView::bindOptional(uint32_t slot, const Settings& settings)
{
    if (settings.technique == Technique::Comparison)
        m_comparison->bind(slot, m_targets[slot].colour, m_tables.colour.table(slot), m_targets[slot].picture);
    if (settings.autoExposure)
        m_autoExposure->bind(slot, m_targets[slot].colour);
}

void SceneView::listStages(const Settings& settings)
{
    const VkDeviceSize pixels = VkDeviceSize{m_extent.width} * m_extent.height;
    const VkDeviceSize halfPixels = VkDeviceSize{halfOf(m_extent).width} * halfOf(m_extent).height;
    constexpr VkDeviceSize kHdr = 8; // bytes a pixel
    constexpr VkDeviceSize kSize = 4;
    constexpr VkDeviceSize kShown = 4;
    m_stageBytes.clear();
    if (settings.shadows)
        m_stageBytes.push_back({kShadowTable, m_tables.shadow.bytes()});
    switch (settings.technique) {
    case Technique::None: m_stageBytes.push_back({kToneMap, (kSampleCount * kHdr + kShown) * pixels}); break;
    case Technique::DepthOfField: {
        const VkDeviceSize tables = m_tables.layers.bytes() + m_tables.nearSize.bytes();
        m_stageBytes.push_back({kLayers, (kSampleCount + 1) * kHdr * pixels + 2 * (kHdr + kSize) * halfPixels});
        m_stageBytes.push_back({kColourTables, tables});
        m_stageBytes.push_back({kEffect, tables + (kSize + kHdr) * halfPixels});
        m_stageBytes.push_back({kToneMap, (kHdr + kShown) * pixels + 2 * kHdr * halfPixels});
        break;
    }
    case Technique::BoxBlur:
    case Technique::TriangleBlur:
        m_stageBytes.push_back({kColourTable, m_tables.colour.bytes()});
        m_stageBytes.push_back({kEffect, m_tables.colour.bytes()});
        m_stageBytes.push_back({kToneMap, (kHdr + kShown) * pixels});
        break;
    case Technique::Comparison:
    case Technique::TableView: m_stageBytes.push_back({kColourTable, m_tables.colour.bytes()}); break;
    }
}

void SceneView::place(uint32_t slot, const Settings& settings, float seconds)
{
    const float aspect = static_cast<float>(m_extent.width) / static_cast<float>(m_extent.height);
    Scene scene = m_sceneAt(seconds, aspect);
    m_lens = scene.lens;
    const Lens lens = {settings.focusDistance.value_or(m_lens.focus), settings.aperture.value_or(m_lens.aperture)};
    FrameData data = frameData(settings, m_extent, m_shadowSide, lens);
    const bool hasLayers = settings.technique == Technique::DepthOfField;
    m_labels = labelsOf(settings, data, m_extent);
    data.colourBias = (hasLayers ? m_tables.layers.bias(slot, kFarLayer) : m_tables.colour.bias(slot)).address();
    data.nearBias = m_tables.layers.bias(slot, kNearLayer).address();
    data.nearSizeBias = m_tables.nearSize.bias(slot).address();
    if (settings.autoExposure)
        data.exposure = m_autoExposure->exposure();
    if (settings.camera) {
        scene.eye = settings.camera->eye();
        scene.target = settings.camera->target();
    }
    m_camera.emplace(scene.eye, scene.target, kLowestEye);
    m_renderer.place(slot, scene, aspect, data);
}

float SceneView::distanceAt(uint32_t slot, glm::vec2 pixel)
{
    const gpu::Image& colour = m_targets[slot].colour;
    std::vector<uint16_t> texels(std::size_t{4} * m_extent.width * m_extent.height);
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
    gpu::download(m_device, colour, std::as_writable_bytes(std::span(texels)),
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    const auto last = glm::vec2(m_extent.width, m_extent.height) - 1.0F;
    const glm::uvec2 at(glm::clamp(pixel, glm::vec2(0), last));
    return glm::unpackHalf1x16(texels[std::size_t{4} * (std::size_t{at.y} * m_extent.width + at.x) + 3]);
}

void SceneView::navigate(const Events& events, uint32_t slot, Settings& settings)
{
    steer(events, static_cast<float>(m_extent.height), *m_camera, settings.camera);
    if (events.clicked && settings.technique == Technique::DepthOfField)
        settings.focusDistance = std::clamp(distanceAt(slot, *events.clicked), kNearestFocus, kFarthestFocus);
}

void SceneView::bindForGraphics(VkCommandBuffer commandBuffer, uint32_t slot) const
{
    const VkDescriptorSet set = m_bindings.set(slot);
    const VkDeviceAddress frame = m_renderer.frameAddress(slot);
    m_device.vk().vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 0, 1, &set, 0,
                                          nullptr);
    m_device.vk().vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(frame), &frame);
}

void SceneView::compute(VkCommandBuffer commandBuffer, uint32_t slot, const drawing::Owned<VkPipeline>& pipeline,
                        VkExtent2D extent) const
{
    // All anew, as vkscan binds a set and pushes constants of its own.
    const VkDescriptorSet set = m_bindings.set(slot);
    const VkDeviceAddress frame = m_renderer.frameAddress(slot);
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.get(), 0, 1, &set, 0, nullptr);
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(frame), &frame);
    drawing::dispatchOver(m_device, commandBuffer, extent);
}

void SceneView::recordDepthOfField(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    const SceneTargets& targets = m_targets[slot];
    compute(commandBuffer, slot, m_split, halfOf(m_extent));
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kLayers);
    // Each has tables and scratch of its own, so that the device may build them side by side.
    m_tables.layers.record(commandBuffer, slot, {&targets.far, &targets.near}, VK_IMAGE_LAYOUT_GENERAL);
    m_tables.nearSize.record(commandBuffer, slot, {&targets.nearSize}, VK_IMAGE_LAYOUT_GENERAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kColourTables);
    compute(commandBuffer, slot, m_depthOfField, halfOf(m_extent));
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kEffect);
    compute(commandBuffer, slot, m_compose, m_extent);
    timer.mark(commandBuffer, kToneMap);
}

void SceneView::recordColourTable(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    m_tables.colour.record(commandBuffer, slot, {&m_targets[slot].colour}, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kColourTable);
}

void SceneView::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                       const Settings& settings, float seconds)
{
    prepare(settings);
    listStages(settings);
    bindColourTable(slot, settings);
    bindOptional(slot, settings);
    place(slot, settings, seconds);
    const SceneTargets& targets = m_targets[slot];

    // The slot's last frame has ended, but what it wrote, scratch above all, is not yet visible to this one's shaders.
    drawing::computeBarrier(m_device, commandBuffer);

    bindForGraphics(commandBuffer, slot);
    if (settings.shadows) {
        m_renderer.drawShadowMap(commandBuffer, slot, targets);
        timer.mark(commandBuffer, "shadow map");
        m_tables.shadow.record(commandBuffer, slot, {&targets.moments}, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                               VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                               VK_ACCESS_SHADER_READ_BIT);
        timer.mark(commandBuffer, kShadowTable);
        bindForGraphics(commandBuffer, slot);
    }
    m_renderer.drawScene(commandBuffer, slot, targets);
    timer.mark(commandBuffer, "scene");
    if (settings.autoExposure) {
        m_autoExposure->record(commandBuffer, slot, seconds);
        timer.mark(commandBuffer, "exposure");
    }

    const gpu::ImageState written = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                     VK_IMAGE_LAYOUT_GENERAL};
    gpu::transition(m_device, commandBuffer, targets.picture, {}, written);
    const auto toneMap = [&] {
        compute(commandBuffer, slot, m_toneMap, m_extent);
        timer.mark(commandBuffer, kToneMap);
    };
    switch (settings.technique) {
    case Technique::None: toneMap(); break;
    case Technique::DepthOfField: recordDepthOfField(commandBuffer, timer, slot); break;
    case Technique::TableView:
        recordColourTable(commandBuffer, timer, slot);
        compute(commandBuffer, slot, m_tableView, m_extent);
        timer.mark(commandBuffer, kEffect);
        break;
    case Technique::BoxBlur:
    case Technique::TriangleBlur:
        recordColourTable(commandBuffer, timer, slot);
        compute(commandBuffer, slot, m_blur, m_extent);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.mark(commandBuffer, kEffect);
        toneMap();
        break;
    case Technique::Comparison:
        recordColourTable(commandBuffer, timer, slot);
        m_comparison->record(commandBuffer, timer, slot, settings, m_tables.colour.bias(slot));
        break;
    }
    gpu::transition(
        m_device, commandBuffer, targets.picture, written,
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL});
}

} // namespace viewer
