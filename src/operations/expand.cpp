#include "operations/expand.h"

#include "expand_abi.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/carry_strategy.h"
#include "suballocate_abi.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily expand, request;
}

namespace {

constexpr const KernelFamily* kExpandFamilies[] = {&families::expand, &families::request};

constexpr uint64_t kMostSources = (uint64_t{1} << 32) - (1 << 16); // so that no index of a probe wraps around
constexpr Geometry kExpandGeometry = {256, 2};
// Steps of a subgroup, one behind the other: a search for each of few elements, and for some of many.
constexpr uint64_t kFewElements = uint64_t{1} << 22;
constexpr uint32_t kSteps = 4;

// Subgroups of a workgroup go through their steps at their own pace. A device that bounds loops loses subgroups there,
// so each is a workgroup of its own.
Geometry geometryOn(const Capabilities& capabilities) noexcept
{
    Geometry geometry = kExpandGeometry;
    if (capabilities.boundedLoops)
        geometry.workgroupSize = capabilities.subgroupSize;
    return geometry;
}

// Elements that may be written, and that all outputs have room for.
uint32_t capacityOf(const ExpandArgs& args) noexcept
{
    uint64_t capacity = std::min(args.capacity, kMaxCapacity);
    for (const BufferRange& output : {args.output, args.index})
        if (!isAbsent(output))
            capacity = std::min<uint64_t>(capacity, output.size / kWordBytes);
    return static_cast<uint32_t>(capacity);
}

// Appends the sum of the counts, which ends with the total.
void appendSum(Plan* plan, const ExpandModel& model, const Placement& placement, const ExpandArgs& args,
               const PassBuffers& buffers) noexcept
{
    auto push = pushOf<abi::SuballocatePush>(args, placement.head);
    push.inputAddress = buffers.input.range.address - placement.head * kWordBytes;
    push.outputAddress = buffers.output.range.address - placement.head * kWordBytes;
    push.totalAddress = buffers.total.range.address;
    push.capacity = ~uint32_t{0}; // all offsets are kept
    push.divisor = 1;
    appendPass(plan, model, placement.stage, {placement.positions, placement.head, push, buffers});
}

} // namespace

Status makeModel(const ExpandDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ExpandModel* model) noexcept
{
    ScheduleDesc schedule;
    const Status taken = takeStrategy(desc, capabilities, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.form = "_requests";
    *model = {{schedule, tuning, capabilities}, desc.fromOffsets};
    const TileForm form;
    StageList stages(model, form);
    const StageDesc expands = {
        .name = "Expand", .kernel = "expand", .geometry = geometryOn(capabilities), .maxTiles = kMaxTiles};
    if (desc.fromOffsets) {
        stages.choose(Strategy::Auto, expands);
    } else {
        addStages(tuning, &stages);
        model->expands = stages.add(expands);
    }
    model->maxCount = std::min(model->maxCount, kMostSources);
    return Status::Success;
}

Status planExpand(const ExpandModel& model, const ExpandArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const bool hasSources = args.count > 0;
    const VkDeviceSize bytes = args.count * kWordBytes;
    const VkDeviceSize offsetBytes = hasSources ? bytes + kWordBytes : 0;
    const uint32_t capacity = capacityOf(args);
    const Placement placement = placeArray(model, args.offsets.address, args.count);
    BufferList list({.input = Argument::Counts, .output = Argument::Offsets});
    PassBuffers buffers;
    Access offsets;
    if (model.fromOffsets) {
        list.require(isAbsent(args.counts), {Argument::Counts, Rule::Incompatible});
        offsets = list.read(Argument::Offsets, args.offsets, offsetBytes, kWordBytes);
    } else {
        buffers.input = list.read(Argument::Counts, args.counts, bytes, kWordBytes);
        offsets = list.write(Argument::Offsets, args.offsets, offsetBytes, kWordBytes);
    }
    const auto listOutput = [&](Argument argument, BufferRange given) {
        return list.writeSized(argument, given, hasSources ? capacity * VkDeviceSize{kWordBytes} : 0, kWordBytes,
                               Presence::Optional);
    };
    const Access output = listOutput(Argument::Output, args.output);
    const Access index = listOutput(Argument::Index, args.index);
    buffers.countBuffer = list.countBuffer(args.countBuffer);
    const Access total = list.write(Argument::Total, args.total, kWordBytes, kWordBytes, Presence::Optional);
    const Access indirect = list.indirect(args.indirect);
    if (!model.fromOffsets)
        buffers.scratch = list.scratch(args.scratch, recordingScratchSize(model, placement.stage, placement.positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (!model.fromOffsets && hasSources) {
        buffers.output = {{offsets.range.address, bytes}, true};
        buffers.total = {{offsets.range.address + bytes, kWordBytes}, true};
        appendSum(plan, model, placement, args, buffers);
    }
    const AccessList elements = {output, index};
    const AccessList results = {total, indirect};
    if (elements.count + results.count > 0) {
        const VkDeviceAddress first = output.range.size > 0 ? output.range.address : index.range.address;
        const uint64_t head = first % abi::kVectorBytes / kWordBytes;
        abi::ExpandPush push = {};
        push.maxCount = args.count;
        push.countAddress = args.countBuffer.address;
        push.head = static_cast<uint32_t>(head);
        push.inputAddress = offsets.range.address;
        push.outputAddress = output.range.address;
        push.ranksAddress = index.range.address;
        push.sumAddress = buffers.total.range.address;
        push.totalAddress = total.range.address;
        push.indirectAddress = indirect.range.address;
        push.divisor = args.indirect.divisor;
        push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
        push.capacity = capacity;
        push.steps = capacity <= kFewElements ? 1 : kSteps;
        const uint64_t positions = elements.count > 0 ? head + capacity : 1;
        AccessList accesses = {readOnly(offsets), buffers.countBuffer};
        accesses.append(elements);
        accesses.append(results);
        appendStep(plan, model, model.expands,
                   divideRoundingUp<uint64_t>(positions, model[model.expands].tileElements * push.steps), push,
                   accesses);
    }
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const ExpandDesc& desc, const Tuning& tuning, Expand* expand) noexcept
{
    return createOperation<ExpandModel>(context, desc, tuning,
                                        {"Expand", nullptr, nullptr, abi::kOpAddSaturated, kExpandFamilies}, expand);
}

Status Expand::create(const Context& context, const ExpandDesc& desc, Expand* expand) noexcept
{
    return createTuned(context, desc, tuningFor(context), expand);
}

Status Expand::plan(const ExpandArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planExpand);
}

Status Expand::record(VkCommandBuffer commandBuffer, const ExpandArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planExpand);
}

} // namespace vkscan
