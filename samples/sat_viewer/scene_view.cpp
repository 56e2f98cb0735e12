#include "scene_view.h"

#include "room.h"
#include "viewer_shaders.h"

#include "../window/camera.h"

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
constexpr const char* kScene = "scene";
constexpr const char* kShadowTable = "shadow table";
constexpr const char* kColourTables = "colour tables";
constexpr const char* kLayers = "layers";
constexpr const char* kEffect = "effect";
constexpr const char* kToneMap = "tone map";

std::array<VkDescriptorType, kBindingCount> bindingTypes()
{
    std::array<VkDescriptorType, kBindingCount> types = {};
    types.fill(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
    for (int binding : {kLayerImagesBinding, kEffectBinding, kPictureBinding})
        types[static_cast<std::size_t>(binding)] = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    types[kLayersBinding] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
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
    const auto side = static_cast<float>(std::min(extent.width, extent.height)); // the side that kViewAngle spans
    FrameData data = {};
    data.sunColour.w = settings.shadows ? 1.0F : 0.0F;
    data.shadow.x = 0.16F * settings.shadowSoftness;
    data.shadow.y = static_cast<float>(shadowSide);
    data.shadow.z = settings.lightBleedReduction;
    data.shadow.w = 64.0F * static_cast<float>(shadowSide) / static_cast<float>(kShadowSide);
    // The blur of infinitely distant points is as large as the lens at the distance in focus.
    data.lens.x = lens.focus;
    data.lens.y = lens.aperture / 2 / (lens.focus * std::tan(kViewAngle / 2)) * side / 2;
    data.lens.z = 0.25F * side;
    data.lens.w = settings.roundAperture ? 1.0F : 0.0F;
    data.blur = vec4(settings.radius, settings.radiusGrows ? 1 : 0,
                     settings.technique == Technique::TriangleBlur ? 6 : 1, settings.autoExposure ? 1 : 0);
    // Sums are small after a mean is subtracted.
    const float tableScale = settings.tableScale * (settings.bias == vkscan::Bias::Mean ? 16.0F : 2.0F);
    data.screen = vec4(settings.exposure, settings.technique == Technique::None ? 1 : 0, tableScale,
                       settings.tableContours ? 1 : 0);
    return data;
}

// Whether a part of the picture shows the scene itself.
bool isSplit(const Settings& settings)
{
    return settings.compare > 0 &&
           (settings.technique == Technique::DepthOfField || settings.technique == Technique::BoxBlur ||
            settings.technique == Technique::TriangleBlur);
}

uint32_t splitColumn(const Settings& settings, VkExtent2D extent)
{
    return static_cast<uint32_t>(std::lround(settings.compare * static_cast<float>(extent.width)));
}

// Labels of facts that the picture does not show.
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

SceneView::SceneView(gpu::Device& device, const vkscan::Context& context, const World& world,
                     const SceneQuality& quality)
    : m_device(withGraphics(device)),
      m_context(context),
      m_quality(quality),
      m_sceneAt(world.at),
      m_note(world.note),
      m_bindings(device, bindingTypes(), kStages, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), kStages, sizeof(VkDeviceAddress))),
      m_renderer(device, m_bindings.layout(), kStages, world),
      m_divide(drawing::createComputePipeline(device, m_layout.get(), divide_comp)),
      m_spread(drawing::createComputePipeline(device, m_layout.get(), spread_comp)),
      m_resolve(drawing::createComputePipeline(device, m_layout.get(), resolve_comp)),
      m_compose(drawing::createComputePipeline(device, m_layout.get(), compose_comp)),
      m_lensPass(drawing::createComputePipeline(device, m_layout.get(), lens_comp)),
      m_blur(drawing::createComputePipeline(device, m_layout.get(), blur_comp)),
      m_tableView(drawing::createComputePipeline(device, m_layout.get(), table_view_comp)),
      m_toneMap(drawing::createComputePipeline(device, m_layout.get(), tone_map_comp)),
      m_split(drawing::createComputePipeline(device, m_layout.get(), split_comp))
{
}

SceneView::~SceneView()
{
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
}

