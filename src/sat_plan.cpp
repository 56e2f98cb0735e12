#include "sat_plan.h"

#include "range_check.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kBiasBytes = 16;
constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31; // so that no reach wraps around
constexpr uint32_t kVectorTexels = 4;                     // that a kernel loads at once from a buffer

// The statuses of one of the surfaces.
struct SurfaceStatuses {
    RangeStatuses buffer;
    Status pitchInvalid;
    Status pitchTooSmall;
    Status viewNull;
    Status usageMissing;
    Status layoutInvalid;
};

constexpr SurfaceStatuses kInputStatuses = {
    {Status::InputNull, Status::InputMisaligned, Status::InputTooSmall},
    Status::InputPitchInvalid,
    Status::InputPitchTooSmall,
    Status::InputViewNull,
    Status::InputUsageMissing,
    Status::InputLayoutInvalid,
};
constexpr SurfaceStatuses kOutputStatuses = {
    {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooSmall},
    Status::OutputPitchInvalid,
    Status::OutputPitchTooSmall,
    Status::OutputViewNull,
    Status::OutputUsageMissing,
    Status::OutputLayoutInvalid,
};
constexpr SurfaceStatuses kSquaresStatuses = {
    {Status::SquaresNull, Status::SquaresMisaligned, Status::SquaresTooSmall},
    Status::SquaresPitchInvalid,
    Status::SquaresPitchTooSmall,
    Status::SquaresViewNull,
    Status::SquaresUsageMissing,
    Status::SquaresLayoutInvalid,
};

VkDeviceSize pitchOf(const Surface& surface, FormatInfo format) noexcept
{
    return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * format.texelBytes();
}

// The bytes of a buffer's surface that are reached, of `extent` texels from the first. Empty for an image.
BufferRange reachOf(Resource resource, const Surface& surface, FormatInfo format, VkExtent2D extent) noexcept
{
    if (resource != Resource::Buffer)
        return {};
    return {surface.buffer.address,
            (extent.height - 1) * pitchOf(surface, format) + extent.width * format.texelBytes()};
}

Status checkSurface(Resource resource, const Surface& surface, FormatInfo format, const BufferRange& reach,
                    const SurfaceStatuses& statuses) noexcept
{
    if (resource == Resource::Buffer) {
        const VkDeviceSize pitch = pitchOf(surface, format);
        if (pitch < surface.extent.width * format.texelBytes())
            return statuses.pitchTooSmall;
        if (pitch % format.componentBytes != 0 || pitch > kMaxPitch)
            return statuses.pitchInvalid;
        return checkRange(surface.buffer, format.componentBytes, reach.size, statuses.buffer);
    }
    const bool sampled = resource == Resource::SampledImage;
    if (surface.view == VK_NULL_HANDLE)
        return statuses.viewNull;
    if ((surface.usage & (sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT)) == 0)
        return statuses.usageMissing;
    const bool readable = sampled && (surface.imageLayout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL ||
                                      surface.imageLayout == VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL);
    return readable || surface.imageLayout == VK_IMAGE_LAYOUT_GENERAL ? Status::Success : statuses.layoutInvalid;
}

VkRect2D regionOf(const SummedAreaTableArgs& args) noexcept
{
    const bool whole = args.region.extent.width == 0 && args.region.extent.height == 0;
    return whole ? VkRect2D{{0, 0}, args.input.extent} : args.region;
}

Status checkRegion(const SummedAreaTableArgs& args) noexcept
{
    const VkRect2D region = regionOf(args);
    if (region.extent.width == 0 || region.extent.height == 0)
        return Status::ExtentZero;
    const auto fits = [](int32_t offset, uint32_t size, uint32_t whole) {
        return offset >= 0 && size <= whole && static_cast<uint32_t>(offset) <= whole - size;
    };
    if (!fits(region.offset.x, region.extent.width, args.input.extent.width) ||
        !fits(region.offset.y, region.extent.height, args.input.extent.height))
        return Status::RegionOutside;
    if (region.extent.width > kMaxTableExtent || region.extent.height > kMaxTableExtent)
        return Status::ExtentTooLarge;
    return Status::Success;
}

// What the operation touches in memory; empty where it does not.
struct Ranges {
    BufferRange input;
    BufferRange output;
    BufferRange squares;
    BufferRange bias;
    BufferRange scratch;
};

Ranges surfaceRanges(const SatModel& model, const SummedAreaTableArgs& args, VkExtent2D table) noexcept
{
    Ranges ranges;
    ranges.input = reachOf(model.desc.input, args.input, model.inputFormat(), args.input.extent);
    ranges.output = reachOf(model.desc.output, args.output, model.outputFormat(), table);
    if (model.desc.squares)
        ranges.squares = reachOf(model.desc.output, args.squares, model.outputFormat(), table);
    return ranges;
}

VkExtent2D tableExtent(const SatModel& model, const SummedAreaTableArgs& args) noexcept
{
    const VkExtent2D region = regionOf(args).extent;
    return {region.width + model.border(), region.height + model.border()};
}

bool sameImage(const Surface& a, const Surface& b, Resource resourceA, Resource resourceB) noexcept
{
    return resourceA != Resource::Buffer && resourceB != Resource::Buffer && a.view == b.view;
}

