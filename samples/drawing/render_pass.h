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
// A depth attachment: cleared, and discarded afterwards.
[[nodiscard]] VkAttachmentDescription depthAttachment(VkFormat format, VkSampleCountFlagBits samples);

// The first attachment is colour; the second, if any, depth; the third, if any, receives the mean of the samples.
// Colours are visible to compute shaders and transfers behind the pass.
[[nodiscard]] Owned<VkRenderPass> createRenderPass(const gpu::Device& device,
                                                   std::span<const VkAttachmentDescription> attachments);

[[nodiscard]] Owned<VkFramebuffer> createFramebuffer(const gpu::Device& device, VkRenderPass pass, VkExtent2D extent,
                                                     std::span<const VkImageView> views);

// Clears colours to 0 and depth to 1.
void beginPass(const gpu::Device& device, VkCommandBuffer commandBuffer, VkRenderPass pass, VkFramebuffer framebuffer,
               VkExtent2D extent);

// Viewport of the whole picture, upside down: rows go down, heights go up.
void setViewport(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent, bool upsideDown);

} // namespace drawing

#endif
