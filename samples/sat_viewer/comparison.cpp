#include "comparison.h"

#include "scene_targets.h"
#include "shaders/comparison_shared.h"
#include "viewer_shaders.h"

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

std::array<VkDescriptorType, kComparisonBindingCount> bindingTypes()
{
    std::array<VkDescriptorType, kComparisonBindingCount> types = {};
    types.fill(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
    for (int binding : {kSceneBinding, kSceneTableBinding, kAcrossBinding})
        types[static_cast<std::size_t>(binding)] = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    return types;
}

} // namespace

Comparison::Comparison(gpu::Device& device, VkExtent2D extent)
    : m_device(device),
      m_extent(extent),
      m_bindings(device, bindingTypes(), VK_SHADER_STAGE_COMPUTE_BIT, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT,
                                             sizeof(ComparisonParameters))),
      m_byTable(drawing::createComputePipeline(device, m_layout.get(), compare_table_comp)),
      m_separable(drawing::createComputePipeline(device, m_layout.get(), compare_separable_comp)),
      m_naive(drawing::createComputePipeline(device, m_layout.get(), compare_naive_comp)),
      m_show(drawing::createComputePipeline(device, m_layout.get(), compare_show_comp))
{
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    for (Slot& slot : m_slots)
        for (gpu::Image* image : {&slot.byTable, &slot.across, &slot.separable, &slot.naive}) {
            *image = gpu::Image(device, {.extent = extent, .format = kColourFormat, .usage = kUsage});
            device.run([&](VkCommandBuffer commandBuffer) {
                gpu::transition(
                    device, commandBuffer, *image, {},
                    {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL});
            });
        }
}

void Comparison::bind(uint32_t slot, const gpu::Image& scene, const gpu::Image& table, const gpu::Image& picture)
{
    const Slot& images = m_slots.at(slot);
    const auto bind = [&](int binding, const gpu::Image& image) {
        m_bindings.write(slot, static_cast<uint32_t>(binding), image.view(), VK_IMAGE_LAYOUT_GENERAL);
    };
    m_bindings.write(slot, kSceneBinding, scene.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    bind(kSceneTableBinding, table);
    bind(kAcrossBinding, images.across);
    bind(kAcrossOutBinding, images.across);
    bind(kByTableBinding, images.byTable);
    bind(kSeparableBinding, images.separable);
    bind(kNaiveBinding, images.naive);
    bind(kShownBinding, picture);
}

void Comparison::record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot,
                        const Settings& settings, const gpu::Buffer& bias) const
{
    ComparisonParameters parameters = {};
    parameters.bias = bias.address();
    parameters.radius = static_cast<int>(std::clamp(std::round(settings.comparisonRadius), 0.0F, kMaxComparisonRadius));
    parameters.spots = settings.spots ? 1 : 0;
    parameters.exposure = settings.exposure;
    parameters.way = static_cast<int>(settings.way);
    const auto run = [&](const drawing::Owned<VkPipeline>& pipeline, int pass = 0) {
        parameters.pass = pass;
        m_bindings.compute(commandBuffer, slot, m_layout, pipeline, parameters, m_extent);
        drawing::computeBarrier(m_device, commandBuffer);
    };
    run(m_byTable);
    timer.mark(commandBuffer, kTableBlur);
    run(m_separable, 0);
    run(m_separable, 1);
    timer.mark(commandBuffer, kSeparableBlur);
    run(m_naive);
    timer.mark(commandBuffer, kNaiveBlur);
    run(m_show);
    timer.mark(commandBuffer, "tone map");
}

} // namespace viewer
