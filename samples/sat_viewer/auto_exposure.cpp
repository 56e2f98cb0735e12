#include "auto_exposure.h"

#include "scene_targets.h"
#include "shaders/exposure_shared.h"
#include "viewer_shaders.h"

#include <support/operation.h>

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

constexpr uint32_t kBins = 64;
constexpr VkDeviceSize kCountBytes = kBins * sizeof(uint32_t);

} // namespace

AutoExposure::AutoExposure(gpu::Device& device, const vkscan::Context& context)
    : m_device(device),
      m_layout(drawing::createPipelineLayout(device, VkDescriptorSetLayout(VK_NULL_HANDLE), VK_SHADER_STAGE_COMPUTE_BIT,
                                             sizeof(ExposureParameters))),
      m_choose(drawing::createComputePipeline(device, m_layout.get(), choose_exposure_comp)),
      m_counts(device.createBuffer(kCountBytes + sizeof(float))),
      m_exposure(device.createBuffer(sizeof(float)))
{
    const vkscan::HistogramDesc desc = {
        .type = vkscan::ElementType::F32, .binCount = kBins, .inputFormat = kColourFormat};
    gpu::requireOffered(vkscan::Histogram::create(context, desc, &m_histogram));
    if (!device.contextDesc().pushDescriptorEnabled) {
        const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kSlots}};
        m_sets = drawing::allocateSets(device, sizes, std::vector(kSlots, m_histogram.descriptorSetLayout()));
    }
    device.fill(m_exposure, 0); // no exposure yet
}

void AutoExposure::record(VkCommandBuffer commandBuffer, uint32_t slot, const gpu::Image& scene, float seconds)
{
    // The darkest and the brightest tenth do not count, so that lamps and black holes do not matter.
    vkscan::HistogramArgs args;
    args.counts = {m_counts.address(), kCountBytes};
    args.lower = -10.0F;
    args.width = 0.25F;
    args.image = scene.surface(VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    args.mean = {m_counts.address() + kCountBytes, sizeof(float)};
    args.meanFrom = 0.1F;
    args.meanTo = 0.9F;
    args.barrierAfter = true;
    if (!m_sets.sets.empty()) { // the slot's last frame has ended
        args.descriptorSet = m_sets.sets.at(slot);
        gpu::requireOffered(m_histogram.writeDescriptors(args.descriptorSet, args));
    }
    gpu::requireOffered(m_histogram.record(commandBuffer, args));

    constexpr float kPace = 2.5F; // fraction of the difference per second
    ExposureParameters parameters = {};
    parameters.brightness = args.mean.address;
    parameters.exposure = m_exposure.address();
    parameters.adaptation = 1 - std::exp(-kPace * std::max(seconds - m_lastSeconds, 0.0F));
    m_lastSeconds = seconds;
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkCmdPushConstants(commandBuffer, m_layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(parameters),
                          &parameters);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_choose.get());
    vk.vkCmdDispatch(commandBuffer, 1, 1, 1);
    drawing::computeBarrier(m_device, commandBuffer);
}

} // namespace viewer
