#include "operations/axis_scan.h"

#include "axis_scan_abi.h"
#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/record.h"

#include <algorithm>
#include <bit>

namespace vkscan {

namespace families {
extern const KernelFamily axis_scan;
}

namespace {

constexpr const KernelFamily* kAxisScanFamilies[] = {&families::axis_scan};

constexpr uint64_t kMostRows = uint64_t{1} << 31; // positions of rows must not exceed 32 bits
// Limits on devices that bound loops: tiles of a workgroup, which take up to 65 iterations each, and rows, whose chunks
// a workgroup adds.
constexpr uint64_t kBoundedChunkTiles = 256;
constexpr uint64_t kBoundedRows = uint64_t{1} << 27;
constexpr uint32_t kVectorStage = 0;
constexpr uint32_t kUnalignedStage = 1;
// Maximum lanes side by side in a strip: of 128 bytes; or of 512, where rows begin anywhere and may share cache lines.
constexpr uint32_t kLanes = 8;
constexpr uint32_t kUnalignedLanes = 32;

// Fills the fields of a call's shape, with one chunk for each line. Returns the tiles of a line.
uint64_t shapePush(const AxisScanModel& model, const AxisScanArgs& args, uint32_t mostLanes,
                   abi::AxisScanPush* push) noexcept
{
    const Geometry geometry = model[0].geometry;
    const uint64_t rows = std::min<uint64_t>(args.extent, divideRoundingUp<uint64_t>(args.count, args.inner));
    push->extent = static_cast<uint32_t>(rows);
    push->inner = args.inner;
    push->sliceElements = rows * args.inner;
    const uint64_t lanes = std::min({uint64_t{mostLanes}, geometry.workgroupSize / model.vectorElements,
                                     divideRoundingUp<uint64_t>(args.inner, model.vectorElements)});
    push->laneBits = static_cast<uint32_t>(std::bit_width(lanes - 1));
    const uint64_t strip = model.vectorElements << push->laneBits;
    push->strips = static_cast<uint32_t>(divideRoundingUp<uint64_t>(args.inner, strip));
    // Short lines take fewer invocations each, so that a workgroup has strips of several slices.
    const uint64_t groups = std::min<uint64_t>(std::bit_ceil(divideRoundingUp<uint64_t>(rows, geometry.rows)),
                                               geometry.workgroupSize >> push->laneBits);
    push->lineBits = push->laneBits + static_cast<uint32_t>(std::bit_width(groups - 1));
    push->chunks = 1;
    const uint64_t tiles = divideRoundingUp(rows, groups * geometry.rows);
    push->chunkTiles = static_cast<uint32_t>(tiles);
    return tiles;
}

// Workgroups of lines in one chunk each.
uint64_t lineGroups(const AxisScanModel& model, uint64_t count, const abi::AxisScanPush& push) noexcept
{
    const uint64_t slices = divideRoundingUp(count, push.sliceElements);
    return push.strips * divideRoundingUp<uint64_t>(slices, model[0].geometry.workgroupSize >> push.lineBits);
}

// Whether rows and arrays begin at multiples of 16 bytes.
bool takesVectors(const Schedule& model, const AxisScanArgs& args) noexcept
{
    return (args.input.address | args.output.address | args.inner * model.elementBytes) % abi::kVectorBytes == 0;
}

// How a call is cut into workgroups.
struct AxisShape {
    uint32_t stage = kVectorStage;
    uint64_t lineGroups = 0;
    abi::AxisScanPush push = {};
    VkDeviceSize scratchBytes = 0;
};

// Requires elements, an extent and an inner size.
AxisShape shapeOf(const AxisScanModel& model, const AxisScanArgs& args) noexcept
{
    AxisShape shape;
    abi::AxisScanPush& push = shape.push;
    const auto cut = [&](uint32_t mostLanes) {
        const uint64_t tiles = shapePush(model, args, mostLanes, &push);
        shape.lineGroups = lineGroups(model, args.count, push);
        return tiles;
    };
    shape.stage = takesVectors(model, args) ? kVectorStage : kUnalignedStage;
    uint64_t tiles = cut(shape.stage == kVectorStage ? kLanes : kUnalignedLanes);
    if (tiles > std::min(shape.lineGroups < model.groups * 3 / 4 ? 1 : ~uint64_t{0}, model.chunkTiles)) {
        tiles = cut(kLanes);
        const uint64_t chunks = std::max(divideRoundingUp<uint64_t>(model.groups, shape.lineGroups),
                                         divideRoundingUp(tiles, model.chunkTiles));
        push.chunkTiles = static_cast<uint32_t>(divideRoundingUp(tiles, chunks));
        push.chunks = static_cast<uint32_t>(divideRoundingUp<uint64_t>(tiles, push.chunkTiles));
    }
    if (push.chunks > 1)
        shape.scratchBytes = abi::kScratchHeaderBytes +
                             shape.lineGroups * push.chunks * (model.vectorElements << push.laneBits) * model.slotBytes;
    return shape;
}

} // namespace

Status makeModel(const AxisScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 AxisScanModel* model) noexcept
{
    ScheduleDesc schedule;
    for (const Status checked : {checkType(desc.type, capabilities), checkOp(desc.op, desc.type)})
        if (checked != Status::Success)
            return checked;
    schedule.type = desc.type;
    schedule.maxCount = desc.maxCount;
    schedule.direction = desc.direction;
    schedule.isShifted = false;
    schedule.constants.set(abi::kIdExclusive, desc.kind == Kind::Exclusive ? VK_TRUE : VK_FALSE);
    *model = {{schedule, tuning, capabilities}};
    model->groups = tuning.axisGroups;
    if (capabilities.boundedLoops)
        model->chunkTiles = kBoundedChunkTiles;
    const TileForm form;
    StageList stages(model, form);
    StageDesc stage = {.name = "AxisScan", .kernel = "axis_scan", .geometry = tuning.axis};
    stage.maxTiles = stages.maxSingleTiles();
    stage.constants.set(abi::kIdAxisVectors, VK_TRUE);
    stages.choose(Strategy::Auto, stage);
    stages.add({.name = "AxisScanUnaligned", .kernel = "axis_scan", .geometry = tuning.axis});
    // A workgroup may have as few elements as invocations.
    model->maxCount = std::min(model->maxCount, stages.maxSingleTiles() * tuning.axis.workgroupSize);
    return Status::Success;
}

VkDeviceSize scratchSize(const AxisScanModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, model.maxCount);
    if (count == 0)
        return 0;
    // Less than `groups` lines, in as many chunks and up to one more for each line; where loops are bounded, also of
    // any number of lines. Strips have up to twice the columns of a row, and the last slice up to all other elements.
    uint64_t slots = 2 * model.groups * kLanes * model.vectorElements;
    if (model.capabilities.boundedLoops)
        slots += 4 * count / (model[0].geometry.workgroupSize / kLanes * model[0].geometry.rows);
    return abi::kScratchHeaderBytes + slots * model.slotBytes;
}

