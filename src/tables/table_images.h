// The images of tables: checked arguments, descriptors, layouts, and places in the resource heap. Set 0 has the input
// at binding 0, the sums at 1 and the squares at 2; without squares the sums stand in for them, since kernels have
// both.
#ifndef VKSCAN_TABLES_TABLE_IMAGES_H
#define VKSCAN_TABLES_TABLE_IMAGES_H

#include "device/context_impl.h"
#include "plan/buffers.h"
#include "plan/operation.h"
#include "plan/pipelines.h"
#include "tables/table_model.h"

#include <vkscan/summed_area_table.h>

namespace vkscan {

inline constexpr uint32_t kTableBindings = 3;

// Features of the formats on the device.
[[nodiscard]] FormatSupport formatSupport(const Context::Impl& device, VkFormat input, VkFormat output) noexcept;

// The fields of a surface that is an image.
struct TableImage {
    VkImageView view = VK_NULL_HANDLE;
    uint32_t heapOffset = 0;
    VkImageLayout imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    VkImageUsageFlags usage = 0;

    TableImage() noexcept = default;
    template <class Surface>
    explicit TableImage(const Surface& surface) noexcept
        : view(surface.view),
          heapOffset(surface.heapOffset),
          imageLayout(surface.imageLayout),
          usage(surface.usage)
    {
    }
};

// The three surfaces of a call, as images by binding.
struct TableImageArgs {
    Resource input;
    Resource output;
    bool squares;
    TableImage items[kTableBindings];
    VkDescriptorSet descriptorSet;

    template <class Desc, class Args>
    TableImageArgs(const Desc& desc, const Args& args) noexcept
        : input(desc.input),
          output(desc.output),
          squares(desc.squares),
          items{TableImage(args.input), TableImage(args.output), TableImage(desc.squares ? args.squares : args.output)},
          descriptorSet(args.descriptorSet)
    {
    }

    [[nodiscard]] Resource resource(uint32_t binding) const noexcept { return binding == 0 ? input : output; }
};

// Whether two images are one, as far as their views or descriptors tell.
[[nodiscard]] inline bool isOneImage(const Capabilities& device, const TableImage& a, const TableImage& b) noexcept
{
    return device.descriptorHeaps ? a.heapOffset == b.heapOffset : a.view == b.view;
}
template <class Surface>
[[nodiscard]] bool isOneImage(const Capabilities& device, const Surface& a, const Surface& b) noexcept
{
    return isOneImage(device, TableImage(a), TableImage(b));
}

// Checks an image by itself.
void listImage(const Capabilities& device, Resource resource, const TableImage& image, Argument argument,
               BufferList* list) noexcept;
// Checks that the images of a call are different.
void requireImagesApart(const Capabilities& device, const TableImageArgs& args, BufferList* list) noexcept;

// The descriptors of one call, which point into this object.
class TableBinding {
public:
    TableBinding() noexcept = default;
    TableBinding(const TableBinding&) = delete;
    TableBinding& operator=(const TableBinding&) = delete;

    // Finds how a recording takes them: by the heap, by a push, or by the caller's set.
    [[nodiscard]] Status bind(const Capabilities& device, const TableImageArgs& args,
                              Descriptors* descriptors) noexcept;
    // Writes them to a set.
    void write(const Context::Impl& context, VkDescriptorSet set, const TableImageArgs& args) noexcept;

private:
    void append(const TableImageArgs& args, VkDescriptorSet set) noexcept;

    VkDescriptorImageInfo m_images[kTableBindings];
    VkWriteDescriptorSet m_writes[kTableBindings];
    uint32_t m_count = 0;
    uint32_t m_offsets[kTableBindings];
};

// The sampler and layouts of an operation on images; null if all of its surfaces are buffers.
struct TableImages {
    Resource input = Resource::Buffer;
    Resource output = Resource::Buffer;
    VkSampler sampler = VK_NULL_HANDLE;               // of a sampled input
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE; // null, as the next, without images
    VkPipelineLayout ownLayout = VK_NULL_HANDLE;

    TableImages(Resource in, Resource out) noexcept : input(in), output(out) {}

    [[nodiscard]] bool exist() const noexcept { return input != Resource::Buffer || output != Resource::Buffer; }
    [[nodiscard]] VkPipelineLayout layout(const Context::Impl& context) const noexcept
    {
        return ownLayout != VK_NULL_HANDLE ? ownLayout : context.pipelineLayout;
    }
    // The layout of sets that callers allocate; null where descriptors are pushed or in a heap.
    [[nodiscard]] VkDescriptorSetLayout callersLayout(const Capabilities& device) const noexcept
    {
        return device.pushDescriptor ? VK_NULL_HANDLE : setLayout;
    }

    [[nodiscard]] Status create(const Context::Impl& context) noexcept;
    void destroy(const Context::Impl& context) noexcept;
    [[nodiscard]] Status compile(const Context::Impl& context, Pipelines* pipelines) const noexcept;

    // writeDescriptors of an operation, whose `check` checks the surfaces alone.
    template <class Check>
    [[nodiscard]] Status writeSet(const Context::Impl& context, VkDescriptorSet set, const TableImageArgs& args,
                                  const Check& check) const noexcept
    {
        if (context.plansOnly)
            return {Argument::Pipelines, Rule::Missing};
        if (context.capabilities.descriptorHeaps)
            return {Argument::DescriptorSet, Rule::NotOffered};
        if (set == VK_NULL_HANDLE)
            return {Argument::DescriptorSet, Rule::Null};
        const Status status = check();
        if (status == Status::Success)
            TableBinding().write(context, set, args);
        return status;
    }
};

} // namespace vkscan

#endif
