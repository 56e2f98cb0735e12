#include "tables/table_plan.h"

#include "plan/buffers.h"
#include "plan/images.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kBiasBytes = 16;
constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31; // no reach wraps around
constexpr uint32_t kVectorTexels = 4;                     // texels that a kernel loads at once from a buffer
// Images that steps access, by binding.
constexpr uint32_t kInputImage = 1;
constexpr uint32_t kSumsImage = 2;
constexpr uint32_t kSquaresImage = 4;
static_assert((1 + abi::kPhases) * kMaxTableBatch <= Plan::kCapacity);

// Memory that the dispatches of a table access. Images have no ranges.
struct TableBuffers {
    Access input;
    Access output;
    Access squares;
    Access bias;
    Access scratch;
};

// The distances between rows and slices, in bytes. Kernels count the slices of images from the first one.
struct Pitches {
    VkDeviceSize row = 0;
    VkDeviceSize slice = 1;

    Pitches(Resource resource, const VolumeSurface& surface, FormatInfo format) noexcept
        : row(surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * format.texelBytes())
    {
        if (resource == Resource::Buffer)
            slice = surface.slicePitch != 0 ? surface.slicePitch : surface.extent.height * row;
    }
};

bool holds(VkExtent3D whole, VkExtent3D part) noexcept
{
    return whole.width >= part.width && whole.height >= part.height && whole.depth >= part.depth;
}

// The largest image of the description's shape.
VkExtent3D maxImageExtent(const TableModel& model) noexcept
{
    const Capabilities& device = model.capabilities;
    if (model.desc.is3D())
        return {device.maxImageDimension3D, device.maxImageDimension3D, device.maxImageDimension3D};
    return {device.maxImageDimension2D, device.maxImageDimension2D, device.maxImageArrayLayers};
}

// Lists a surface whose first `reached` texels are accessed. Images have no ranges.
Access listSurface(const TableModel& model, Resource resource, const VolumeSurface& surface, FormatInfo format,
                   VkExtent3D reached, Argument argument, BufferList* list) noexcept
{
    const VkExtent3D& extent = surface.extent;
    list->require(holds(extent, reached), {argument, Rule::ExtentTooSmall});
    if (resource != Resource::Buffer) {
        list->require(holds(maxImageExtent(model), extent), {argument, Rule::ExtentTooLarge});
        requireImage(model.capabilities, resource, Image(surface), argument, list);
        return list->read(argument, surface.buffer, 0, 1);
    }
    const Pitches pitches(resource, surface, format);
    const auto isPitch = [&](VkDeviceSize pitch) { return pitch % format.componentBytes == 0 && pitch <= kMaxPitch; };
    const VkDeviceSize rowBytes = extent.width * format.texelBytes();
    list->require(pitches.row >= rowBytes, {argument, Rule::PitchTooSmall});
    list->require(isPitch(pitches.row), {argument, Rule::PitchInvalid});
    VkDeviceSize bytes = (reached.height - 1) * pitches.row + reached.width * format.texelBytes();
    if (model.desc.kind != TableKind::Image) {
        const VkDeviceSize rowsBefore = extent.height > 0 ? extent.height - 1 : 0;
        list->require(pitches.slice >= rowsBefore * pitches.row + rowBytes, {argument, Rule::PitchTooSmall});
        list->require(isPitch(pitches.slice), {argument, Rule::PitchInvalid});
        bytes += (reached.depth - 1) * pitches.slice;
    }
    return argument != Argument::Input ? list->write(argument, surface.buffer, bytes, format.componentBytes)
                                       : list->read(argument, surface.buffer, bytes, format.componentBytes);
}

VolumeRegion regionOf(const TableArgs& args) noexcept
{
    const VkExtent3D& extent = args.region.extent;
    const bool whole = extent.width == 0 && extent.height == 0 && extent.depth == 0;
    return whole ? VolumeRegion{{0, 0, 0}, args.input.extent} : args.region;
}

// Also returns the region's bytes of scratch on success.
Status checkRegion(const TableModel& model, const TableArgs& args, VkDeviceSize* scratchBytes) noexcept
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
    *scratchBytes = tableScratchSize(model, extent);
    return *scratchBytes != 0 ? Status::Success : Status(Argument::Region, Rule::TooLarge);
}

