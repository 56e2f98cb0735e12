// Render passes and their framebuffers, in few words.
#ifndef VKSCAN_SAMPLES_DRAWING_RENDER_PASS_H
#define VKSCAN_SAMPLES_DRAWING_RENDER_PASS_H

#include "owned.h"

#include <support/gpu.h>

#include <span>

namespace drawing {

// A colour attachment that the pass clears or overwrites, and leaves in `layout` for compute shaders or transfers.
[[nodiscard]] VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples,
                                                       VkAttachmentLoadOp load, VkImageLayout layout);
// Cleared, and of no use afterwards.
[[nodiscard]] VkAttachmentDescription depthAttachment(VkFormat format, VkSampleCountFlagBits samples);

// The first attachment is colour; the second, if any, depth; the third, if any, what the samples' mean goes to. Colours
// are visible to compute shaders and transfers behind the pass.
[[nodiscard]] Owned<VkRenderPass> createRenderPass(const gpu::Device& device,
                                                   std::span<const VkAttachmentDescription> attachments);

[[nodiscard]] Owned<VkFramebuffer> createFramebuffer(const gpu::Device& device, VkRenderPass pass, VkExtent2D extent,
                                                     std::span<const VkImageView> views);

// Clears what is cleared to 0, depth to 1.
void beginPass(const gpu::Device& device, VkCommandBuffer commandBuffer, VkRenderPass pass, VkFramebuffer framebuffer,
               VkExtent2D extent);

// The picture's rows go down: where heights go up, it is drawn upside down.
void setViewport(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent, bool upsideDown);

} // namespace drawing

#endif
