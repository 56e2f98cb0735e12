// Images of an operation's kernels: checks, layouts and descriptors.
#ifndef VKSCAN_PLAN_IMAGES_H
#define VKSCAN_PLAN_IMAGES_H

#include "plan/buffers.h"
#include "plan/operation.h"

#include <vkscan/surface.h>

namespace vkscan {

inline constexpr uint32_t kMaxImages = 3;

// The resources of set 0, by binding. Buffers have no descriptor.
struct ImageBindings {
    Resource resources[kMaxImages] = {Resource::Buffer, Resource::Buffer, Resource::Buffer};

    [[nodiscard]] bool any() const noexcept;
};

// The fields of an image surface, except its extent.
struct Image {
    VkImageView view = VK_NULL_HANDLE;
    uint32_t heapOffset = 0;
    VkImageLayout imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    VkImageUsageFlags usage = 0;

    Image() noexcept = default;
    template <class AnySurface>
    explicit Image(const AnySurface& surface) noexcept
        : view(surface.view),
          heapOffset(surface.heapOffset),
          imageLayout(surface.imageLayout),
          usage(surface.usage)
    {
    }
};

// The images of one call, by binding. All bindings of a kernel must be filled; two may have the same image.
struct ImageSurfaces {
    Image items[kMaxImages];
};

// Whether the device samples images of the format.
[[nodiscard]] bool isSampled(const Context::Impl& context, VkFormat format) noexcept;

// Lists the rules for an image among the arguments of a call.
void requireImage(const Capabilities& device, Resource resource, const Image& image, Argument argument,
                  BufferList* list) noexcept;

// Layouts of operations with images. All are null without images, or if the context needs no layouts.
struct ImageLayouts {
    ImageBindings bindings;
    VkSampler sampler = VK_NULL_HANDLE; // samples the nearest texel, clamped to the edge
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    VkPipelineLayout pipeline = VK_NULL_HANDLE;

    [[nodiscard]] Status create(const Context::Impl& context, const ImageBindings& filled) noexcept;
    // Pipelines must have been released before: a new layout may reuse the handle.
    void destroy(const Context::Impl& context) const noexcept;

    // The layout to record with: its own, or the context's if there is none.
    [[nodiscard]] VkPipelineLayout layoutIn(const Context::Impl& context) const noexcept;
    // The layout of sets that the caller allocates; null if descriptors are pushed or lie in heaps.
    [[nodiscard]] VkDescriptorSetLayout callersLayout(const Context::Impl& context) const noexcept;
    // Compiles an operation's kernels.
    [[nodiscard]] Status compile(const Context::Impl& context, Pipelines* pipelines) const noexcept;
};

// Checks the arguments of an operation's writeDescriptors(), except the surfaces.
[[nodiscard]] Status checkWritingDescriptors(const Operation::Impl* operation, VkDescriptorSet set) noexcept;
// Writes checked surfaces to a set.
void writeDescriptors(const Context::Impl& context, const ImageBindings& bindings, const ImageSurfaces& surfaces,
                      VkDescriptorSet set) noexcept;

// The descriptors of one recording. Must not move: the result of take() points into it.
class ImageDescriptors {
public:
    ImageDescriptors() noexcept = default;
    ImageDescriptors(const ImageDescriptors&) = delete;
    ImageDescriptors& operator=(const ImageDescriptors&) = delete;

    // `set` is the caller's, unless descriptors are pushed or in heaps.
    [[nodiscard]] Status take(const Capabilities& capabilities, const ImageBindings& bindings,
                              const ImageSurfaces& surfaces, VkDescriptorSet set, Descriptors* descriptors) noexcept;

private:
    friend void writeDescriptors(const Context::Impl& context, const ImageBindings& bindings,
                                 const ImageSurfaces& surfaces, VkDescriptorSet set) noexcept;

    void fill(const ImageBindings& bindings, const ImageSurfaces& surfaces, VkDescriptorSet set) noexcept;

    uint32_t m_count = 0;
    VkDescriptorImageInfo m_images[kMaxImages];
    VkWriteDescriptorSet m_writes[kMaxImages];
    uint32_t m_offsets[kMaxImages] = {}; // bytes in the resource heap
};

} // namespace vkscan

#endif
