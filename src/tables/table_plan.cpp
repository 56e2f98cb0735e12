#include "plan/buffers.h"
#include "tables/table_model.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kBiasBytes = 16;
constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31; // so that no reach wraps around
constexpr uint32_t kVectorTexels = 4;                     // that a kernel loads at once from a buffer
constexpr OverlapRules kTableOverlaps = {.claims = {{Argument::Bias, {Argument::Output, Argument::Squares}}}};

VkDeviceSize pitchOf(const Surface& surface, FormatInfo format) noexcept
{
    return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * format.texelBytes();
}

// Lists a surface whose first `reached` texels are touched. Images are no memory that steps access.
Access listSurface(Resource resource, const Surface& surface, FormatInfo format, VkExtent2D reached, Argument argument,
                   BufferList* list) noexcept
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
    const bool sampled = resource == Resource::SampledImage;
    const VkImageUsageFlags usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    const bool readable = sampled && (surface.imageLayout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL ||
                                      surface.imageLayout == VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL);
    list->require(surface.view != VK_NULL_HANDLE, {argument, Rule::ViewNull});
    list->require((surface.usage & usage) != 0, {argument, Rule::UsageMissing});
    list->require(readable || surface.imageLayout == VK_IMAGE_LAYOUT_GENERAL, {argument, Rule::LayoutInvalid});
    return {};
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

struct TableBuffers {
    Access input;
    Access output;
    Access squares;
    Access bias;
    Access scratch;
};

// Lists the surfaces of a checked region.
TableBuffers listSurfaces(const SatModel& model, const SummedAreaTableArgs& args, BufferList* list) noexcept
{
    const SummedAreaTableDesc& desc = model.desc;
    const VkExtent2D region = regionOf(args).extent;
    const VkExtent2D table = {region.width + model.border(), region.height + model.border()};
    TableBuffers buffers;
    buffers.input = listSurface(desc.input, args.input, model.inputFormat(), args.input.extent, Argument::Input, list);
    buffers.output = listSurface(desc.output, args.output, model.outputFormat(), table, Argument::Output, list);
    if (desc.squares)
        buffers.squares = listSurface(desc.output, args.squares, model.outputFormat(), table, Argument::Squares, list);
    return buffers;
}

TableBuffers listBuffers(const SatModel& model, const SummedAreaTableArgs& args, BufferList* list) noexcept
{
    const SummedAreaTableDesc& desc = model.desc;
    TableBuffers buffers = listSurfaces(model, args, list);
    if (desc.bias == Bias::Mean)
        buffers.bias = list->write(Argument::Bias, args.bias, kBiasBytes, kBiasBytes);
    else if (desc.bias != Bias::None)
        buffers.bias = list->read(Argument::Bias, args.bias, kBiasBytes, kBiasBytes);
    buffers.scratch = list->scratch(args.scratch, satScratchSize(model, regionOf(args).extent));
    const bool writesImages = desc.output != Resource::Buffer;
    const bool readsImage = desc.input != Resource::Buffer;
    const auto isInput = [&](const Surface& table) {
        return readsImage && writesImages && table.view == args.input.view;
    };
    const bool isOneTable = writesImages && args.squares.view == args.output.view;
    list->require(!isInput(args.output), {Argument::Output, Rule::Overlaps});
    list->require(!desc.squares || (!isInput(args.squares) && !isOneTable), {Argument::Squares, Rule::Overlaps});
    return buffers;
}

// Whether rows can be accessed in vectors from `address` on.
bool vectorAccess(VkDeviceAddress address, VkDeviceSize pitch, VkDeviceSize alignment) noexcept
{
    return address % alignment == 0 && pitch % alignment == 0;
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
        vectorAccess(push.inputAddress + push.regionX * texel, push.inputPitch, vector * texel))
        push.vectorAccess |= abi::kVectorInput;
    if (entries % abi::kVectorBytes == 0 && vectorAccess(push.outputAddress, push.outputPitch, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorOutput;
    if (entries % abi::kVectorBytes == 0 && vectorAccess(push.squaresAddress, push.squaresPitch, abi::kVectorBytes))
        push.vectorAccess |= abi::kVectorSquares;
    return push;
}

} // namespace

Status checkSurfaces(const SatModel& model, const SummedAreaTableArgs& args) noexcept
{
    const Status checked = checkRegion(model, args);
    if (checked != Status::Success)
        return checked;
    BufferList list;
    listSurfaces(model, args, &list);
    return list.fault();
}

Status planSummedAreaTable(const SatModel& model, const SummedAreaTableArgs& args, Plan* plan) noexcept
{
    Status status = checkRegion(model, args);
    if (status != Status::Success)
        return status;
    BufferList list(kTableOverlaps);
    const TableBuffers buffers = listBuffers(model, args, &list);
    status = list.check();
    if (status != Status::Success)
        return status;

    const VkExtent2D extent = regionOf(args).extent;
    const Strategy strategy = chooseStrategy(model, extent);
    const SatGrid grid = satGrid(model, strategy, extent);
    abi::SatPush push = pushOf(model, args, buffers, grid);
    plan->stepCount = 0;
    const auto append = [&](TableStage stage, uint32_t width, uint32_t height, const AccessList& accesses) {
        push.gridWidth = width;
        plan->append() = {stageIndex(model, stage), {width, height}, false, push, accesses};
    };
    const auto& [input, output, squares, bias, scratch] = buffers;
    if (strategy == Strategy::ReduceThenScan) {
        if (model.desc.bias == Bias::Mean)
            append(TableStage::Mean, 1, 1, {input, bias});
        if (grid.tileCount() > 1)
            append(TableStage::Reduce, grid.tiles[0], grid.spans(), {input, readOnly(bias), scratch});
        append(TableStage::Scan, grid.tiles[0], grid.spans(),
               {input, readOnly(bias), output, squares, readOnly(scratch)});
    } else {
        const uint32_t width = std::min(grid.tileCount(), model.gridWidth);
        append(strategy == Strategy::FlatSum ? TableStage::FlatSum : TableStage::Spine, width,
               (grid.tileCount() + width - 1) / width, {input, bias, output, squares, scratch});
    }
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
