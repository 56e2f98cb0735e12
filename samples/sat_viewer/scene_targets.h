// Images that the scene is drawn into, for each frame slot.
#pragma once

#include "shaders/shared.h"

#include "../drawing/pipelines.h"
#include <support/image.h>

namespace viewer {

constexpr VkFormat kMomentsFormat = VK_FORMAT_R16G16B16A16_UNORM;
constexpr VkFormat kColourFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kPictureFormat = VK_FORMAT_R8G8B8A8_UNORM;

// Each pass leaves its colour images in SHADER_READ_ONLY_OPTIMAL layout, visible to compute shaders.
drawing::Owned<VkRenderPass> createShadowPass(const gpu::Device& device);
drawing::Owned<VkRenderPass> createScenePass(const gpu::Device& device);

// The size of layers.
constexpr VkExtent2D halfOf(VkExtent2D extent)
{
    return {(extent.width + 1) / 2, (extent.height + 1) / 2};
}

// Bytes a pixel: of the samples' colours, and of all targets.
constexpr VkDeviceSize kLargestPixelBytes = 8 * kSampleCount;
constexpr VkDeviceSize kLeastPixelBytes = 12 * kSampleCount + 8 + kLayerImageCount * 8 / 4 + 8 + 4;
// Bytes a pixel that the frame slots share: depth of field's tables and the corners that they sum.
constexpr VkDeviceSize kSharedPixelBytes = kTableCount * (4 + 4);

struct SceneTargets {
    SceneTargets() = default;
    SceneTargets(gpu::Device& device, VkExtent2D extent, uint32_t shadowSide, VkRenderPass shadowPass,
                 VkRenderPass scenePass);

    gpu::Image moments;
    gpu::Image shadowDepth;
    gpu::Image samples; // of the colour, with the distance ahead in alpha
    gpu::Image depth;
    gpu::Image colour; // the samples' mean

    // Always in layout GENERAL:
    gpu::Image layers; // of depth of field, half as wide and high as the picture
    gpu::Image effect;

    gpu::Image picture;

    drawing::Owned<VkFramebuffer> shadowFramebuffer;
    drawing::Owned<VkFramebuffer> sceneFramebuffer;
};

} // namespace viewer
