#include "plan/buffers.h"
#include "tables/table_images.h"
#include "tables/table_model.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kBiasBytes = 16;
constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31; // so that no reach wraps around
constexpr uint32_t kVectorTexels = 4;                     // that a kernel loads at once from a buffer
static_assert((1 + abi::kPhases) * kMaxTableBatch <= Plan::kCapacity);

VkDeviceSize pitchOf(const Surface& surface, FormatInfo format) noexcept
{
    return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * format.texelBytes();
}

// Lists a surface whose first `reached` texels are touched. Images are no memory that steps access.
Access listSurface(const SatModel& model, Resource resource, const Surface& surface, FormatInfo format,
                   VkExtent2D reached, Argument argument, BufferList* list) noexcept
{
    list->require(surface.extent.width >= reached.width && surface.extent.height >= reached.height,
                  {argument, Rule::ExtentTooSmall});
    if (resource == Resource::Buffer) {
        const VkDeviceSize pitch = pitchOf(surface, format);
        list->require(pitch >= surface.extent.width * format.texelBytes(), {argument, Rule::PitchTooSmall});
        list->require(pitch % format.componentBytes == 0 && pitch <= kMaxPitch, {argument, Rule::PitchInvalid});
        const VkDeviceSize bytes = (reached.height - 1) * pitch + reached.width * format.texelBytes();
        return argument != Argument::Input ? list->write(argument, surface.buffer, bytes, format.componentBytes)
                                           : list->read(argument, surface.buffer, bytes, format.componentBytes);
    }
    requireImage(model.capabilities, resource, Image(surface), argument, list);
    return list->read(argument, surface.buffer, 0, 1);
}

VkRect2D regionOf(const SummedAreaTableArgs& args) noexcept
{
    const bool whole = args.region.extent.width == 0 && args.region.extent.height == 0;
    return whole ? VkRect2D{{0, 0}, args.input.extent} : args.region;
}

Status checkRegion(const SatModel& model, const SummedAreaTableArgs& args) noexcept
{
    const VkRect2D region = regionOf(args);
    if (region.extent.width == 0 || region.extent.height == 0)
        return {Argument::Input, Rule::Zero};
    const auto fits = [](int32_t offset, uint32_t size, uint32_t whole) {
        return offset >= 0 && size <= whole && static_cast<uint32_t>(offset) <= whole - size;
    };
    if (!fits(region.offset.x, region.extent.width, args.input.extent.width) ||
        !fits(region.offset.y, region.extent.height, args.input.extent.height))
        return {Argument::Region, Rule::Invalid};
    const VkExtent2D most = model.maxExtent();
    if (region.extent.width > most.width || region.extent.height > most.height)
        return {Argument::Region, Rule::TooLarge};
    return Status::Success;
}

// Lists the surfaces of a checked region.
TableBuffers listSurfaces(const SatModel& model, const SummedAreaTableArgs& args, BufferList* list) noexcept
{
    const SummedAreaTableDesc& desc = model.desc;
    const VkExtent2D region = regionOf(args).extent;
    const VkExtent2D table = {region.width + model.border(), region.height + model.border()};
    TableBuffers buffers;
    buffers.input =
        listSurface(model, desc.input, args.input, model.inputFormat(), args.input.extent, Argument::Input, list);
    buffers.output = listSurface(model, desc.output, args.output, model.outputFormat(), table, Argument::Output, list);
    if (desc.squares)
        buffers.squares =
            listSurface(model, desc.output, args.squares, model.outputFormat(), table, Argument::Squares, list);
    return buffers;
}

TableBuffers listBuffers(const SatModel& model, const SummedAreaTableArgs& args, BufferList* list) noexcept
{
    const SummedAreaTableDesc& desc = model.desc;
    TableBuffers buffers = listSurfaces(model, args, list);
    if (desc.bias == Bias::Mean)
        buffers.bias = list->write(Argument::Bias, args.bias, kBiasBytes, kBiasBytes);
    else
        buffers.bias = list->read(Argument::Bias, args.bias, desc.bias != Bias::None ? kBiasBytes : 0, kBiasBytes);
    buffers.scratch = list->scratch(args.scratch, satScratchSize(model, regionOf(args).extent));
    requireImagesApart(model.capabilities, desc, args, list);
    return buffers;
}

} // namespace

AccessList recoveryAccesses(const TableBuffers& buffers, uint32_t phase) noexcept
{
    const auto& [input, output, squares, bias, scratch] = buffers;
    if (phase == abi::kPhaseTable)
        return {input, readOnly(bias), output, squares, readOnly(scratch)};
    return {input, readOnly(bias), scratch};
}

