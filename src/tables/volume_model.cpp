#include "tables/volume_model.h"

#include "schedule/carry_strategy.h"

#include <algorithm>
#include <bit>

namespace vkscan {

namespace {

constexpr uint32_t kDepthLanes = 32; // half a kilobyte of a row

// Whether slices' tables can fall back: between buffers.
bool slicesFallBack(const SummedAreaTableDesc& slice, const Capabilities& capabilities) noexcept
{
    return slice.input == Resource::Buffer && slice.output == Resource::Buffer && takesFallback(slice, capabilities);
}

// The description of a slice's table.
SummedAreaTableDesc sliceDesc(const SummedVolumeTableDesc& desc, const Capabilities& capabilities) noexcept
{
    SummedAreaTableDesc slice;
    slice.input = desc.input;
    slice.output = desc.output;
    slice.inputFormat = desc.inputFormat;
    slice.outputFormat = desc.outputFormat;
    slice.accumulation = desc.accumulation;
    slice.bias = desc.bias;
    slice.layout = desc.layout;
    slice.squares = desc.squares;
    slice.strategy = desc.strategy;
    slice.assumeForwardProgress = desc.assumeForwardProgress;
    slice.maxExtent = {kMaxVolumeExtent, kMaxVolumeExtent};
    // Rows of tiles are short, and those of many slices run at once, so that flat sums need no spines.
    if (slice.strategy == Strategy::Auto)
        slice.strategy = capabilities.forwardProgress && capabilities.bufferInt64Atomics ? Strategy::FlatSum
                                                                                         : Strategy::ReduceThenScan;
    if (slice.strategy == Strategy::SpineWithFallback && !slicesFallBack(slice, capabilities))
        slice.strategy = Strategy::ReduceThenScan;
    return slice;
}

// The slices' model. Where Auto takes ReduceThenScan for few bytes, it takes SpineWithFallback for more.
SatModel slicesOf(const SummedVolumeTableDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    SatModel slices(sliceDesc(desc, capabilities), tuning, capabilities, desc.arrayImages);
    if (desc.strategy == Strategy::Auto && slices.desc.strategy == Strategy::ReduceThenScan &&
        slicesFallBack(slices.desc, capabilities))
        for (const TableStageRow& row : kTableStages)
            slices.stages |= row.strategy == Strategy::SpineWithFallback ? 1u << static_cast<uint32_t>(row.value) : 0;
    return slices;
}

// No tile waits for those of all slices, so none could end a run: workgroups draw tickets.
Tuning withTickets(Tuning tuning) noexcept
{
    tuning.waits.inOrder = false;
    return tuning;
}

// Where tables are buffers, 16 bytes of a row; in images, an entry.
DepthGeometry depthGeometryOf(const SatModel& slices) noexcept
{
    const TableTuning& tuning = slices.tuning.table;
    DepthGeometry geometry;
    geometry.workgroupSize = tuning.workgroupSize;
    geometry.lanes = std::min(kDepthLanes, tuning.workgroupSize);
    const FormatInfo format = slices.outputFormat();
    const bool toImages = slices.desc.output != Resource::Buffer;
    const uint32_t vectorItems = abi::kVectorBytes / format.componentBytes;
    geometry.items = toImages ? format.channels : vectorItems;
    geometry.rows = std::max(tuning.depthWords / (vectorItems * slices.elementWords()), 1u);
    return geometry;
}

} // namespace

VolumeModel::VolumeModel(const SummedVolumeTableDesc& of, const Tuning& by, const Capabilities& on) noexcept
    : desc(of),
      slices(slicesOf(of, withTickets(by), on)),
      depth(depthGeometryOf(slices))
{
}

uint32_t VolumeModel::depthStage() const noexcept
{
    return static_cast<uint32_t>(std::popcount(slices.stages));
}

Status checkVolumeDesc(const SummedVolumeTableDesc& desc, const Capabilities& capabilities,
                       const FormatSupport& support) noexcept
{
    if (desc.strategy == Strategy::Spine)
        return {Argument::Strategy, Rule::NotOffered};
    SummedAreaTableDesc slice = sliceDesc(desc, capabilities);
    slice.strategy = desc.strategy;
    const Status status = checkSatDesc(slice, capabilities, support);
    if (status != Status::Success)
        return status;
    const bool toImages = desc.output != Resource::Buffer;
    const bool hasImages = toImages || desc.input != Resource::Buffer;
    if (hasImages && desc.accumulation != Accumulation::U32 && desc.accumulation != Accumulation::F32)
        return {Argument::Accumulation, Rule::Incompatible};
    // The sums along z read the table by its format, of which those of two channels are extended ones.
    if (toImages && !desc.separateSlices && formatInfo(desc.outputFormat).channels == 2 &&
        !capabilities.storageImageExtendedFormats)
        return {Argument::OutputFormat, Rule::Unsupported};
    return Status::Success;
}

SatGrid volumeGrid(const VolumeModel& model, VkExtent3D extent) noexcept
{
    SatGrid grid = satGrid(model.slices, chooseStrategy(model, extent), {extent.width, extent.height});
    // The spans of all slices are rows of one grid.
    const uint32_t mostSpans = std::max(model.slices.capabilities.maxGroupCount[1] / extent.depth, 1u);
    grid.spanTiles = std::max(grid.spanTiles, divideRoundingUp(grid.tiles[1], mostSpans));
    return grid;
}

VkDeviceSize volumeScratchSize(const VolumeModel& model, VkExtent3D extent) noexcept
{
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0 || extent.width > kMaxVolumeExtent ||
        extent.height > kMaxVolumeExtent || extent.depth > kMaxVolumeExtent)
        return 0;
    const VkDeviceSize slice = satScratchSize(model.slices, {extent.width, extent.height}) - abi::kScratchHeaderBytes;
    const VkDeviceSize bytes = abi::kScratchHeaderBytes + slice * extent.depth;
    return bytes <= kMaxVolumeScratch ? bytes : 0; // so that slots are numbered by 32 bits
}

Strategy chooseStrategy(const VolumeModel& model, VkExtent3D extent) noexcept
{
    if (volumeScratchSize(model, extent) == 0)
        return Strategy::Auto;
    if (!usesStage(model.slices, TableStage::SpineWithFallback) || model.desc.strategy != Strategy::Auto)
        return model.slices.desc.strategy;
    const uint64_t texels = uint64_t{extent.width} * extent.height * extent.depth;
    const bool isLong = texels * model.slices.inputFormat().texelBytes() >= model.slices.tuning.fallbackBytes;
    return isLong ? Strategy::SpineWithFallback : Strategy::ReduceThenScan;
}

} // namespace vkscan