void SceneView::resize(VkExtent2D extent)
{
    requireRoom(m_device, extent, {kLargestPixelBytes, kSlots * kLeastPixelBytes + kSharedPixelBytes});
    for (SceneTargets& targets : m_targets)
        targets = SceneTargets(m_device, extent, m_quality.shadowSide, m_renderer.shadowPass(), m_renderer.scenePass());
    m_extent = extent;
    m_comparison.reset();
    m_autoExposure.reset();
    m_layers.reset();
    m_lensSums = {};
    m_lensSettings.reset();
    m_shownSlot.reset();
    m_hasTables = false;
}

void SceneView::makeTables(const Settings& settings)
{
    if (settings.accumulation == vkscan::Accumulation::U32)
        throw std::runtime_error("U32 sums are for pictures from files with 8 bits a channel; the scene's light and "
                                 "shadows are floats");
    SatPassDesc shadow = satPassDesc(settings, kMomentsFormat, VK_FORMAT_R32G32B32A32_UINT,
                                     {m_quality.shadowSide, m_quality.shadowSide});
    shadow.table.accumulation = vkscan::Accumulation::U32;
    shadow.table.bias = vkscan::Bias::None;
    const SatPassDesc colour = satPassDesc(settings, kColourFormat, VK_FORMAT_R32G32B32A32_SFLOAT, m_extent);
    if (m_hasTables && m_tables.shadow.is(shadow) && m_tables.colour.is(colour))
        return;
    const auto make = [&](const SatPassDesc& desc) { return SatPass(m_device, m_context, desc); };
    Tables made = {make(shadow), make(colour)};
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
        bind(kColourTableBinding, m_tables.colour.table(slot));
        bind(kShadowTableBinding, m_tables.shadow.table(slot));
        for (int binding : {kLayersBinding, kLayerImagesBinding})
            m_bindings.write(slot, static_cast<uint32_t>(binding), targets.layers.arrayView(), VK_IMAGE_LAYOUT_GENERAL);
        bind(kEffectBinding, targets.effect);
        bind(kPictureBinding, targets.picture);
    }
}

void SceneView::prepare(const Settings& settings)
{
    makeTables(settings);
    if (settings.technique == Technique::Comparison && !m_comparison)
        m_comparison.emplace(m_device, m_extent);
    if (settings.technique == Technique::DepthOfField && (!m_layers || m_layers->waiting() != settings.waiting)) {
        LayerTables made(m_device, m_context, m_extent, settings.waiting);
        m_device.vk().vkDeviceWaitIdle(m_device.handle());
        m_layers.emplace(std::move(made));
    }
    if (settings.technique == Technique::Lens && m_lensSums.size() == 0)
        m_lensSums = m_device.createBuffer(sizeof(vec4) * kSampleCount * m_extent.width * m_extent.height);
    if (settings.autoExposure && !m_autoExposure)
        m_autoExposure.emplace(m_device, m_context);
}

void SceneView::bindOptional(uint32_t slot, const Settings& settings)
{
    if (settings.technique == Technique::Comparison)
        m_comparison->bind(slot, m_targets[slot].colour, m_tables.colour.table(slot), m_targets[slot].picture);
}