abi::SatPush pushOf(const SatModel& model, const SummedAreaTableArgs& args, const TableBuffers& buffers,
                    const SatGrid& grid) noexcept
{
    const VkRect2D region = regionOf(args);
    abi::SatPush push = {};
    push.inputAddress = buffers.input.range.address;
    push.outputAddress = buffers.output.range.address;
    push.squaresAddress = buffers.squares.range.address;
    push.scratchAddress = buffers.scratch.range.address;
    push.biasAddress = buffers.bias.range.address;
    push.inputPitch = pitchOf(args.input, model.inputFormat());
    push.outputPitch = pitchOf(args.output, model.outputFormat());
    push.squaresPitch = pitchOf(args.squares, model.outputFormat());
    push.regionX = static_cast<uint32_t>(region.offset.x);
    push.regionY = static_cast<uint32_t>(region.offset.y);
    push.regionWidth = region.extent.width;
    push.regionHeight = region.extent.height;
    push.spanTiles = grid.spanTiles;

    const uint32_t vector = model.tile.vector; // the same with all strategies
    const VkDeviceSize texel = model.inputFormat().texelBytes();
    const VkDeviceSize entries = vector * model.outputFormat().texelBytes();
    if (model.border() == 0 && vector == kVectorTexels && region.extent.width >= vector &&
        allowsVectors(push.inputAddress + push.regionX * texel, push.inputPitch, vector * texel))
        push.vectorAccess |= abi::kVectorInput;
    if (entries % abi::kVectorBytes == 0 && allowsVectors(push.outputAddress, push.outputPitch, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorOutput;
    if (entries % abi::kVectorBytes == 0 && allowsVectors(push.squaresAddress, push.squaresPitch, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorSquares;
    return push;
}

Status checkSurfaces(const SatModel& model, const SummedAreaTableArgs& args) noexcept
{
    const Status checked = checkRegion(model, args);
    if (checked != Status::Success)
        return checked;
    BufferList list;
    listSurfaces(model, args, &list);
    return list.fault();
}

namespace {

// A table of a batch, with checked arguments.
struct PlannedTable {
    TableBuffers buffers;
    Strategy strategy;
    SatGrid grid;
    abi::SatPush push;
};

Status prepare(const SatModel& model, const SummedAreaTableArgs& args, PlannedTable* table) noexcept
{
    Status status = checkRegion(model, args);
    if (status != Status::Success)
        return status;
    BufferList list;
    table->buffers = listBuffers(model, args, &list);
    status = list.check();
    if (status != Status::Success)
        return status;
    const VkExtent2D extent = regionOf(args).extent;
    table->strategy = chooseStrategy(model, extent);
    table->grid = satGrid(model, table->strategy, extent);
    table->push = pushOf(model, args, table->buffers, table->grid);
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

bool isImageOf(const SatModel& model, const SummedAreaTableArgs& args, const Surface& image) noexcept
{
    return (model.desc.input != Resource::Buffer && isOneImage(model.capabilities, args.input, image)) ||
           isOneImage(model.capabilities, args.output, image) ||
           (model.desc.squares && isOneImage(model.capabilities, args.squares, image));
}

// Names the first argument of a table that meets an earlier one of the batch.
Status checkApart(const SatModel& model, const TableBatch& batch, const PlannedTable* planned, uint32_t index) noexcept
{
    const SummedAreaTableArgs& args = batch.tables[index];
    for (const Holding& mine : kHoldings) {
        const Access& own = planned[index].buffers.*mine.access;
        for (uint32_t i = 0; i < index; ++i)
            for (const Holding& other : kHoldings) {
                const Access& theirs = planned[i].buffers.*other.access;
                if ((own.write || theirs.write) && overlaps(own.range, theirs.range))
                    return {mine.argument, Rule::Overlaps};
            }
    }
    if (model.desc.output == Resource::Buffer)
        return Status::Success;
    for (uint32_t i = 0; i < index; ++i) {
        const SummedAreaTableArgs& earlier = batch.tables[i];
        const bool readsTable = model.desc.input != Resource::Buffer &&
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

// The dispatch of a table by a phase of a stage, or nothing if its strategy does not take the stage.
void appendStage(const SatModel& model, TableStage stage, uint32_t phase, uint32_t index, PlannedTable& table,
                 Plan* plan) noexcept
{
    const auto& [input, output, squares, bias, scratch] = table.buffers;
    const SatGrid& grid = table.grid;
    if (kTableStages[static_cast<uint32_t>(stage)].strategy != table.strategy)
        return;
    const auto append = [&](uint32_t width, uint32_t height, const AccessList& accesses) {
        table.push.gridWidth = width;
        table.push.phase = phase;
        plan->append() = {stageIndex(model, stage), index, {width, height}, false, table.push, accesses};
    };
    const uint32_t width = std::min(grid.tileCount(), model.gridWidth);
    switch (stage) {
    case TableStage::Mean:
        if (model.desc.bias == Bias::Mean)
            append(1, 1, {input, bias});
        break;
    case TableStage::Reduce:
        if (grid.tileCount() > 1)
            append(grid.tiles[0], grid.spans(), {input, readOnly(bias), scratch});
        break;
    case TableStage::Scan:
        append(grid.tiles[0], grid.spans(), {input, readOnly(bias), output, squares, readOnly(scratch)});
        break;
    case TableStage::FlatSum:
    case TableStage::Spine:
    case TableStage::SpineWithFallback:
        append(width, divideRoundingUp(grid.tileCount(), width), {input, bias, output, squares, scratch});
        break;
    case TableStage::Recovery: // also behind a single tile, since it opens the next epoch
        append(recoveryGroups(model, grid.tileCount()), 1, recoveryAccesses(table.buffers, phase));
        break;
    }
}

} // namespace

Status planTables(const SatModel& model, const TableBatch& batch, Plan* plan) noexcept
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
                appendStage(model, row.value, phase, i, planned[i], plan);
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
