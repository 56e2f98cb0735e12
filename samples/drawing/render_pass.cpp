#include "render_pass.h"

namespace drawing {
namespace {

VkAttachmentDescription attachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                   VkAttachmentStoreOp store, VkImageLayout layout)
{
    VkAttachmentDescription description = {};
    description.format = format;
    description.samples = samples;
    description.loadOp = load;
    description.storeOp = store;
    description.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    description.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    description.finalLayout = layout;
    return description;
}

} // namespace

VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                         VkImageLayout layout)
{
    return attachment(format, samples, load, VK_ATTACHMENT_STORE_OP_STORE, layout);
}

VkAttachmentDescription depthAttachment(VkFormat format, VkSampleCountFlagBits samples)
{
    return attachment(format, samples, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                      VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
}

Owned<VkRenderPass> createRenderPass(const gpu::Device& device, std::span<const VkAttachmentDescription> attachments)
{
    const VkAttachmentReference colour = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth = {1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference resolve = {2, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pResolveAttachments = attachments.size() > 2 ? &resolve : nullptr;
    subpass.pDepthStencilAttachment = attachments.size() > 1 ? &depth : nullptr;
    // Earlier uses of the images end before the pass draws; later commands see its results.
    constexpr VkPipelineStageFlags kReaders = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    constexpr VkPipelineStageFlags kDepthTests =
        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    VkSubpassDependency before = {};
    before.srcSubpass = VK_SUBPASS_EXTERNAL;
    before.dstSubpass = 0;
    before.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthTests | kReaders;
    before.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    before.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthTests;
    before.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                           VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    VkSubpassDependency after = {};
    after.srcSubpass = 0;
    after.dstSubpass = VK_SUBPASS_EXTERNAL;
    after.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    after.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    after.dstStageMask = kReaders;
    after.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
    const VkSubpassDependency dependencies[] = {before, after};

    auto info = gpu::structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    info.attachmentCount = static_cast<uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 2;
    info.pDependencies = dependencies;
    VkRenderPass pass = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateRenderPass(device.handle(), &info, nullptr, &pass), "vkCreateRenderPass");
    return {device.handle(), pass, device.vk().vkDestroyRenderPass};
}

Owned<VkFramebuffer> createFramebuffer(const gpu::Device& device, VkRenderPass pass, VkExtent2D extent,
                                       std::span<const VkImageView> views)
{
    auto info = gpu::structure<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
    info.renderPass = pass;
    info.attachmentCount = static_cast<uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = extent.width;
    info.height = extent.height;
    info.layers = 1;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateFramebuffer(device.handle(), &info, nullptr, &framebuffer), "vkCreateFramebuffer");
    return {device.handle(), framebuffer, device.vk().vkDestroyFramebuffer};
}

void beginPass(const gpu::Device& device, VkCommandBuffer commandBuffer, VkRenderPass pass, VkFramebuffer framebuffer,
               VkExtent2D extent)
{
    VkClearValue clears[2] = {};
    clears[1].depthStencil.depth = 1;
    auto info = gpu::structure<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
    info.renderPass = pass;
    info.framebuffer = framebuffer;
    info.renderArea.extent = extent;
    info.clearValueCount = 2;
    info.pClearValues = clears;
    device.vk().vkCmdBeginRenderPass(commandBuffer, &info, VK_SUBPASS_CONTENTS_INLINE);
}

void setViewport(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent, bool upsideDown)
{
    const auto width = static_cast<float>(extent.width);
    const auto height = static_cast<float>(extent.height);
    const VkViewport viewport = {0, upsideDown ? height : 0, width, upsideDown ? -height : height, 0, 1};
    const VkRect2D scissor = {{0, 0}, extent};
    device.vk().vkCmdSetViewport(commandBuffer, 0, 1, &viewport);
    device.vk().vkCmdSetScissor(commandBuffer, 0, 1, &scissor);
}

} // namespace drawing
