#include "scene_targets.h"

#include "../drawing/pipelines.h"

namespace viewer {
namespace {

constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;
constexpr auto kSamples = static_cast<VkSampleCountFlagBits>(kSampleCount);

VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load)
{
    return drawing::colourAttachment(format, samples, load, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

} // namespace

drawing::Owned<VkRenderPass> createShadowPass(const gpu::Device& device)
{
    const VkAttachmentDescription attachments[] = {
        colourAttachment(kMomentsFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_CLEAR),
        drawing::depthAttachment(kDepthFormat, VK_SAMPLE_COUNT_1_BIT)};
    return drawing::createRenderPass(device, attachments);
}

drawing::Owned<VkRenderPass> createScenePass(const gpu::Device& device)
{
    const VkAttachmentDescription attachments[] = {
        colourAttachment(kColourFormat, kSamples, VK_ATTACHMENT_LOAD_OP_DONT_CARE), // the sky covers all of it
        drawing::depthAttachment(kDepthFormat, kSamples),
        colourAttachment(kColourFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE)};
    return drawing::createRenderPass(device, attachments);
}

SceneTargets::SceneTargets(gpu::Device& device, VkExtent2D extent, uint32_t shadowSide, VkRenderPass shadowPass,
                           VkRenderPass scenePass)
{
    constexpr VkImageUsageFlags kDrawn = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    constexpr VkImageUsageFlags kComputed = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const auto image = [&](VkExtent2D size, VkFormat format, VkImageUsageFlags usage,
                           VkSampleCountFlagBits sampleCount = VK_SAMPLE_COUNT_1_BIT, uint32_t layerCount = 1) {
        const VkImageAspectFlags aspect =
            format == kDepthFormat ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
        return gpu::Image(device, {.extent = size,
                                   .format = format,
                                   .usage = usage,
                                   .layers = layerCount,
                                   .aspect = aspect,
                                   .samples = sampleCount});
    };
    const VkExtent2D shadow = {shadowSide, shadowSide};
    moments = image(shadow, kMomentsFormat, kDrawn);
    shadowDepth = image(shadow, kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    samples = image(extent, kColourFormat, kDrawn, kSamples);
    depth = image(extent, kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, kSamples);
    colour = image(extent, kColourFormat, kDrawn);
    layers = image(halfOf(extent), kColourFormat, kComputed, VK_SAMPLE_COUNT_1_BIT, kLayerImageCount);
    effect = image(extent, kColourFormat, kComputed);
    picture = image(extent, kPictureFormat, kComputed);
    device.run([&](VkCommandBuffer commandBuffer) {
        for (const gpu::Image* made : {&layers, &effect})
            gpu::transition(
                device, commandBuffer, *made, {},
                {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL});
    });

    const VkImageView shadowViews[] = {moments.view(), shadowDepth.view()};
    shadowFramebuffer = drawing::createFramebuffer(device, shadowPass, shadow, shadowViews);
    const VkImageView sceneViews[] = {samples.view(), depth.view(), colour.view()};
    sceneFramebuffer = drawing::createFramebuffer(device, scenePass, extent, sceneViews);
}

} // namespace viewer