void SceneView::listStages(const Settings& settings)
{
    const VkDeviceSize pixels = VkDeviceSize{m_extent.width} * m_extent.height;
    constexpr VkDeviceSize kHdr = 8; // bytes a pixel
    constexpr VkDeviceSize kShown = 4;
    m_stageBytes.clear();
    if (settings.shadows)
        m_stageBytes.push_back({kShadowTable, m_tables.shadow.bytes()});
    switch (settings.technique) {
    case Technique::None: m_stageBytes.push_back({kToneMap, (kSampleCount * kHdr + kShown) * pixels}); break;
    case Technique::DepthOfField: {
        const VkDeviceSize tables = m_layers->bytes();
        const VkDeviceSize image = kHdr * halfOf(m_extent).width * halfOf(m_extent).height;
        m_stageBytes.push_back({kLayers, kSampleCount * kHdr * pixels + 2 * kLayerImageCount * image + tables});
        m_stageBytes.push_back({kColourTables, 2 * tables});
        m_stageBytes.push_back({kToneMap, (kSampleCount * kHdr + kShown) * pixels + 2 * kTableCount * image + tables});
        break;
    }
    case Technique::Lens: m_stageBytes.push_back({kToneMap, (kHdr + kShown) * pixels}); break;
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
    scene.lens = {settings.focusDistance.value_or(m_lens.focus), settings.aperture.value_or(m_lens.aperture)};
    FrameData data = frameData(settings, m_extent, m_quality.shadowSide, scene.lens);
    m_labels = labelsOf(settings, data, m_extent);
    data.colourBias = m_tables.colour.bias(slot).address();
    if (m_layers) {
        data.corners = m_layers->corners();
        data.tables = m_layers->tables();
    }
    data.lensSums = m_lensSums.address();
    data.lensPoint.y = splitColumn(settings, m_extent);
    if (settings.autoExposure)
        data.exposure = m_autoExposure->exposure();
    if (settings.camera) {
        scene.eye = settings.camera->eye();
        scene.target = settings.camera->target();
    }
    m_camera.emplace(scene.eye, scene.target, kLowestEye);
    const bool isLens = settings.technique == Technique::Lens;
    const float sunSize = isLens && settings.sunPoints ? data.shadow.x : 0;
    if (sunSize > 0)
        data.shadow.x = 0;
    m_renderer.place(slot, scene, aspect, data, isLens ? settings.lensPoints : 1, sunSize);
}

float SceneView::distanceAt(uint32_t slot, glm::vec2 pixel)
{
    const gpu::Image& colour = m_targets[slot].colour;
    std::vector<uint16_t> texels(std::size_t{4} * m_extent.width * m_extent.height);
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
    gpu::download(m_device, colour, std::as_writable_bytes(std::span(texels)),
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    const auto lastPixel = glm::vec2(m_extent.width, m_extent.height) - 1.0F;
    const glm::uvec2 at(glm::clamp(pixel, glm::vec2(0), lastPixel));
    return glm::unpackHalf1x16(texels[std::size_t{4} * (std::size_t{at.y} * m_extent.width + at.x) + 3]);
}

void SceneView::navigate(const Events& events, uint32_t slot, Settings& settings)
{
    const auto width = static_cast<float>(m_extent.width);
    Events others = events;
    if (m_line.isDragged(events, isSplit(settings), settings.compare * width)) {
        settings.compare = std::clamp(events.cursor.x / width, 0.001F, 1.0F);
        others.draggedLeft = {};
    }
    steer(others, static_cast<float>(m_extent.height), *m_camera, settings.camera);
    if (events.clicked && settings.technique == Technique::DepthOfField)
        settings.focusDistance = std::clamp(distanceAt(slot, *events.clicked), kNearestFocus, kFarthestFocus);
}

void SceneView::bindForGraphics(VkCommandBuffer commandBuffer, uint32_t slot, uint32_t lensPoint) const
{
    const VkDescriptorSet set = m_bindings.set(slot);
    const VkDeviceAddress frame = m_renderer.frameAddress(slot, lensPoint);
    m_device.vk().vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 0, 1, &set, 0,
                                          nullptr);
    m_device.vk().vkCmdPushConstants(commandBuffer, m_layout.get(), kStages, 0, sizeof(frame), &frame);
}

void SceneView::compute(VkCommandBuffer commandBuffer, uint32_t slot, const drawing::Owned<VkPipeline>& pipeline,
                        VkExtent2D extent, uint32_t lensPoint) const
{
    m_bindings.compute(commandBuffer, slot, m_layout, pipeline, m_renderer.frameAddress(slot, lensPoint), extent,
                       kStages);
}

void SceneView::recordShadows(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer, uint32_t slot,
                              uint32_t lensPoint) const
{
    const SceneTargets& targets = m_targets[slot];
    bindForGraphics(commandBuffer, slot, lensPoint);
    m_renderer.drawShadowMap(commandBuffer, slot, targets);
    if (timer != nullptr)
        timer->mark(commandBuffer, "shadow map");
    m_tables.shadow.record(commandBuffer, slot, targets.moments, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                           VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    if (timer != nullptr)
        timer->mark(commandBuffer, kShadowTable);
}

void SceneView::recordLens(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                           const Settings& settings, drawing::Steps::Range points) const
{
    for (uint32_t point = points.begin; point < points.end; ++point) {
        // Shadows differ between points of the sun.
        if (settings.shadows && (point == points.begin || settings.sunPoints)) {
            drawing::orderFrames(m_device, commandBuffer);
            recordShadows(commandBuffer, point == points.begin ? &timer : nullptr, slot, point);
        }
        bindForGraphics(commandBuffer, slot, point);
        m_renderer.drawScene(commandBuffer, slot, m_targets[slot]);
        compute(commandBuffer, slot, m_lensPass, m_extent, point);
        drawing::computeBarrier(m_device, commandBuffer);
    }
    timer.mark(commandBuffer, kScene);
}

void SceneView::recordDepthOfField(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    const VkExtent2D texels = halfOf(m_extent);
    compute(commandBuffer, slot, m_divide, texels);
    drawing::computeBarrier(m_device, commandBuffer);
    compute(commandBuffer, slot, m_spread,
            {8 * ((texels.width + kSpreadColumns - 1) / kSpreadColumns),
             8 * ((texels.height + kSpreadRows - 1) / kSpreadRows)});
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kLayers);
    m_layers->record(commandBuffer);
    drawing::memoryBarrier(
        m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
        VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    timer.mark(commandBuffer, kColourTables);
    compute(commandBuffer, slot, m_resolve, texels);
    drawing::computeBarrier(m_device, commandBuffer);
    compute(commandBuffer, slot, m_compose, m_extent);
    timer.mark(commandBuffer, kToneMap);
}

void SceneView::recordColourTable(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const
{
    m_tables.colour.record(commandBuffer, slot, m_targets[slot].colour, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, kColourTable);
}

drawing::Steps::Range SceneView::takeLensPoints(uint32_t slot, const Settings& settings, float seconds)
{
    if (settings.technique != Technique::Lens) {
        m_lensSettings.reset();
        m_shownSlot.reset();
        return {};
    }
    if (!m_quality.inSteps)
        return {0, settings.lensPoints};
    const drawing::Steps::Range points =
        m_lensSteps.take(slot, {settings.lensPoints, m_lensSettings != settings, seconds});
    m_lensSettings = settings;
    if (!points.isEmpty() && m_lensSteps.isShown())
        m_shownSlot = slot;
    return points;
}

void SceneView::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                       const Settings& settings, float seconds)
{
    prepare(settings);
    const bool isLens = settings.technique == Technique::Lens;
    const drawing::Steps::Range points = takeLensPoints(slot, settings, seconds);
    if (isLens && points.isEmpty())
        return; // the picture that is shown is complete
    listStages(settings);
    bindOptional(slot, settings);
    place(slot, settings, isLens && m_quality.inSteps ? m_lensSteps.seconds() : seconds);
    const SceneTargets& targets = m_targets[slot];

    // The slot's last frame has ended, but its writes, mainly scratch, are not yet visible to this one's shaders. The
    // other slot's frame may still show the picture of a lens.
    isLens ? drawing::orderFrames(m_device, commandBuffer) : drawing::computeBarrier(m_device, commandBuffer);

    if (isLens) {
        recordLens(commandBuffer, timer, slot, settings, points);
        if (m_shownSlot.value_or(slot) != slot)
            return; // the previous picture is shown until this one is complete
    } else {
        if (settings.shadows)
            recordShadows(commandBuffer, &timer, slot);
        bindForGraphics(commandBuffer, slot);
        m_renderer.drawScene(commandBuffer, slot, targets);
        timer.mark(commandBuffer, kScene);
    }
    if (settings.autoExposure) {
        m_autoExposure->record(commandBuffer, slot, targets.colour, seconds);
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
    case Technique::None:
    case Technique::Lens: toneMap(); break;
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
    if (isSplit(settings)) {
        drawing::computeBarrier(m_device, commandBuffer);
        compute(commandBuffer, slot, m_split, {splitColumn(settings, m_extent) + 1, m_extent.height});
        timer.mark(commandBuffer, "split");
    }
    gpu::transition(
        m_device, commandBuffer, targets.picture, written,
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL});
}

} // namespace viewer
