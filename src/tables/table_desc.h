// The description and the arguments of both classes of tables. An image is a volume of one slice.
#ifndef VKSCAN_TABLES_TABLE_DESC_H
#define VKSCAN_TABLES_TABLE_DESC_H

#include <vkscan/summed_area_table.h>
#include <vkscan/summed_volume_table.h>

#include <algorithm>

namespace vkscan {

enum class TableKind {
    Image,  // one slice
    Stack,  // slices, each with a table of its own
    Volume, // slices that are also summed along z
};

struct TableDesc {
    TableKind kind = TableKind::Image;
    bool arrayImages = false; // the images of slices are arrays of layers
    Resource input;
    VkFormat inputFormat;
    Resource output;
    VkFormat outputFormat;
    Accumulation accumulation;
    Bias bias;
    TableLayout layout;
    bool squares;
    Waiting waiting;
    bool reproducible = false;
    VkExtent3D maxExtent = {kMaxVolumeExtent, kMaxVolumeExtent, kMaxVolumeExtent}; // the largest region

    TableDesc(const SummedAreaTableDesc& desc) noexcept : TableDesc(desc, TableKind::Image)
    {
        const auto most = [](uint32_t size) { return size != 0 ? std::min(size, kMaxTableExtent) : kMaxTableExtent; };
        maxExtent = {most(desc.maxExtent.width), most(desc.maxExtent.height), 1};
        reproducible = desc.reproducible;
    }
    TableDesc(const SummedVolumeTableDesc& desc) noexcept
        : TableDesc(desc, desc.separateSlices ? TableKind::Stack : TableKind::Volume)
    {
        arrayImages = desc.arrayImages;
    }

    [[nodiscard]] bool fromImage() const noexcept { return input != Resource::Buffer; }
    [[nodiscard]] bool toImage() const noexcept { return output != Resource::Buffer; }
    // Whether images are 3D images.
    [[nodiscard]] bool is3D() const noexcept { return kind != TableKind::Image && !arrayImages; }

private:
    template <class Desc>
    TableDesc(const Desc& desc, TableKind of) noexcept
        : kind(of),
          input(desc.input),
          inputFormat(desc.inputFormat),
          output(desc.output),
          outputFormat(desc.outputFormat),
          accumulation(desc.accumulation),
          bias(desc.bias),
          layout(desc.layout),
          squares(desc.squares),
          waiting(desc.waiting)
    {
    }
};

using TableArgs = SummedVolumeTableArgs;

[[nodiscard]] inline VkExtent3D inSlices(VkExtent2D extent) noexcept
{
    return {extent.width, extent.height, 1};
}
[[nodiscard]] inline VkExtent3D inSlices(VkExtent3D extent) noexcept
{
    return extent;
}

[[nodiscard]] inline VolumeSurface inSlices(const Surface& surface) noexcept
{
    VolumeSurface slices;
    slices.buffer = surface.buffer;
    slices.rowPitch = surface.rowPitch;
    slices.view = surface.view;
    slices.heapOffset = surface.heapOffset;
    slices.imageLayout = surface.imageLayout;
    slices.usage = surface.usage;
    slices.extent = inSlices(surface.extent);
    return slices;
}

[[nodiscard]] inline TableArgs inSlices(const SummedAreaTableArgs& args) noexcept
{
    const auto& [offset, extent] = args.region;
    const bool whole = extent.width == 0 && extent.height == 0;
    TableArgs slices;
    slices.input = inSlices(args.input);
    slices.output = inSlices(args.output);
    slices.squares = inSlices(args.squares);
    slices.bias = args.bias;
    slices.region = {{offset.x, offset.y, 0}, {extent.width, extent.height, whole ? 0u : 1u}};
    slices.descriptorSet = args.descriptorSet;
    slices.scratch = args.scratch;
    slices.barrierBefore = args.barrierBefore;
    slices.barrierAfter = args.barrierAfter;
    return slices;
}
[[nodiscard]] inline const TableArgs& inSlices(const TableArgs& args) noexcept
{
    return args;
}

// Tables that are recorded by one call.
struct TableBatch {
    TableArgs tables[kMaxTableBatch];
    uint32_t count = 0;
    // Whether any table asks for the barrier.
    bool barrierBefore = false;
    bool barrierAfter = false;

    template <class Args>
    TableBatch(const Args* first, uint32_t size) noexcept : count(size)
    {
        for (uint32_t i = 0; i < std::min(count, kMaxTableBatch); ++i) {
            tables[i] = inSlices(first[i]);
            barrierBefore |= tables[i].barrierBefore;
            barrierAfter |= tables[i].barrierAfter;
        }
    }
    TableBatch(const SummedAreaTableArgs& only) noexcept : TableBatch(&only, 1) {}
    TableBatch(const SummedVolumeTableArgs& only) noexcept : TableBatch(&only, 1) {}
};

} // namespace vkscan

#endif