// Lists the surfaces of a checked region.
TableBuffers listSurfaces(const TableModel& model, const TableArgs& args, BufferList* list) noexcept
{
    const TableDesc& desc = model.desc;
    const VkExtent3D table = model.tableExtent(regionOf(args).extent);
    TableBuffers buffers;
    buffers.input =
        listSurface(model, desc.input, args.input, model.inputFormat(), args.input.extent, Argument::Input, list);
    buffers.output = listSurface(model, desc.output, args.output, model.outputFormat(), table, Argument::Output, list);
    if (desc.squares)
        buffers.squares =
            listSurface(model, desc.output, args.squares, model.outputFormat(), table, Argument::Squares, list);
    return buffers;
}

// Adds the rule that the images of a call are different.
void requireImagesApart(const TableModel& model, const TableArgs& args, BufferList* list) noexcept
{
    const TableDesc& desc = model.desc;
    if (!desc.toImage())
        return;
    const auto isInput = [&](const VolumeSurface& table) {
        return desc.fromImage() && isOneImage(model.capabilities, table, args.input);
    };
    list->require(!isInput(args.output), {Argument::Output, Rule::Overlaps});
    list->require(!desc.squares ||
                      (!isInput(args.squares) && !isOneImage(model.capabilities, args.squares, args.output)),
                  {Argument::Squares, Rule::Overlaps});
}

TableBuffers listBuffers(const TableModel& model, const TableArgs& args, VkDeviceSize scratchBytes,
                         BufferList* list) noexcept
{
    const Bias bias = model.desc.bias;
    TableBuffers buffers = listSurfaces(model, args, list);
    if (bias == Bias::Mean)
        buffers.bias = list->write(Argument::Bias, args.bias, kBiasBytes, kBiasBytes);
    else
        buffers.bias = list->read(Argument::Bias, args.bias, bias != Bias::None ? kBiasBytes : 0, kBiasBytes);
    buffers.scratch = list->scratch(args.scratch, scratchBytes);
    requireImagesApart(model, args, list);
    return buffers;
}

// A table of a batch, with checked arguments.
struct PlannedTable {
    TableBuffers buffers;
    Strategy strategy;
    TableGrid grid;
    abi::TablePush push; // complete, except gridWidth and phase

    [[nodiscard]] uint32_t tileCount() const noexcept { return grid.tileCount() * push.layers; }
};

// Whether rows and slices can be accessed in vectors from `address` on.
bool allowsVectors(VkDeviceAddress address, const Pitches& pitches, VkDeviceSize alignment) noexcept
{
    return address % alignment == 0 && pitches.row % alignment == 0 && pitches.slice % alignment == 0;
}

