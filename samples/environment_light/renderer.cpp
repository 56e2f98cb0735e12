#include "renderer.h"

#include "environment_light_shaders.h"

#include <support/operation.h>

namespace environment {
namespace {

constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
// Copied by an earlier frame; its content is discarded.
constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED};
constexpr gpu::ImageState kDeveloped = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_IMAGE_LAYOUT_GENERAL};
constexpr gpu::ImageState kToTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                         VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};

vkscan::Distribution createDistribution(const vkscan::Context& context)
{
    vkscan::Distribution distribution;
    gpu::require(vkscan::Distribution::create(context, {}, &distribution));
    return distribution;
}

uint64_t texelsOf(const Map& map)
{
    return uint64_t{map.size.x} * map.size.y;
}

} // namespace

Renderer::Renderer(gpu::Device& device, const vkscan::Context& context, const Map& map)
    : m_device(device),
      m_isMadeUp(map.texels.empty()),
      m_distribution(createDistribution(context)),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Frame))),
      m_sky(drawing::createComputePipeline(device, m_layout.get(), sky_comp)),
      m_weigh(drawing::createComputePipeline(device, m_layout.get(), weigh_comp)),
      m_trace(drawing::createComputePipeline(device, m_layout.get(), trace_comp)),
      m_develop(drawing::createComputePipeline(device, m_layout.get(), develop_comp)),
      m_map(device.createBuffer(texelsOf(map) * sizeof(vec4))),
      m_weights(device.createBuffer(texelsOf(map) * sizeof(float))),
      m_table(device.createBuffer(vkscan::distributionEntries(texelsOf(map), map.size.x) * sizeof(float)))
{
    if (!m_isMadeUp)
        device.upload(m_map, map.texels);
    m_frame.map = m_map.address();
    m_frame.weights = m_weights.address();
    m_frame.table = m_table.address();
    m_frame.mapSize = map.size;
}

void Renderer::resize(VkExtent2D extent)
{
    m_picture = gpu::Image(m_device, {.extent = extent, .usage = VK_IMAGE_USAGE_STORAGE_BIT});
    m_estimates = m_device.createBuffer(uint64_t{extent.width} * extent.height * sizeof(vec4));
    m_bindings.write(0, 0, m_picture.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_frame.pictureSize = {extent.width, extent.height};
    m_frame.estimates = m_estimates.address();
}

void Renderer::dispatch(VkCommandBuffer commandBuffer, VkPipeline pipeline, uvec2 size) const
{
    m_device.vk().vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    m_device.vk().vkCmdPushConstants(commandBuffer, m_layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(m_frame),
                                     &m_frame);
    drawing::dispatchOver(m_device, commandBuffer, {size.x, size.y});
}

void Renderer::record(VkCommandBuffer commandBuffer, const Look& look, drawing::FrameTimer& timer)
{
    const uint32_t width = m_frame.pictureSize.x;
    m_frame.eye = look.eye;
    m_frame.target = look.target;
    m_frame.sun = look.sun;
    m_frame.rays = look.rays;
    m_frame.isSplit = look.light == Light::Both ? 1 : 0;
    m_frame.middle = look.light == Light::Both ? width / 2 : look.light == Light::Uniform ? width : 0;
    m_frame.seed = look.seed;
    drawing::orderFrames(m_device, commandBuffer);
    if (m_isMadeUp) {
        dispatch(commandBuffer, m_sky.get(), m_frame.mapSize);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.mark(commandBuffer, "sky");
    }
    dispatch(commandBuffer, m_weigh.get(), m_frame.mapSize);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "weights");

    gpu::require(m_distribution.record(commandBuffer, {.input = m_weights.range(),
                                                       .output = m_table.range(),
                                                       .rowLength = m_frame.mapSize.x,
                                                       .count = uint64_t{m_frame.mapSize.x} * m_frame.mapSize.y,
                                                       .barrierAfter = true}));
    timer.mark(commandBuffer, "distribution");

    dispatch(commandBuffer, m_trace.get(), m_frame.pictureSize);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "rays");

    gpu::transition(m_device, commandBuffer, m_picture, kCopied, kDeveloped);
    const VkDescriptorSet set = m_bindings.set(0);
    m_device.vk().vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.get(), 0, 1, &set, 0,
                                          nullptr);
    dispatch(commandBuffer, m_develop.get(), m_frame.pictureSize);
    gpu::transition(m_device, commandBuffer, m_picture, kDeveloped, kToTransfer);
    timer.mark(commandBuffer, "develop");
}

std::vector<support::Label> Renderer::labels() const
{
    const auto width = static_cast<float>(m_frame.pictureSize.x);
    const auto middle = static_cast<float>(m_frame.middle);
    const float top = static_cast<float>(m_frame.pictureSize.y) / 20;
    const std::string rays = std::to_string(m_frame.rays);
    std::vector<support::Label> labels;
    if (middle > 0)
        labels.push_back({rays + " uniform rays", middle / 2, top});
    if (middle < width)
        labels.push_back({rays + " by importance", (middle + width) / 2, top});
    return labels;
}

} // namespace environment
