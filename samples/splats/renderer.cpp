#include "renderer.h"

#include "splats_shaders.h"

#include "../common/operation.h"
#include "../drawing/render_pass.h"

#include <utility>

namespace splats {
namespace {

constexpr VkFormat kLight = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kPicture = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkShaderStageFlags kDrawStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
constexpr gpu::ImageState kToCompute = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_IMAGE_LAYOUT_GENERAL};
constexpr gpu::ImageState kToTransfer = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                         VK_IMAGE_LAYOUT_GENERAL};
constexpr float kHalfHeight = 0.42F; // of the picture, at a distance of 1

gpu::ImageDesc imageDesc(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage)
{
    gpu::ImageDesc desc;
    desc.extent = extent;
    desc.format = format;
    desc.usage = usage | VK_IMAGE_USAGE_STORAGE_BIT;
    return desc;
}

drawing::Owned<VkRenderPass> createPass(const gpu::Device& device)
{
    // The sky covers all of it.
    const VkAttachmentDescription attachment = drawing::colourAttachment(
        kLight, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE, VK_IMAGE_LAYOUT_GENERAL);
    return drawing::createRenderPass(device, {&attachment, 1});
}

drawing::Owned<VkPipeline> createPipeline(const gpu::Device& device, VkPipelineLayout layout, VkRenderPass pass,
                                          std::span<const uint32_t> vertexCode, std::span<const uint32_t> fragmentCode,
                                          drawing::Blend blend)
{
    drawing::GraphicsPipelineDesc desc;
    desc.layout = layout;
    desc.renderPass = pass;
    desc.vertexCode = vertexCode;
    desc.fragmentCode = fragmentCode;
    desc.blend = blend;
    return drawing::createGraphicsPipeline(device, desc);
}

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

Renderer::Renderer(gpu::Device& device, const vkscan::Context& context, VkExtent2D size, std::span<const Splat> splats)
    : m_device(device),
      m_sort(createSort(context)),
      m_light(device, imageDesc(size, kLight, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)),
      m_picture(device, imageDesc(size, kPicture, 0)),
      m_pass(createPass(device)),
      m_bindings(device, kTypes, VK_SHADER_STAGE_COMPUTE_BIT, 1),
      m_projectLayout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(View))),
      m_drawLayout(drawing::createPipelineLayout(device, VK_NULL_HANDLE, kDrawStages, sizeof(View))),
      m_developLayout(drawing::createPipelineLayout(device, m_bindings.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0)),
      m_project(drawing::createComputePipeline(device, m_projectLayout.get(), project_comp)),
      m_sky(createPipeline(device, m_drawLayout.get(), m_pass.get(), sky_vert, sky_frag, drawing::Blend::None)),
      m_draw(createPipeline(device, m_drawLayout.get(), m_pass.get(), splat_vert, splat_frag, drawing::Blend::Alpha)),
      m_develop(drawing::createComputePipeline(device, m_developLayout.get(), develop_comp)),
      m_splats(device.createBuffer(splats.size_bytes())),
      m_ellipses(device.createBuffer(splats.size() * sizeof(Ellipse))),
      m_depths(device.createBuffer(splats.size() * sizeof(float))),
      m_order(device.createBuffer(splats.size() * sizeof(uint32_t))),
      m_temporary(device.createBuffer(m_sort.temporarySize(splats.size()))),
      m_scratch(device.createBuffer(m_sort.scratchSize(splats.size())))
{
    const VkImageView view = m_light.view();
    m_framebuffer = drawing::createFramebuffer(device, m_pass.get(), size, {&view, 1});
    m_bindings.write(0, 0, m_light.view(), VK_IMAGE_LAYOUT_GENERAL);
    m_bindings.write(0, 1, m_picture.view(), VK_IMAGE_LAYOUT_GENERAL);
    device.upload(m_splats, splats);
    device.fill(m_scratch, 0);
    m_view.size = {size.width, size.height};
    m_view.focal = 0.5F * m_view.size.y / kHalfHeight;
    m_view.count = static_cast<uint32_t>(splats.size());
    m_view.splats = m_splats.address();
    m_view.ellipses = m_ellipses.address();
    m_view.depths = m_depths.address();
    m_view.order = m_order.address();
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
                              {endColumn - firstColumn, m_light.extent().height}};
    vk.vkCmdSetScissor(commandBuffer, 0, 1, &columns);
    m_view.inOrder = inOrder ? 1 : 0;
    vk.vkCmdPushConstants(commandBuffer, m_drawLayout.get(), kDrawStages, 0, sizeof(m_view), &m_view);
    vk.vkCmdDraw(commandBuffer, 6, m_view.count, 0, 0);
}

void Renderer::record(VkCommandBuffer commandBuffer, const mat4& toView, uint32_t middle, drawing::FrameTimer& timer)
{
    const VolkDeviceTable& vk = m_device.vk();
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

    const VkExtent2D extent = m_light.extent();
    drawing::beginPass(m_device, commandBuffer, m_pass.get(), m_framebuffer.get(), extent);
    drawing::setViewport(m_device, commandBuffer, extent, false);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_sky.get());
    vk.vkCmdDraw(commandBuffer, 3, 1, 0, 0);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_GRAPHICS, m_draw.get());
    if (middle > 0)
        draw(commandBuffer, true, 0, middle);
    if (middle < extent.width)
        draw(commandBuffer, false, middle, extent.width);
    vk.vkCmdEndRenderPass(commandBuffer);

    gpu::transition(m_device, commandBuffer, m_picture, {}, kToCompute);
    const VkDescriptorSet set = m_bindings.set(0);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_develop.get());
    vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_developLayout.get(), 0, 1, &set, 0,
                               nullptr);
    drawing::dispatchOver(m_device, commandBuffer, extent);
    gpu::transition(m_device, commandBuffer, m_picture, kToCompute, kToTransfer);
    timer.mark(commandBuffer, "draw");
}

std::vector<std::byte> Renderer::pixels() const
{
    std::vector<std::byte> pixels(std::size_t{4} * m_picture.extent().width * m_picture.extent().height);
    gpu::download(m_device, m_picture, pixels, VK_IMAGE_LAYOUT_GENERAL);
    return pixels;
}

void Renderer::requireComplete() const
{
    gpu::requireComplete(m_device, m_scratch);
}

} // namespace splats
