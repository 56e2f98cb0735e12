// Images for samples, tests and benchmarks: the part of gpu.h for drawing and tables.
#ifndef VKSCAN_SUPPORT_IMAGE_H
#define VKSCAN_SUPPORT_IMAGE_H

#include "gpu.h"

#include <vkscan/summed_volume_table.h>

namespace gpu {

struct ImageDesc {
    VkExtent2D extent = {1, 1};
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkImageUsageFlags usage = 0; // transfers are added if the format allows them
    uint32_t layers = 1;
    uint32_t depth = 0;  // for 3D images; 0: a 2D image
    uint32_t levels = 1; // mipmap levels
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

// An image with memory of its own and views of all levels: of each layer and of all, or of a 3D image. Must not outlive
// its device.
class Image {
public:
    Image() noexcept = default;
    Image(const Device& device, const ImageDesc& desc);
    Image(Image&& other) noexcept { swap(other); }
    Image& operator=(Image&& other) noexcept
    {
        Image(std::move(other)).swap(*this);
        return *this;
    }
    ~Image();

    [[nodiscard]] VkImage handle() const noexcept { return m_handle; }
    // A 2D view of one layer, or the 3D view.
    [[nodiscard]] VkImageView view(uint32_t layer = 0) const { return m_views.at(layer); }
    // A 2D array view of all layers; null for 3D images.
    [[nodiscard]] VkImageView arrayView() const noexcept { return m_arrayView; }
    [[nodiscard]] const ImageDesc& desc() const noexcept { return m_desc; }
    [[nodiscard]] VkExtent2D extent() const noexcept { return m_desc.extent; }
    // The image as an argument of vkscan.
    [[nodiscard]] vkscan::Surface surface(VkImageLayout layout, uint32_t layer = 0) const;
    // All layers, or the 3D image, as an argument of vkscan.
    [[nodiscard]] vkscan::VolumeSurface volume(VkImageLayout layout) const;
    [[nodiscard]] VkImageSubresourceRange range() const noexcept
    {
        return {m_desc.aspect, 0, m_desc.levels, 0, m_desc.layers};
    }

private:
    void swap(Image& other) noexcept;

    VkDevice m_device = VK_NULL_HANDLE;
    const VolkDeviceTable* m_vk = nullptr;
    ImageDesc m_desc;
    VkImage m_handle = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    std::vector<VkImageView> m_views;
    VkImageView m_arrayView = VK_NULL_HANDLE;
};

// One side of a barrier.
struct ImageState {
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
    VkAccessFlags accesses = 0;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
};

// Records a barrier between two uses of an image, with its change of layout.
void transition(const Device& device, VkCommandBuffer commandBuffer, VkImage image,
                const VkImageSubresourceRange& range, const ImageState& from, const ImageState& to);
// A transition of all layers.
void transition(const Device& device, VkCommandBuffer commandBuffer, const Image& image, const ImageState& from,
                const ImageState& to);

// Copies tightly packed texels of the largest level of one layer, or of a 3D image, between the host or a buffer and an
// image. `upload` leaves the image in `layout`; `download` expects it there and leaves it there. The image needs a
// usage that allows that layout.
void upload(Device& device, const Image& image, std::span<const std::byte> texels, VkImageLayout layout,
            uint32_t layer = 0);
void download(Device& device, const Image& image, std::span<std::byte> texels, VkImageLayout layout,
              uint32_t layer = 0);
void upload(Device& device, const Image& image, const Buffer& texels, VkImageLayout layout, uint32_t layer = 0);
void download(Device& device, const Image& image, const Buffer& texels, VkImageLayout layout, uint32_t layer = 0);

// Whether the device offers all of `features` for optimally tiled images of the format.
[[nodiscard]] bool supportsFormat(const Device& device, VkFormat format, VkFormatFeatureFlags features);

} // namespace gpu

#endif
