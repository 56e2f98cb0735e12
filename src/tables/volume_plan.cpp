#include "layers_abi.h"
#include "plan/buffers.h"
#include "tables/table_images.h"
#include "tables/volume_model.h"

#include <algorithm>
#include <cstring>

namespace vkscan {

namespace {

constexpr VkDeviceSize kVolumeBiasBytes = 16;
constexpr VkDeviceSize kMaxVolumePitch = VkDeviceSize{1} << 31; // so that no reach wraps around
// Images as steps access them, by binding.
constexpr uint32_t kInputImage = 1;
constexpr uint32_t kSumsImage = 2;
constexpr uint32_t kSquaresImage = 4;

// The distances between rows and slices, in bytes.
struct Pitches {
    VkDeviceSize row = 0;
    VkDeviceSize slice = 0;

    Pitches(const VolumeSurface& surface, FormatInfo format) noexcept
        : row(surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * format.texelBytes()),
          slice(surface.slicePitch != 0 ? surface.slicePitch : surface.extent.height * row)
    {
    }
};

// Bytes from slice to slice; in images, slices, which kernels count from the first one.
VkDeviceSize slicePitchOf(Resource resource, const VolumeSurface& surface, FormatInfo format) noexcept
{
    return resource == Resource::Buffer ? Pitches(surface, format).slice : 1;
}

// The largest image of the description's shape.
VkExtent3D maxImageExtent(const VolumeModel& model) noexcept
{
    const Capabilities& device = model.slices.capabilities;
    const uint32_t side = model.desc.arrayImages ? device.maxImageDimension2D : device.maxImageDimension3D;
    return {side, side, model.desc.arrayImages ? device.maxImageArrayLayers : device.maxImageDimension3D};
}

bool holds(VkExtent3D whole, VkExtent3D part) noexcept
{
    return whole.width >= part.width && whole.height >= part.height && whole.depth >= part.depth;
}

// Lists a surface whose first `reached` texels are touched. Images are no memory that steps access.
Access listVolume(const VolumeModel& model, Resource resource, const VolumeSurface& surface, FormatInfo format,
                  VkExtent3D reached, Argument argument, BufferList* list) noexcept
{
    const VkExtent3D& extent = surface.extent;
    list->require(holds(extent, reached), {argument, Rule::ExtentTooSmall});
    if (resource != Resource::Buffer) {
        list->require(holds(maxImageExtent(model), extent), {argument, Rule::ExtentTooLarge});
        requireImage(model.slices.capabilities, resource, Image(surface), argument, list);
        return list->read(argument, surface.buffer, 0, 1);
    }
    const Pitches pitches(surface, format);
    const VkDeviceSize rowBytes = extent.width * format.texelBytes();
    const VkDeviceSize heightBefore = extent.height > 0 ? extent.height - 1 : 0;
    list->require(pitches.row >= rowBytes, {argument, Rule::PitchTooSmall});
    list->require(pitches.row % format.componentBytes == 0 && pitches.row <= kMaxVolumePitch,
                  {argument, Rule::PitchInvalid});
    list->require(pitches.slice >= heightBefore * pitches.row + rowBytes, {argument, Rule::PitchTooSmall});
    list->require(pitches.slice % format.componentBytes == 0 && pitches.slice <= kMaxVolumePitch,
                  {argument, Rule::PitchInvalid});
    const VkDeviceSize bytes =
        (reached.depth - 1) * pitches.slice + (reached.height - 1) * pitches.row + reached.width * format.texelBytes();
    return argument != Argument::Input ? list->write(argument, surface.buffer, bytes, format.componentBytes)
                                       : list->read(argument, surface.buffer, bytes, format.componentBytes);
}

VolumeRegion regionOf(const SummedVolumeTableArgs& args) noexcept
{
    const VkExtent3D& extent = args.region.extent;
    const bool whole = extent.width == 0 && extent.height == 0 && extent.depth == 0;
    return whole ? VolumeRegion{{0, 0, 0}, args.input.extent} : args.region;
}

Status checkRegion(const VolumeModel& model, const SummedVolumeTableArgs& args) noexcept
{
    const auto& [offset, extent] = regionOf(args);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return {Argument::Input, Rule::Zero};
    const auto fits = [](int32_t first, uint32_t size, uint32_t whole) {
        return first >= 0 && size <= whole && static_cast<uint32_t>(first) <= whole - size;
    };
    if (!fits(offset.x, extent.width, args.input.extent.width) ||
        !fits(offset.y, extent.height, args.input.extent.height) ||
        !fits(offset.z, extent.depth, args.input.extent.depth))
        return {Argument::Region, Rule::Invalid};
    return volumeScratchSize(model, extent) != 0 ? Status::Success : Status(Argument::Region, Rule::TooLarge);
}

// Lists the surfaces of a checked region.
TableBuffers listSurfaces(const VolumeModel& model, const SummedVolumeTableArgs& args, BufferList* list) noexcept
{
    const SummedVolumeTableDesc& desc = model.desc;
    const FormatInfo format = model.slices.outputFormat();
    const VkExtent3D region = regionOf(args).extent;
    const uint32_t border = model.slices.border();
    const VkExtent3D table = {region.width + border, region.height + border, region.depth + model.border()};
    TableBuffers buffers;
    buffers.input =
        listVolume(model, desc.input, args.input, model.slices.inputFormat(), args.input.extent, Argument::Input, list);
    buffers.output = listVolume(model, desc.output, args.output, format, table, Argument::Output, list);
    if (desc.squares)
        buffers.squares = listVolume(model, desc.output, args.squares, format, table, Argument::Squares, list);
    return buffers;
}

TableBuffers listBuffers(const VolumeModel& model, const SummedVolumeTableArgs& args, BufferList* list) noexcept
{
    TableBuffers buffers = listSurfaces(model, args, list);
    if (model.desc.bias == Bias::Mean)
        buffers.bias = list->write(Argument::Bias, args.bias, kVolumeBiasBytes, kVolumeBiasBytes);
    else
        buffers.bias = list->read(Argument::Bias, args.bias, model.desc.bias != Bias::None ? kVolumeBiasBytes : 0,
                                  kVolumeBiasBytes);
    buffers.scratch = list->scratch(args.scratch, volumeScratchSize(model, regionOf(args).extent));
    requireImagesApart(model.slices.capabilities, model.desc, args, list);
    return buffers;
}

Surface firstSlice(const VolumeSurface& surface) noexcept
{
    Surface slice;
    slice.buffer = surface.buffer;
    slice.rowPitch = surface.rowPitch;
    slice.extent = {surface.extent.width, surface.extent.height};
    return slice;
}

// The push constants of the slices' dispatches, which are those of the first slice's table and some more.
abi::LayersPush pushOf(const VolumeModel& model, const SummedVolumeTableArgs& args, const TableBuffers& buffers,
                       const SatGrid& grid) noexcept
{
    const SatModel& slices = model.slices;
    const auto& [offset, extent] = regionOf(args);
    const Strategy strategy = chooseStrategy(model, extent);
    SummedAreaTableArgs first;
    first.input = firstSlice(args.input);
    first.output = firstSlice(args.output);
    first.squares = firstSlice(args.squares);
    first.region = {{offset.x, offset.y}, {extent.width, extent.height}};
    const abi::SatPush own = pushOf(slices, first, buffers, grid);
    abi::LayersPush push = {};
    std::memcpy(&push, &own, offsetof(abi::LayersPush, layers));
    push.layers = extent.depth;
    push.inputSlicePitch = slicePitchOf(model.desc.input, args.input, slices.inputFormat());
    push.outputSlicePitch = slicePitchOf(model.desc.output, args.output, slices.outputFormat());
    if (model.desc.squares)
        push.squaresSlicePitch = slicePitchOf(model.desc.output, args.squares, slices.outputFormat());
    push.inputAddress += static_cast<uint32_t>(offset.z) * push.inputSlicePitch;
    push.outputAddress += model.border() * push.outputSlicePitch;
    push.squaresAddress += model.border() * push.squaresSlicePitch;
    const bool isSingle = strategy != Strategy::ReduceThenScan;
    const SatGeometry tile = satGeometry(slices, strategy);
    push.layerSlots = (grid.tileCount() * tile.tileHeight() +
                       grid.tiles[0] * (isSingle ? grid.tiles[1] : grid.spans()) * tile.tileWidth()) *
                          slices.values() +
                      (strategy == Strategy::SpineWithFallback ? grid.tileCount() : 0); // marks

    const VkDeviceSize inputVector = tile.vector * slices.inputFormat().texelBytes();
    if (!allowsVectors(push.inputAddress + push.regionX * slices.inputFormat().texelBytes(), push.inputSlicePitch,
                       inputVector))
        push.vectorAccess &= ~abi::kVectorInput;
    if (!allowsVectors(push.outputAddress, push.outputSlicePitch, abi::kVectorBytes))
        push.vectorAccess &= ~abi::kVectorOutput;
    if (!allowsVectors(push.squaresAddress, push.squaresSlicePitch, abi::kVectorBytes))
        push.vectorAccess &= ~abi::kVectorSquares;
    return push;
}

// Workgroups that sum along z in an image of the table's extent.
uint32_t imageDepthGroups(const VolumeModel& model, const abi::LayersPush& push) noexcept
{
    const uint32_t border = model.slices.border();
    return divideRoundingUp(push.regionWidth + border, kDepthGridWidth) *
           divideRoundingUp(push.regionHeight + border, model.depth.lanes / kDepthGridWidth);
}

uint32_t bufferDepthGroups(const VolumeModel& model, const abi::LayersPush& push) noexcept
{
    const DepthGeometry& geometry = model.depth;
    const bool asVectors = (push.vectorAccess & abi::kVectorOutput) != 0;
    const uint32_t elements = (push.regionWidth + model.slices.border()) * model.slices.outputFormat().channels;
    const uint32_t units = (asVectors ? divideRoundingUp(elements, geometry.items) : elements) *
                           (push.regionHeight + model.slices.border());
    return divideRoundingUp(units, geometry.lanes * (asVectors ? 1 : geometry.items));
}

// Appends the sums along z of one table, the sums' or the squares'.
void appendDepth(const VolumeModel& model, abi::LayersPush push, bool ofSquares, Access table, Plan* plan) noexcept
{
    push.outputAddress = table.range.address;
    push.layers += model.border();
    ImageAccesses images;
    if (model.toImages()) {
        push.vectorAccess = ofSquares ? abi::kVectorSquares : 0; // which table
        images.reads = images.writes = ofSquares ? kSquaresImage : kSumsImage;
    } else if (ofSquares) {
        push.outputPitch = push.squaresPitch;
        push.outputSlicePitch = push.squaresSlicePitch;
        push.vectorAccess = (push.vectorAccess & abi::kVectorSquares) != 0 ? abi::kVectorOutput : 0;
    }
    const uint32_t groups = model.toImages() ? imageDepthGroups(model, push) : bufferDepthGroups(model, push);
    push.gridWidth = std::min(groups, model.slices.gridWidth);
    const uint32_t height = divideRoundingUp(groups, push.gridWidth);
    plan->append() = {model.depthStage(), 0, {push.gridWidth, height}, false, push, {table}, images};
}

} // namespace

Status checkSurfaces(const VolumeModel& model, const SummedVolumeTableArgs& args) noexcept
{
    const Status checked = checkRegion(model, args);
    if (checked != Status::Success)
        return checked;
    BufferList list;
    listSurfaces(model, args, &list);
    return list.fault();
}

Status planVolume(const VolumeModel& model, const SummedVolumeTableArgs& args, Plan* plan) noexcept
{
    Status status = checkRegion(model, args);
    if (status != Status::Success)
        return status;
    BufferList list;
    const TableBuffers buffers = listBuffers(model, args, &list);
    status = list.check();
    if (status != Status::Success)
        return status;

    const SatModel& slices = model.slices;
    const uint32_t depth = regionOf(args).extent.depth;
    const SatGrid grid = volumeGrid(model, regionOf(args).extent);
    abi::LayersPush push = pushOf(model, args, buffers, grid);
    plan->stepCount = 0;
    ImageAccesses images = {model.desc.input != Resource::Buffer ? kInputImage : 0, 0};
    const auto append = [&](TableStage stage, uint32_t width, uint32_t height, const AccessList& accesses) {
        push.gridWidth = width;
        const bool stores = stage == TableStage::FlatSum || stage == TableStage::Scan;
        images.writes = stores && model.toImages() ? kSumsImage | (model.desc.squares ? kSquaresImage : 0) : 0;
        plan->append() = {stageIndex(slices, stage), 0, {width, height}, false, push, accesses, images};
    };
    const auto& [input, output, squares, bias, scratch] = buffers;
    const Strategy strategy = chooseStrategy(model, regionOf(args).extent);
    const uint32_t tiles = grid.tileCount() * depth;
    if (strategy != Strategy::ReduceThenScan) {
        const bool fallsBack = strategy == Strategy::SpineWithFallback;
        const uint32_t width = std::min(tiles, slices.gridWidth);
        append(fallsBack ? TableStage::SpineWithFallback : TableStage::FlatSum, width, divideRoundingUp(tiles, width),
               {input, bias, output, squares, scratch});
        const uint32_t phases = fallsBack ? phasesOf(TableStage::Recovery) : 0;
        for (uint32_t phase = 0; phase < phases; ++phase) {
            push.phase = phase;
            append(TableStage::Recovery, recoveryGroups(slices, tiles), 1, recoveryAccesses(buffers, phase));
        }
    } else {
        if (model.desc.bias == Bias::Mean)
            append(TableStage::Mean, 1, 1, {input, bias});
        if (grid.tileCount() > 1)
            append(TableStage::Reduce, grid.tiles[0], grid.spans() * depth, {input, readOnly(bias), scratch});
        append(TableStage::Scan, grid.tiles[0], grid.spans() * depth,
               {input, readOnly(bias), output, squares, readOnly(scratch)});
    }
    if (model.usesDepth() && depth + model.border() > 1) {
        appendDepth(model, push, false, output, plan);
        if (model.desc.squares)
            appendDepth(model, push, true, squares, plan);
    }
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