abi::TablePush pushOf(const TableModel& model, const TableArgs& args, const PlannedTable& table) noexcept
{
    const auto& [offset, extent] = regionOf(args);
    const TableDesc& desc = model.desc;
    const Pitches input(desc.input, args.input, model.inputFormat());
    const Pitches output(desc.output, args.output, model.outputFormat());
    const Pitches squares(desc.output, args.squares, model.outputFormat());
    abi::TablePush push = {};
    push.inputAddress = table.buffers.input.range.address + static_cast<uint32_t>(offset.z) * input.slice;
    push.outputAddress = table.buffers.output.range.address + model.depthBorder() * output.slice;
    push.squaresAddress =
        table.buffers.squares.range.address + (desc.squares ? model.depthBorder() : 0) * squares.slice;
    push.scratchAddress = table.buffers.scratch.range.address;
    push.biasAddress = table.buffers.bias.range.address;
    push.inputPitch = input.row;
    push.outputPitch = output.row;
    push.squaresPitch = squares.row;
    push.regionX = static_cast<uint32_t>(offset.x);
    push.regionY = static_cast<uint32_t>(offset.y);
    push.regionWidth = extent.width;
    push.regionHeight = extent.height;
    push.spanTiles = table.grid.spanTiles;
    push.layers = extent.depth;
    push.inputSlicePitch = input.slice;
    push.outputSlicePitch = output.slice;
    push.squaresSlicePitch = desc.squares ? squares.slice : 0;

    const TableGeometry tile = geometryOf(model, table.strategy);
    const bool reduces = table.strategy == Strategy::ReduceThenScan;
    const uint32_t spans = reduces ? table.grid.spans() : table.grid.tiles[1];
    push.layerSlots =
        (table.grid.tileCount() * tile.tileHeight() + table.grid.tiles[0] * spans * tile.tileWidth()) * model.values() +
        (table.strategy == Strategy::SpineWithFallback ? table.grid.tileCount() : 0); // marks

    const uint32_t vector = tile.vector;
    const VkDeviceSize texel = model.inputFormat().texelBytes();
    if (model.border() == 0 && vector == kVectorTexels && extent.width >= vector &&
        allowsVectors(push.inputAddress + push.regionX * texel, input, vector * texel))
        push.vectorAccess |= abi::kVectorInput;
    const bool areVectors = vector * model.outputFormat().texelBytes() % abi::kVectorBytes == 0;
    if (areVectors && allowsVectors(push.outputAddress, output, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorOutput;
    if (areVectors && allowsVectors(push.squaresAddress, squares, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorSquares;
    return push;
}

Status prepare(const TableModel& model, const TableArgs& args, PlannedTable* table) noexcept
{
    VkDeviceSize scratchBytes = 0;
    Status status = checkRegion(model, args, &scratchBytes);
    if (status != Status::Success)
        return status;
    BufferList list;
    table->buffers = listBuffers(model, args, scratchBytes, &list);
    status = list.check();
    if (status != Status::Success)
        return status;
    const VkExtent3D extent = regionOf(args).extent;
    table->strategy = strategyOf(model, extent);
    table->grid = gridOf(model, table->strategy, extent);
    table->push = pushOf(model, args, *table);
    return Status::Success;
}

// The ranges of each table of a batch, in the order in which conflicts are reported.
struct Holding {
    Argument argument;
    Access TableBuffers::*access;
};
constexpr Holding kHoldings[] = {{Argument::Input, &TableBuffers::input},
                                 {Argument::Output, &TableBuffers::output},
                                 {Argument::Squares, &TableBuffers::squares},
                                 {Argument::Bias, &TableBuffers::bias},
                                 {Argument::Scratch, &TableBuffers::scratch}};

bool isImageOf(const TableModel& model, const TableArgs& args, const VolumeSurface& image) noexcept
{
    return (model.desc.fromImage() && isOneImage(model.capabilities, args.input, image)) ||
           isOneImage(model.capabilities, args.output, image) ||
           (model.desc.squares && isOneImage(model.capabilities, args.squares, image));
}

// Returns an error for the first argument of a table that overlaps an earlier one of the batch.
Status checkApart(const TableModel& model, const TableBatch& batch, const PlannedTable* planned,
                  uint32_t index) noexcept
{
    const TableArgs& args = batch.tables[index];
    for (const Holding& mine : kHoldings) {
        const Access& here = planned[index].buffers.*mine.access;
        for (uint32_t i = 0; i < index; ++i)
            for (const Holding& other : kHoldings) {
                const Access& there = planned[i].buffers.*other.access;
                if ((here.write || there.write) && overlaps(here.range, there.range))
                    return {mine.argument, Rule::Overlaps};
            }
    }
    if (!model.desc.toImage())
        return Status::Success;
    for (uint32_t i = 0; i < index; ++i) {
        const TableArgs& earlier = batch.tables[i];
        const bool readsTable = model.desc.fromImage() &&
                                (isOneImage(model.capabilities, args.input, earlier.output) ||
                                 (model.desc.squares && isOneImage(model.capabilities, args.input, earlier.squares)));
        if (readsTable)
            return {Argument::Input, Rule::Overlaps};
        if (isImageOf(model, earlier, args.output))
            return {Argument::Output, Rule::Overlaps};
        if (model.desc.squares && isImageOf(model, earlier, args.squares))
            return {Argument::Squares, Rule::Overlaps};
    }
    return Status::Success;
}

// Workgroups that sum along z in an image of the table's extent.
uint32_t imageDepthGroups(const TableModel& model, const abi::TablePush& push) noexcept
{
    return divideRoundingUp(push.regionWidth + model.border(), kDepthGridWidth) *
           divideRoundingUp(push.regionHeight + model.border(), model.depth.lanes / kDepthGridWidth);
}

uint32_t bufferDepthGroups(const TableModel& model, const abi::TablePush& push) noexcept
{
    const DepthGeometry& geometry = model.depth;
    const bool asVectors = (push.vectorAccess & abi::kVectorOutput) != 0;
    const uint32_t elements = (push.regionWidth + model.border()) * model.outputFormat().channels;
    const uint32_t units =
        (asVectors ? divideRoundingUp(elements, geometry.items) : elements) * (push.regionHeight + model.border());
    return divideRoundingUp(units, geometry.lanes * (asVectors ? 1 : geometry.items));
}

// Appends the sums along z of one table: the sums or the squares.
void appendDepth(const TableModel& model, abi::TablePush push, bool ofSquares, const Access& table, Plan* plan) noexcept
{
    push.outputAddress = table.range.address;
    push.layers += model.depthBorder();
    ImageAccesses images;
    if (model.desc.toImage()) {
        push.vectorAccess = ofSquares ? abi::kVectorSquares : 0; // selects the table
        images.reads = images.writes = ofSquares ? kSquaresImage : kSumsImage;
    } else if (ofSquares) {
        push.outputPitch = push.squaresPitch;
        push.outputSlicePitch = push.squaresSlicePitch;
        push.vectorAccess = (push.vectorAccess & abi::kVectorSquares) != 0 ? abi::kVectorOutput : 0;
    }
    const uint32_t groups = model.desc.toImage() ? imageDepthGroups(model, push) : bufferDepthGroups(model, push);
    push.gridWidth = std::min(groups, model.gridWidth);
    const uint32_t height = divideRoundingUp(groups, push.gridWidth);
    plan->append() = {stageIndex(model, TableStage::Depth), 0, {push.gridWidth, height}, false, push, {table}, images};
}

// Memory that a phase of the recovery pass accesses.
AccessList recoveryAccesses(const TableBuffers& buffers, uint32_t phase) noexcept
{
    const auto& [input, output, squares, bias, scratch] = buffers;
    if (phase == abi::kPhaseTable)
        return {input, readOnly(bias), output, squares, readOnly(scratch)};
    return {input, readOnly(bias), scratch};
}

// Appends the dispatches of a table for a phase of a stage; nothing if its strategy does not include the stage.
void appendStage(const TableModel& model, const TableStageRow& row, uint32_t phase, uint32_t index, PlannedTable& table,
                 Plan* plan) noexcept
{
    const auto& [input, output, squares, bias, scratch] = table.buffers;
    const TableGrid& grid = table.grid;
    if (!usesStage(model, row.value) || (row.strategy != table.strategy && row.strategy != Strategy::Auto))
        return;
    const auto append = [&](uint32_t width, uint32_t height, const AccessList& accesses, bool stores) {
        table.push.gridWidth = width;
        table.push.phase = phase;
        ImageAccesses images;
        if (model.desc.kind != TableKind::Image) {
            images.reads = model.desc.fromImage() ? kInputImage : 0;
            if (stores && model.desc.toImage())
                images.writes = kSumsImage | (model.desc.squares ? kSquaresImage : 0);
        }
        plan->append() = {stageIndex(model, row.value), index, {width, height}, false, table.push, accesses, images};
    };
    const uint32_t tiles = table.tileCount();
    const uint32_t width = std::min(tiles, model.gridWidth);
    const uint32_t spans = grid.spans() * table.push.layers;
    switch (row.value) {
    case TableStage::Reduce:
        if (grid.tileCount() > 1)
            append(grid.tiles[0], spans, {input, model.desc.bias == Bias::Mean ? Access() : bias, scratch}, false);
        break;
    case TableStage::Scan: append(grid.tiles[0], spans, {input, bias, output, squares, readOnly(scratch)}, true); break;
    case TableStage::FlatSum:
    case TableStage::Spine:
    case TableStage::SpineWithFallback:
        append(width, divideRoundingUp(tiles, width), {input, bias, output, squares, scratch}, true);
        break;
    case TableStage::Recovery: // also for a single tile, since it opens the next epoch
        append(recoveryGroups(model, tiles), 1, recoveryAccesses(table.buffers, phase), phase == abi::kPhaseTable);
        break;
    case TableStage::Depth:
        if (table.push.layers + model.depthBorder() > 1) {
            appendDepth(model, table.push, false, output, plan);
            if (model.desc.squares)
                appendDepth(model, table.push, true, squares, plan);
        }
        break;
    }
}

} // namespace

Status checkSurfaces(const TableModel& model, const TableArgs& args) noexcept
{
    VkDeviceSize scratchBytes = 0;
    const Status checked = checkRegion(model, args, &scratchBytes);
    if (checked != Status::Success)
        return checked;
    BufferList list;
    listSurfaces(model, args, &list);
    return list.fault();
}

Status planTables(const TableModel& model, const TableBatch& batch, Plan* plan) noexcept
{
    if (batch.count == 0 || batch.count > kMaxTableBatch)
        return {Argument::Count, batch.count == 0 ? Rule::Zero : Rule::TooLarge};
    PlannedTable planned[kMaxTableBatch];
    for (uint32_t i = 0; i < batch.count; ++i) {
        Status status = prepare(model, batch.tables[i], &planned[i]);
        if (status == Status::Success)
            status = checkApart(model, batch, planned, i);
        if (status != Status::Success)
            return status;
    }
    plan->stepCount = 0;
    for (const TableStageRow& row : kTableStages)
        for (uint32_t phase = 0; phase < phasesOf(row.value); ++phase)
            for (uint32_t i = 0; i < batch.count; ++i)
                appendStage(model, row, phase, i, planned[i], plan);
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
