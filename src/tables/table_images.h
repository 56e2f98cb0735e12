// The images of tables. Set 0 has the input at binding 0, the sums at 1 and the squares at 2; without squares the sums
// stand in for them, since kernels have both.
#ifndef VKSCAN_TABLES_TABLE_IMAGES_H
#define VKSCAN_TABLES_TABLE_IMAGES_H

#include "device/context_impl.h"
#include "plan/images.h"
#include "tables/table_model.h"

namespace vkscan {

// Features of the formats on the device.
[[nodiscard]] FormatSupport formatSupport(const Context::Impl& device, VkFormat input, VkFormat output) noexcept;

template <class Desc>
[[nodiscard]] ImageBindings imageBindings(const Desc& desc) noexcept
{
    return {{desc.input, desc.output, desc.output}};
}

template <class Desc, class Args>
[[nodiscard]] ImageSurfaces imageSurfaces(const Desc& desc, const Args& args) noexcept
{
    return {{Image(args.input), Image(args.output), Image(desc.squares ? args.squares : args.output)}};
}

// Whether two images are one, as far as their views or descriptors tell.
template <class Surface>
[[nodiscard]] bool isOneImage(const Capabilities& device, const Surface& a, const Surface& b) noexcept
{
    return device.descriptorHeaps ? a.heapOffset == b.heapOffset : a.view == b.view;
}

// Checks that the images of a call are different.
template <class Desc, class Args>
void requireImagesApart(const Capabilities& device, const Desc& desc, const Args& args, BufferList* list) noexcept
{
    if (desc.output == Resource::Buffer)
        return;
    const auto isInput = [&](const auto& table) {
        return desc.input != Resource::Buffer && isOneImage(device, table, args.input);
    };
    list->require(!isInput(args.output), {Argument::Output, Rule::Overlaps});
    list->require(!desc.squares || (!isInput(args.squares) && !isOneImage(device, args.squares, args.output)),
                  {Argument::Squares, Rule::Overlaps});
}

// writeDescriptors of an operation that makes tables.
template <class Impl, class Args>
[[nodiscard]] Status writeTableDescriptors(const Impl* impl, const Args& args, VkDescriptorSet set) noexcept
{
    Status status = checkWritingDescriptors(impl, set);
    if (status == Status::Success)
        status = checkSurfaces(impl->model, args);
    if (status == Status::Success)
        writeDescriptors(*impl->context, impl->images.bindings, imageSurfaces(impl->model.desc, args), set);
    return status;
}

} // namespace vkscan

#endif
