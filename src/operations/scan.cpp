#include "operations/scan.h"

#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "schedule/record.h"

#include <vkscan/types.h>

#include <algorithm>
#include <numeric>

namespace vkscan {

namespace families {
extern const KernelFamily scan, span, block, fixed_order;
}

namespace {

constexpr const KernelFamily* kScanFamilies[] = {&families::scan, &families::span, &families::block,
                                                 &families::fixed_order};

constexpr uint32_t kBoundedBlockTiles = 16; // per workgroup, on devices that bound loops
constexpr uint64_t kMostHeldWords = 170;    // registers of an invocation: its vectors, and the sum before each block

// The number of orders in one pass over memory.
uint32_t passOrder(const ScanDesc& desc) noexcept
{
    // Sums of higher orders are exact modulo the integer's range. As floats they would lose all digits.
    uint32_t order = isFloat(desc.type) ? 1 : std::min(desc.order, abi::kMaxParts / desc.tupleSize);
    while (desc.order % order != 0)
        --order;
    return order;
}

// Large states need longer tiles: those longer than a vector, and those of orders that are as long as one.
bool hasLargeState(const ScheduleDesc& desc) noexcept
{
    const uint64_t bytes = desc.stateWords * sizeof(uint32_t);
    return desc.order > 1 ? bytes >= abi::kVectorBytes : bytes > abi::kVectorBytes;
}

// Tuples of a power of two of vectors, at most a subgroup's lanes: a lane has one vector, with the same members in
// every row.
bool tuplesTakeLanes(const Schedule& schedule) noexcept
{
    const uint64_t bytes = schedule.desc.tupleSize * schedule.elementBytes;
    return schedule.desc.order == 1 && bytes % abi::kVectorBytes == 0 &&
           schedule.capabilities.subgroupSize % (bytes / abi::kVectorBytes) == 0;
}

// The form of orders and tuples: blocks of vectors that hold whole tuples and fit registers and shared memory.
struct BlockForm final : TileForm {
    const Tuning& tuning;

    explicit BlockForm(const Tuning& numbers) noexcept : tuning(numbers) {}

    // Vectors of 16 bytes in a block, unless lanes share tuples.
    [[nodiscard]] uint32_t blockVectors(const Schedule& schedule, bool isSpine) const noexcept
    {
        const ScheduleDesc& desc = schedule.desc;
        if (tuplesTakeLanes(schedule))
            return 1;
        const auto elements = static_cast<uint32_t>(schedule.vectorElements);
        const uint32_t tuples = desc.tupleSize / std::gcd(desc.tupleSize, elements);
        uint32_t wanted = 1;
        if (desc.order > 1 && hasLargeState(desc))
            wanted = isSpine ? tuning.orderSpineVectors : tuning.orderVectors;
        return std::max(wanted / tuples, 1u) * tuples;
    }

    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        const uint32_t words = schedule.desc.stateWords;
        const uint32_t block = blockVectors(schedule, stage->keepsSpine);
        Geometry& geometry = stage->geometry;
        geometry.rows = std::max((geometry.rows + block / 2) / block, 1u) * block;
        const uint64_t precedes = tuplesTakeLanes(schedule) ? 0 : words;
        while (geometry.rows > block && geometry.rows * 4 + geometry.rows / block * precedes > kMostHeldWords)
            geometry.rows -= block;
        const auto sharedBytes = [&] {
            const uint32_t items = block > 1 ? geometry.workgroupSize * (block | 1) * abi::kVectorBytes : 0;
            return items + totalsBytes(geometry, words) + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize /= 2;
        stage->constants.set(abi::kIdBlockVectors, block);
    }

    [[nodiscard]] Geometry spine(const ScheduleDesc& desc) const noexcept
    {
        if (desc.stateWords >= abi::kLeastSharedWords)
            return tuning.sharedStateSpine;
        return hasLargeState(desc) ? tuning.largeStateSpine : tuning.blockSpine;
    }
};

ListedPass listScan(const ScanModel& model, const ScanArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    ListedPass pass = {placeArray(model, args.output.address, args.count, model.desc.output), {}};
    PassBuffers& buffers = pass.buffers;
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    buffers.output = listOutput(model, Argument::Output, args.output, args.count, list, inPlaceOf(args.input, model));
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    list->groups(args.groups);
    buffers.total = list->write(Argument::Total, args.total, model.desc.tupleSize * element, elementAlignment(element),
                                Presence::Optional);
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, pass.at.stage, pass.at.positions));
    return pass;
}

} // namespace

