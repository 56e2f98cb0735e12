#include "auto_exposure.h"

#include "shaders/exposure_shared.h"
#include "viewer_shaders.h"

#include <support/operation.h>

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

constexpr VkDescriptorType kExposureTypes[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE};

uint32_t measurementsAlong(uint32_t pixels)
{
    return (pixels + kMeasurementStep - 1) / kMeasurementStep;
}

} // namespace

AutoExposure::AutoExposure(gpu::Device& device, const vkscan::Context& context, VkExtent2D extent)
    : m_device(device),
      m_extent{measurementsAlong(extent.width), measurementsAlong(extent.height)},
      m_bindings(device, kExposureTypes, VK_SHADER_STAGE_COMPUTE_BIT, kSlots),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT,
                                             sizeof(ExposureParameters))),
      m_measure(drawing::createComputePipeline(device, m_layout.get(), measure_brightness_comp)),
      m_choose(drawing::createComputePipeline(device, m_layout.get(), choose_exposure_comp)),
      m_brightness(device.createBuffer(sizeof(float) * m_extent.width * m_extent.height)),
      m_counts(device.createBuffer(sizeof(uint32_t) * kExposureBins)),
      m_exposure(device.createBuffer(sizeof(float)))
{
    const vkscan::HistogramDesc desc = {.type = vkscan::ElementType::F32, .binCount = kExposureBins};
    gpu::requireOffered(vkscan::Histogram::create(context, desc, &m_histogram));
    device.fill(m_exposure, 0); // no exposure yet
}

void AutoExposure::bind(uint32_t slot, const gpu::Image& scene)
{
    m_bindings.write(slot, 0, scene.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

void AutoExposure::record(VkCommandBuffer commandBuffer, uint32_t slot, float seconds)
{
    constexpr float kPace = 2.5F; // fraction of the difference per second
    ExposureParameters parameters = {};
    parameters.brightness = m_brightness.address();
    parameters.counts = m_counts.address();
    parameters.exposure = m_exposure.address();
    parameters.adaptation = 1 - std::exp(-kPace * std::max(seconds - m_lastSeconds, 0.0F));
    m_lastSeconds = seconds;

    const auto run = [&](const drawing::Owned<VkPipeline>& pipeline, VkExtent2D extent) {
        m_bindings.compute(commandBuffer, slot, m_layout, pipeline, parameters, extent);
        drawing::computeBarrier(m_device, commandBuffer);
    };
    run(m_measure, m_extent);
    vkscan::HistogramArgs args;
    args.input = m_brightness.range();
    args.counts = m_counts.range();
    args.lower = kDarkestBin;
    args.width = kBinWidth;
    args.count = uint64_t{m_extent.width} * m_extent.height;
    gpu::requireOffered(m_histogram.record(commandBuffer, args));
    drawing::computeBarrier(m_device, commandBuffer);
    run(m_choose, {1, 1});
}

} // namespace viewer
