#include "scene_targets.h"

#include "shaders/shared.h"

#include <span>

namespace viewer {
namespace {

constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;
constexpr auto kSamples = static_cast<VkSampleCountFlagBits>(kSampleCount);

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

VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load)
{
    return attachment(format, samples, load, VK_ATTACHMENT_STORE_OP_STORE, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

VkAttachmentDescription depthAttachment(VkSampleCountFlagBits samples)
{
    return attachment(kDepthFormat, samples, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                      VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
}

// The first attachment is colour, the second depth, and the third, if any, what the samples' mean goes to.
Owned<VkRenderPass> createPass(const gpu::Device& device, std::span<const VkAttachmentDescription> attachments)
{
    const VkAttachmentReference colour = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth = {1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference resolve = {2, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pResolveAttachments = attachments.size() > 2 ? &resolve : nullptr;
    subpass.pDepthStencilAttachment = &depth;
    VkSubpassDependency after = {};
    after.srcSubpass = 0;
    after.dstSubpass = VK_SUBPASS_EXTERNAL;
    after.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    after.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    after.dstStageMask = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    after.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;

    auto info = gpu::structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    info.attachmentCount = static_cast<uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 1;
    info.pDependencies = &after;
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

} // namespace

Owned<VkRenderPass> createShadowPass(const gpu::Device& device)
{
    const VkAttachmentDescription attachments[] = {
        colourAttachment(kMomentsFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_CLEAR),
        depthAttachment(VK_SAMPLE_COUNT_1_BIT)};
    return createPass(device, attachments);
}

Owned<VkRenderPass> createScenePass(const gpu::Device& device)
{
    const VkAttachmentDescription attachments[] = {
        colourAttachment(kColourFormat, kSamples, VK_ATTACHMENT_LOAD_OP_DONT_CARE), // the sky covers all of it
        depthAttachment(kSamples),
        colourAttachment(kColourFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE)};
    return createPass(device, attachments);
}

SceneTargets::SceneTargets(gpu::Device& device, VkExtent2D extent, VkRenderPass shadowPass, VkRenderPass scenePass)
{
    constexpr VkImageUsageFlags kDrawn = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    constexpr VkImageUsageFlags kComputed = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    gpu::ImageDesc depthDesc;
    depthDesc.format = kDepthFormat;
    depthDesc.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    depthDesc.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    const auto depthImage = [&](VkExtent2D size, VkSampleCountFlagBits sampleCount) {
        depthDesc.extent = size;
        depthDesc.samples = sampleCount;
        return gpu::Image(device, depthDesc);
    };
    const auto image = [&](VkExtent2D size, VkFormat format, VkImageUsageFlags usage,
                           VkSampleCountFlagBits sampleCount = VK_SAMPLE_COUNT_1_BIT) {
        gpu::ImageDesc desc;
        desc.extent = size;
        desc.format = format;
        desc.usage = usage;
        desc.samples = sampleCount;
        return gpu::Image(device, desc);
    };
    moments = image(kShadowExtent, kMomentsFormat, kDrawn);
    shadowDepth = depthImage(kShadowExtent, VK_SAMPLE_COUNT_1_BIT);
    samples = image(extent, kColourFormat, kDrawn, kSamples);
    depth = depthImage(extent, kSamples);
    colour = image(extent, kColourFormat, kDrawn);
    far = image(extent, kColourFormat, kComputed);
    near = image(extent, kColourFormat, kComputed);
    nearSize = image(extent, kNearSizeFormat, kComputed);
    sharp = image(extent, kColourFormat, kComputed);
    effect = image(extent, kColourFormat, kComputed);
    picture = image(extent, kPictureFormat, kComputed);
    device.run([&](VkCommandBuffer commandBuffer) {
        for (const gpu::Image* general : {&far, &near, &nearSize, &sharp, &effect})
            gpu::transition(
                device, commandBuffer, *general, {},
                {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL});
    });

    const VkImageView shadowViews[] = {moments.view(), shadowDepth.view()};
    shadowFramebuffer = createFramebuffer(device, shadowPass, kShadowExtent, shadowViews);
    const VkImageView sceneViews[] = {samples.view(), depth.view(), colour.view()};
    sceneFramebuffer = createFramebuffer(device, scenePass, extent, sceneViews);
}

} // namespace viewer