Status describeScan(const ScanDesc& desc, const Capabilities& capabilities, ScheduleDesc* schedule) noexcept
{
    for (const Status checked : {checkType(desc.type, capabilities), checkOp(desc.op, desc.type)})
        if (checked != Status::Success)
            return checked;
    if (findRow(kKinds, desc.kind) == nullptr)
        return {Argument::Kind, Rule::Invalid};
    if (findRow(kDirections, desc.direction) == nullptr)
        return {Argument::Direction, Rule::Invalid};
    if (desc.order == 0 || desc.order > kMaxOrder)
        return {Argument::Order, Rule::Invalid};
    if (desc.tupleSize == 0 || desc.tupleSize > kMaxTupleSize)
        return {Argument::TupleSize, Rule::Invalid};
    if (desc.order > 1 && desc.op != Op::Add)
        return {Argument::Order, Rule::Incompatible};
    for (const Status checked :
         {checkStored(desc.input, desc.type, Argument::Input), checkStored(desc.output, desc.type, Argument::Output)})
        if (checked != Status::Success)
            return checked;
    const bool isDefault = desc.type == ElementType::U32 && desc.op == Op::Add && desc.order * desc.tupleSize == 1;
    if (desc.kernels.count > 0 && !isDefault)
        return {Argument::Kernels, Rule::Incompatible};
    schedule->type = desc.type;
    schedule->order = passOrder(desc);
    schedule->tupleSize = desc.tupleSize;
    if (schedule->order * schedule->tupleSize > 1) {
        schedule->form = "_blocks";
        schedule->boundedTiles = kBoundedBlockTiles;
    }
    const Status notStored = checkNotStored(desc.input, desc.output);
    if (notStored != Status::Success && (desc.kernels.count > 0 || desc.order * desc.tupleSize > 1))
        return notStored;
    const bool hasNoOrder = isFloat(desc.type) && (desc.tupleSize > 1 || notStored != Status::Success);
    if (desc.reproducible && (desc.kernels.count > 0 || hasNoOrder))
        return {Argument::Reproducible, Rule::Incompatible};
    if (desc.reproducible && isFloat(desc.type))
        fixOrder(schedule);
    takeStored(desc.input, desc.output, schedule);
    schedule->direction = desc.direction;
    schedule->constants.set(abi::kIdExclusive, desc.kind == Kind::Exclusive ? VK_TRUE : VK_FALSE);
    const Status taken = takeKernels(desc.kernels, KernelUse::Scan, schedule);
    return taken == Status::Success ? takeWaiting(desc, schedule) : taken;
}

ScanModel scanModel(const ScanDesc& desc, const ScheduleDesc& schedule, const TileForm* form, const ScanStages& source,
                    const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    ScanModel model = {{schedule, tuning, capabilities}, desc.order, desc.order / schedule.order};
    const TileForm elements;
    const FixedOrderForm fixedOrder;
    const BlockForm blocks(tuning);
    const bool hasBlocks = schedule.order * schedule.tupleSize > 1;
    Tuning adapted = tuning;
    adapted.spine = hasBlocks ? blocks.spine(model.desc) : spineOf(schedule.custom, tuning, tuning.spine);
    if (form == nullptr && schedule.hasFixedOrder)
        form = &fixedOrder;
    else if (form == nullptr)
        form = hasBlocks ? static_cast<const TileForm*>(&blocks) : &elements;
    StageList stages(&model, *form);
    source.add(adapted, &stages);
    return model;
}

Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ScanModel* model) noexcept
{
    ScheduleDesc schedule;
    const Status checked = describeScan(desc, capabilities, &schedule);
    if (checked == Status::Success)
        *model = scanModel(desc, schedule, nullptr, ScanStages(), tuning, capabilities);
    return checked;
}

Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const ScheduleDesc& desc = model.desc;
    const VkDeviceSize inputBytes = storedBytes(model, desc.input);
    const VkDeviceSize outputBytes = storedBytes(model, desc.output);
    const bool inPlace = args.count > 0 && (args.input.address == args.output.address || model.passes > 1);
    BufferList list;
    auto [at, buffers] = listScan(model, args, &list);
    const auto [head, positions, stage] = at;
    const Access total = buffers.total;
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && !isCustom(desc) && args.initial.type() != desc.type)
        return {Argument::Initial, Rule::WrongType};
    if (args.initial.hasValue() && (model.order > 1 || isCustom(desc)))
        return {Argument::Initial, Rule::Incompatible};
    const Status parameters = checkParameters(args.parameters, desc);
    if (parameters != Status::Success)
        return parameters;
    if (inPlace && model.refusesInPlace)
        return {Argument::Output, Rule::NeedsForwardProgress};

    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0)
        return Status::Success;
    auto push = pushOf<abi::ScanPush>(args, head);
    push.outputAddress = buffers.output.range.address - head * outputBytes;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    // Without elements, one pass writes the total.
    for (uint32_t left = args.count > 0 ? model.passes : 1; left > 0; --left) {
        buffers.total = left == 1 ? total : Access{};
        push.inputAddress = buffers.input.range.address - head * inputBytes;
        push.totalAddress = buffers.total.range.address;
        appendPass(plan, model, stage,
                   {positions, head, isCustom(desc) ? customPush(push, args.parameters) : push, buffers});
        buffers.input = readOnly(buffers.output);
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<ScanArgs> {
    static constexpr auto kList = listScan;
    static constexpr auto kPlan = planScan;
    static OperationKernels kernels(const ScanDesc& desc) noexcept
    {
        return {"Scan",        toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op),
                kScanFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<ScanDesc, ScanArgs>;

} // namespace vkscan