Status checkOverlaps(const SatModel& model, const SummedAreaTableArgs& args, const Ranges& ranges) noexcept
{
    const SummedAreaTableDesc& desc = model.desc;
    if (overlaps(ranges.output, ranges.input) || sameImage(args.output, args.input, desc.output, desc.input))
        return Status::OutputOverlapsInput;
    if (desc.squares && (overlaps(ranges.squares, ranges.input) || overlaps(ranges.squares, ranges.output) ||
                         sameImage(args.squares, args.input, desc.output, desc.input) ||
                         sameImage(args.squares, args.output, desc.output, desc.output)))
        return Status::SquaresOverlaps;
    const BufferRange written = desc.bias == Bias::Mean ? ranges.input : BufferRange{}; // given ones are read alone
    for (const BufferRange& other : {written, ranges.output, ranges.squares})
        if (overlaps(ranges.bias, other))
            return Status::BiasOverlaps;
    for (const BufferRange& other : {ranges.input, ranges.output, ranges.squares, ranges.bias})
        if (overlaps(ranges.scratch, other))
            return Status::ScratchOverlaps;
    return Status::Success;
}

// Whether rows can be accessed in vectors from `address` on.
bool vectorAccess(VkDeviceAddress address, VkDeviceSize pitch, VkDeviceSize alignment) noexcept
{
    return address % alignment == 0 && pitch % alignment == 0;
}

abi::SatPush pushOf(const SatModel& model, const SummedAreaTableArgs& args, const Ranges& ranges,
                    const SatGrid& grid) noexcept
{
    const VkRect2D region = regionOf(args);
    abi::SatPush push = {};
    push.inputAddress = ranges.input.address;
    push.outputAddress = ranges.output.address;
    push.squaresAddress = ranges.squares.address;
    push.scratchAddress = ranges.scratch.address;
    push.biasAddress = ranges.bias.address;
    push.inputPitch = pitchOf(args.input, model.inputFormat());
    push.outputPitch = pitchOf(args.output, model.outputFormat());
    push.squaresPitch = pitchOf(args.squares, model.outputFormat());
    push.regionX = static_cast<uint32_t>(region.offset.x);
    push.regionY = static_cast<uint32_t>(region.offset.y);
    push.regionWidth = region.extent.width;
    push.regionHeight = region.extent.height;
    push.spanTiles = grid.spanTiles;

    const uint32_t vector = satGeometry(model, Strategy::ReduceThenScan).vector; // the same with all strategies
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

AccessList readsOf(const Ranges& ranges) noexcept
{
    AccessList accesses;
    accesses.read(ranges.input);
    accesses.read(ranges.bias);
    return accesses;
}

} // namespace

Status checkSurfaces(const SatModel& model, const SummedAreaTableArgs& args) noexcept
{
    Status status = checkRegion(args);
    if (status != Status::Success)
        return status;
    const VkExtent2D table = tableExtent(model, args);
    const Ranges ranges = surfaceRanges(model, args, table);
    const auto holds = [&](const Surface& surface) {
        return surface.extent.width >= table.width && surface.extent.height >= table.height;
    };
    status = checkSurface(model.desc.input, args.input, model.inputFormat(), ranges.input, kInputStatuses);
    if (status != Status::Success)
        return status;
    if (!holds(args.output))
        return Status::OutputExtentTooSmall;
    status = checkSurface(model.desc.output, args.output, model.outputFormat(), ranges.output, kOutputStatuses);
    if (status != Status::Success || !model.desc.squares)
        return status;
    if (!holds(args.squares))
        return Status::SquaresExtentTooSmall;
    return checkSurface(model.desc.output, args.squares, model.outputFormat(), ranges.squares, kSquaresStatuses);
}

Status planSummedAreaTable(const SatModel& model, const SummedAreaTableArgs& args, Plan* plan) noexcept
{
    Status status = checkSurfaces(model, args);
    if (status != Status::Success)
        return status;
    const VkExtent2D extent = regionOf(args).extent;
    Ranges ranges = surfaceRanges(model, args, tableExtent(model, args));
    if (model.desc.bias != Bias::None) {
        ranges.bias = {args.bias.address, kBiasBytes};
        status = checkRange(args.bias, kBiasBytes, kBiasBytes,
                            {Status::BiasNull, Status::BiasMisaligned, Status::BiasTooSmall});
        if (status != Status::Success)
            return status;
    }
    ranges.scratch = {args.scratch.address, satScratchSize(model, extent)};
    status = checkRange(args.scratch, kScratchAlignment, ranges.scratch.size,
                        {Status::ScratchNull, Status::ScratchMisaligned, Status::ScratchTooSmall});
    if (status == Status::Success)
        status = checkOverlaps(model, args, ranges);
    if (status != Status::Success)
        return status;

    const Strategy strategy = chooseStrategy(model, extent);
    const SatGrid grid = satGrid(model, strategy, extent);
    const PushConstants push = pushOf(model, args, ranges, grid);
    plan->stepCount = 0;
    const auto append = [&](Stage stage, uint32_t width, uint32_t height, const AccessList& accesses) {
        Step& step = plan->append();
        step = {stage, {width, height}, false, push, accesses};
        step.push.table.gridWidth = width;
    };
    if (model.desc.bias == Bias::Mean) {
        AccessList mean;
        mean.read(ranges.input);
        mean.write(ranges.bias);
        append(Stage::TableMean, 1, 1, mean);
    }
    AccessList scan = readsOf(ranges);
    scan.write(ranges.output);
    scan.write(ranges.squares);
    if (strategy == Strategy::ReduceThenScan) {
        if (grid.tileCount() > 1) {
            AccessList reduce = readsOf(ranges);
            reduce.write(ranges.scratch);
            append(Stage::TableReduce, grid.tiles[0], grid.spans(), reduce);
        }
        scan.read(ranges.scratch);
        append(Stage::TableScan, grid.tiles[0], grid.spans(), scan);
    } else {
        scan.write(ranges.scratch);
        const uint32_t width = std::min(grid.tileCount(), gridWidth(model));
        append(strategy == Strategy::FlatSum ? Stage::TableFlatSum : Stage::TableSpine, width,
               (grid.tileCount() + width - 1) / width, scan);
    }
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
