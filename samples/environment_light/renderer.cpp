#include "renderer.h"

#include "environment_light_shaders.h"

#include <support/operation.h>

namespace environment {
namespace {

constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
constexpr VkFormat kMapFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
// State after an earlier frame's copy; the content is discarded.
constexpr gpu::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED};
constexpr gpu::ImageState kDeveloped = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_IMAGE_LAYOUT_GENERAL};
// State after an earlier frame's reads; the content is discarded.
constexpr gpu::ImageState kOldMap = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED};
constexpr gpu::ImageState kToTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                         VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};

uint64_t texelsOf(const Map& map)
{
    return uint64_t{map.size.x} * map.size.y;
}

template <class Item>
gpu::Buffer bufferOf(gpu::Device& device, const std::vector<Item>& items)
{
    gpu::Buffer buffer = device.createBuffer(items.size() * sizeof(Item));
    if (!items.empty())
        device.upload(buffer, items);
    return buffer;
}

uint32_t passesOf(const Look& look)
{
    return (look.rays + look.passRays - 1) / look.passRays;
}

} // namespace

uint32_t stepsOf(const Look& look)
{
    return kParts * passesOf(look);
}

Look lookAt(const World& world)
{
    Look look;
    if (!world.nodes.empty()) {
        look.eye = world.eye;
        look.target = world.target;
    }
    return look;
}

Map mapOf(const Options& options)
{
    if (!options.map.empty())
        return readMap(options.map);
    Map map;
    map.size = {options.mapSize.width, options.mapSize.height};
    return map;
}

World worldOf(const Options& options)
{
    return options.scenery == Scenery::Courtyard ? courtyard() : World();
}

Renderer::Renderer(gpu::Device& device, const vkscan::Context& context, const Map& map, const World& world)
    : m_device(device),
      m_isMadeUp(map.texels.empty()),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_layout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Frame))),
      m_sky(drawing::createComputePipeline(device, m_layout.get(), sky_comp)),
      m_trace(drawing::createComputePipeline(device, m_layout.get(), trace_comp)),
      m_develop(drawing::createComputePipeline(device, m_layout.get(), develop_comp)),
      m_map(device, {.extent = {map.size.x, map.size.y},
                     .format = kMapFormat,
                     .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT}),
      m_nodes(bufferOf(device, world.nodes)),
      m_triangles(bufferOf(device, world.triangles)),
      m_instances(bufferOf(device, world.instances)),
      m_table(device.createBuffer(vkscan::distributionEntries(texelsOf(map), map.size.x) * sizeof(float)))
{
    gpu::require(vkscan::Distribution::create(
        context, {.input = vkscan::Resource::SampledImage, .inputFormat = kMapFormat, .equirectangular = true},
        &m_distribution));
    if (!m_isMadeUp)
        gpu::upload(device, m_map, std::as_bytes(std::span(map.texels)), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, kMapBinding, m_map.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_frame.nodes = world.nodes.empty() ? 0 : m_nodes.address();
    m_frame.triangles = m_triangles.address();
    m_frame.instances = m_instances.address();
    m_frame.table = m_table.address();
    m_frame.mapSize = map.size;
}

void Renderer::resize(VkExtent2D extent)
{
    m_picture = gpu::Image(m_device, {.extent = extent, .usage = VK_IMAGE_USAGE_STORAGE_BIT});
    m_estimates = m_device.createBuffer(uint64_t{extent.width} * extent.height * sizeof(vec4));
    m_bindings.write(0, kPictureBinding, m_picture.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_frame.pictureSize = {extent.width, extent.height};
    m_frame.estimates = m_estimates.address();
}

void Renderer::dispatch(VkCommandBuffer commandBuffer, const drawing::Owned<VkPipeline>& pipeline, uvec2 size) const
{
    m_bindings.compute(commandBuffer, 0, m_layout, pipeline, m_frame, VkExtent2D{size.x, size.y});
}

void Renderer::record(VkCommandBuffer commandBuffer, const Look& look, drawing::Steps::Range steps, bool isShown,
                      drawing::FrameTimer& timer)
{
    const uint32_t width = m_frame.pictureSize.x;
    m_frame.eye = look.eye;
    m_frame.target = look.target;
    m_frame.sun = look.sun;
    m_frame.passes = passesOf(look);
    m_frame.rays = (look.rays + kPoints * m_frame.passes - 1) / (kPoints * m_frame.passes) * kPoints;
    m_frame.isSplit = look.light == Light::Both ? 1 : 0;
    m_frame.middle = look.light == Light::Both ? width / 2 : look.light == Light::Uniform ? width : 0;
    m_frame.seed = look.seed;
    drawing::orderFrames(m_device, commandBuffer);
    if (steps.begin == 0)
        recordMap(commandBuffer, timer);

    for (uint32_t step = steps.begin; step < steps.end;) {
        const bool isWhole = step % kParts == 0 && step + kParts <= steps.end;
        m_frame.pass = step / kParts;
        m_frame.part = isWhole ? kParts : step % kParts;
        dispatch(commandBuffer, m_trace, isWhole ? m_frame.pictureSize : (m_frame.pictureSize + 3U) / 4U);
        drawing::computeBarrier(m_device, commandBuffer);
        step += isWhole ? kParts : 1;
    }
    timer.mark(commandBuffer, "rays");

    m_frame.pass = steps.end / kParts;
    m_frame.part = steps.end % kParts;
    if (!isShown)
        return;
    gpu::transition(m_device, commandBuffer, m_picture, kCopied, kDeveloped);
    dispatch(commandBuffer, m_develop, m_frame.pictureSize);
    gpu::transition(m_device, commandBuffer, m_picture, kDeveloped, kToTransfer);
    timer.mark(commandBuffer, "develop");
}

void Renderer::recordMap(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer)
{
    if (m_isMadeUp) {
        gpu::transition(m_device, commandBuffer, m_map, kOldMap, kDeveloped);
        dispatch(commandBuffer, m_sky, m_frame.mapSize);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.mark(commandBuffer, "sky");
    }
    gpu::require(m_distribution.record(
        commandBuffer,
        {.output = m_table.range(), .barrierAfter = true, .image = m_map.surface(VK_IMAGE_LAYOUT_GENERAL)}));
    timer.mark(commandBuffer, "distribution");
}

std::vector<vec4> Renderer::map() const
{
    std::vector<vec4> texels(std::size_t{m_frame.mapSize.x} * m_frame.mapSize.y);
    gpu::download(m_device, m_map, std::as_writable_bytes(std::span(texels)), VK_IMAGE_LAYOUT_GENERAL);
    return texels;
}

std::vector<support::Label> Renderer::labels() const
{
    const auto width = static_cast<float>(m_frame.pictureSize.x);
    const auto middle = static_cast<float>(m_frame.middle);
    const float top = static_cast<float>(m_frame.pictureSize.y) / 20;
    const std::string rays = std::to_string(m_frame.rays * m_frame.passes);
    std::vector<support::Label> labels;
    if (middle > 0)
        labels.push_back({rays + " uniform rays", middle / 2, top});
    if (middle < width)
        labels.push_back({rays + " by importance", (middle + width) / 2, top});
    return labels;
}

} // namespace environment
