#include "renderer.h"

#include "splats_shaders.h"

#include <support/operation.h>

namespace splats {
namespace {

constexpr VkShaderStageFlags kDrawStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
constexpr float kHalfHeight = 0.42F; // of the picture, at a distance of 1

vkscan::RadixSort createSort(const vkscan::Context& context)
{
    vkscan::RadixSortDesc desc;
    desc.type = vkscan::ElementType::F32; // depths
    desc.descending = true;               // the farthest first
    desc.withIndex = true;
    vkscan::RadixSort sort;
    gpu::require(vkscan::RadixSort::create(context, desc, &sort));
    return sort;
}

} // namespace

Renderer::Renderer(gpu::Device& device, const vkscan::Context& context, std::span<const Splat> splats)
    : m_device(device),
      m_sort(createSort(context)),
      m_target(device, develop_comp),
      m_projectLayout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(View))),
      m_drawLayout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kDrawStages, sizeof(View))),
      m_project(drawing::createComputePipeline(device, m_projectLayout.get(), project_comp)),
      m_sky(m_target.createPipeline(m_drawLayout.get(), sky_vert, sky_frag, drawing::Blend::None)),
      m_draw(m_target.createPipeline(m_drawLayout.get(), splat_vert, splat_frag, drawing::Blend::Alpha)),
      m_splats(device.createBuffer(splats.size_bytes())),
      m_ellipses(device.createBuffer(splats.size() * sizeof(Ellipse))),
      m_depths(device.createBuffer(splats.size() * sizeof(float))),
      m_order(device.createBuffer(splats.size() * sizeof(uint32_t))),
      m_temporary(device.createBuffer(m_sort.temporarySize(splats.size()))),
      m_scratch(device.createBuffer(m_sort.scratchSize(splats.size())))
{
    device.upload(m_splats, splats);
    device.fill(m_scratch, 0);
    m_view.count = static_cast<uint32_t>(splats.size());
    m_view.splats = m_splats.address();
    m_view.ellipses = m_ellipses.address();
    m_view.depths = m_depths.address();
    m_view.order = m_order.address();
}

void Renderer::resize(VkExtent2D extent)
{
    m_target.resize(extent);
    m_view.size = {extent.width, extent.height};
    m_view.focal = 0.5F * m_view.size.y / kHalfHeight;
}

void Renderer::sort(VkCommandBuffer commandBuffer) const
{
    vkscan::RadixSortArgs args;
    args.input = m_depths.range();
    args.sortedValues = m_order.range();
    args.temporary = m_temporary.range();
    args.scratch = m_scratch.range();
    args.count = m_view.count;
    gpu::require(m_sort.record(commandBuffer, args));
}

void Renderer::draw(VkCommandBuffer commandBuffer, bool inOrder, uint32_t firstColumn, uint32_t endColumn)
{
    const VolkDeviceTable& vk = m_device.vk();
    const VkRect2D columns = {{static_cast<int32_t>(firstColumn), 0},
                              {endColumn - firstColumn, m_target.extent().height}};
    vk.vkCmdSetScissor(commandBuffer, 0, 1, &columns);
    m_view.inOrder = inOrder ? 1 : 0;
    vk.vkCmdPushConstants(commandBuffer, m_drawLayout.get(), kDrawStages, 0, sizeof(m_view), &m_view);
    vk.vkCmdDraw(commandBuffer, 6, m_view.count, 0, 0);
}

void Renderer::record(VkCommandBuffer commandBuffer, const mat4& toView, uint32_t middle, drawing::FrameTimer& timer)
{
    const VolkDeviceTable& vk = m_device.vk();
    drawing::orderFrames(m_device, commandBuffer);
    m_middle = middle;
    m_view.toView = toView;
    vk.vkCmdPushConstants(commandBuffer, m_projectLayout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(m_view),
                          &m_view);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_project.get());
    vk.vkCmdDispatch(commandBuffer, (m_view.count + kWorkgroup - 1) / kWorkgroup, 1, 1);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.mark(commandBuffer, "project");

    sort(commandBuffer);
    drawing::memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                           VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                           VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT);
    timer.mark(commandBuffer, "sort");

    m_target.begin(commandBuffer, false);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sky.get());
    vk.vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_draw.get());
    if (middle > 0)
        draw(commandBuffer, true, 0, middle);
    if (middle < m_target.extent().width)
        draw(commandBuffer, false, middle, m_target.extent().width);
    m_target.end(commandBuffer);
    m_target.develop(commandBuffer);
    timer.mark(commandBuffer, "draw");
}

std::vector<support::Label> Renderer::labels() const
{
    const auto width = static_cast<float>(m_target.extent().width);
    const auto middle = static_cast<float>(m_middle);
    const float top = static_cast<float>(m_target.extent().height) / 20;
    if (m_middle == 0 || middle >= width)
        return {};
    return {{"sorted", middle / 2, top}, {"unsorted", (middle + width) / 2, top}};
}

void Renderer::requireComplete() const
{
    gpu::requireComplete(m_device, m_scratch);
}

} // namespace splats