namespace {

struct AxisScanBuffers {
    AxisShape shape; // valid if the arguments are
    Access input;
    Access output;
    Access total;
    Access countBuffer;
    Access scratch;
};

AxisScanBuffers listAxisScan(const AxisScanModel& model, const AxisScanArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    AxisScanBuffers buffers;
    const AxisShape& shape = buffers.shape;
    uint64_t lines = 0;
    list->require(args.extent > 0, {Argument::Extent, Rule::Zero});
    list->require(args.inner > 0, {Argument::Inner, Rule::Zero});
    if (args.count > 0 && args.extent > 0 && args.inner > 0) {
        buffers.shape = shapeOf(model, args);
        lines = divideRoundingUp(args.count, shape.push.sliceElements) * args.inner;
        list->require(shape.push.extent <= (model.capabilities.boundedLoops ? kBoundedRows : kMostRows),
                      {Argument::Extent, Rule::TooLarge});
    }
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    const bool isReduction = isAbsent(args.output) && !isAbsent(args.total);
    buffers.output = listOutput(model, Argument::Output, args.output, isReduction ? 0 : args.count, list, &args.input);
    buffers.total = list->write(Argument::Total, args.total, lines * element, element, Presence::Optional);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.scratch = list->scratch(args.scratch, shape.scratchBytes);
    return buffers;
}

} // namespace

Status planAxisScan(const AxisScanModel& model, const AxisScanArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [shape, input, output, total, countBuffer, scratch] = listAxisScan(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    const bool isCut = shape.push.chunks > 1;
    abi::AxisScanPush push = shape.push;
    push.inputAddress = args.input.address;
    push.scratchAddress = args.scratch.address;
    push.totalAddress = args.total.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    const auto append = [&, stage = shape.stage](uint64_t groups, uint32_t flags, const AccessList& accesses) {
        push.spans = static_cast<uint32_t>(groups);
        push.flags = flags;
        appendStep(plan, model, stage, groups, push, accesses);
    };
    const uint64_t groups = shape.lineGroups * push.chunks;
    if (isCut)
        append(groups, abi::kAxisReduces, {input, countBuffer, scratch});
    push.outputAddress = args.output.address;
    if (isCut && isAbsent(args.output))
        append(shape.lineGroups, abi::kAxisCombines, {countBuffer, readOnly(scratch), total});
    else
        append(groups, 0, {input, countBuffer, readOnly(scratch), output, total});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<AxisScanArgs> {
    static constexpr auto kList = listAxisScan;
    static constexpr auto kPlan = planAxisScan;
    static OperationKernels kernels(const AxisScanDesc& desc) noexcept
    {
        return {"AxisScan", toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op), kAxisScanFamilies};
    }
};
template class ArrayOperationOf<AxisScanDesc, AxisScanArgs>;

} // namespace vkscan
