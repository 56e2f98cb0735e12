#include "operations/expand.h"

#include "custom_abi.h"
#include "expand_abi.h"
#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"
#include "suballocate_abi.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily expand, request;
}

namespace {

constexpr const KernelFamily* kExpandFamilies[] = {&families::expand, &families::request};

constexpr uint64_t kMostSources = (uint64_t{1} << 32) - (1 << 16); // no index of a probe wraps around
constexpr Geometry kExpandGeometry = {256, 2};
// Steps of a subgroup, in sequence: a search for each of few elements, and for some of many.
constexpr uint64_t kFewElements = uint64_t{1} << 22;
constexpr uint32_t kSteps = 4;

// Subgroups of a workgroup run through their steps independently. A device that bounds loops loses subgroups there, so
// each becomes a workgroup.
Geometry geometryOn(const Capabilities& capabilities) noexcept
{
    Geometry geometry = kExpandGeometry;
    if (capabilities.boundedLoops)
        geometry.workgroupSize = capabilities.subgroupSize;
    return geometry;
}

// Elements that may be written and that fit all outputs. A user's STORE needs no outputs.
uint32_t capacityOf(const ExpandModel& model, const ExpandArgs& args) noexcept
{
    uint64_t capacity = std::min(args.capacity, kMaxCapacity);
    for (const BufferRange& output : {args.output, args.index})
        if (!isAbsent(output) && !model.desc.custom.stores)
            capacity = std::min<uint64_t>(capacity, output.size / kWordBytes);
    return static_cast<uint32_t>(capacity);
}

struct ExpandBuffers {
    Placement at;
    Access counts;
    Access offsets;
    Access output;
    Access index;
    Access countBuffer;
    Access total;
    Access indirect;
    Access scratch;
};

ExpandBuffers listExpand(const ExpandModel& model, const ExpandArgs& args, BufferList* list) noexcept
{
    const CustomElements& custom = model.desc.custom;
    const uint64_t offsets = args.count > 0 ? args.count + 1 : 0;
    const VkDeviceSize elementBytes = args.count > 0 ? capacityOf(model, args) * VkDeviceSize{kWordBytes} : 0;
    ExpandBuffers buffers;
    buffers.at = placeArray(model, args.offsets.address, args.count);
    if (model.fromOffsets) {
        list->refuse(Argument::Counts, args.counts);
        buffers.offsets = listInput(model, Argument::Offsets, args.offsets, offsets, list);
    } else {
        buffers.counts = listInput(model, Argument::Counts, args.counts, args.count, list);
        buffers.offsets = list->write(Argument::Offsets, args.offsets, (args.count + 1) * kWordBytes, kWordBytes,
                                      args.count > 0 ? Presence::IfTouched : Presence::Optional,
                                      custom.loads ? nullptr : &args.counts);
    }
    const auto listElements = [&](Argument argument, const BufferRange& given) {
        return custom.stores ? listOutput(model, argument, given, elementBytes / kWordBytes, list)
                             : list->writeSized(argument, given, elementBytes, kWordBytes, Presence::Optional);
    };
    buffers.output = listElements(Argument::Output, args.output);
    buffers.index = listElements(Argument::Index, args.index);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.total = list->write(Argument::Total, args.total, kWordBytes, kWordBytes, Presence::Optional);
    buffers.indirect = list->indirect(args.indirect);
    if (!model.fromOffsets || isCustom(model.desc))
        buffers.scratch =
            list->scratch(args.scratch, recordingScratchSize(model, buffers.at.stage, buffers.at.positions));
    return buffers;
}

// Appends the sum of the counts, followed by the total.
void appendSum(Plan* plan, const ExpandModel& model, const ExpandArgs& args, const ExpandBuffers& listed,
               const Access& total) noexcept
{
    const Placement& placement = listed.at;
    PassBuffers buffers;
    buffers.input = listed.counts;
    buffers.countBuffer = listed.countBuffer;
    buffers.output = {{listed.offsets.range.address, args.count * kWordBytes}, true};
    buffers.total = total;
    buffers.scratch = listed.scratch;
    auto sum = pushOf<abi::SuballocatePush>(args, placement.head);
    sum.inputAddress = buffers.input.range.address - placement.head * kWordBytes;
    sum.outputAddress = buffers.output.range.address - placement.head * kWordBytes;
    sum.totalAddress = buffers.total.range.address;
    sum.capacity = ~uint32_t{0}; // all offsets are kept
    sum.divisor = 1;
    PushConstants push = sum;
    setParameters(args.parameters, abi::kExpandParametersOffset, &push);
    appendPass(plan, model, placement.stage, {placement.positions, placement.head, push, buffers});
}

} // namespace

Status makeModel(const ExpandDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ExpandModel* model) noexcept
{
    ScheduleDesc schedule;
    Status taken = takeWaiting(desc, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.form = "_requests";
    taken = takeKernels(desc.kernels, KernelUse::Expansion, &schedule);
    if (taken != Status::Success)
        return taken;
    if (schedule.custom.words > 1)
        return {Argument::Kernels, Rule::Invalid};
    const bool loads = schedule.custom.loads;
    *model = {{schedule, tuning, capabilities}, desc.fromOffsets};
    const TileForm form;
    StageList stages(model, form);
    StageDesc expands = {.name = "Expand",
                         .kernel = "expand",
                         .geometry = geometryOn(capabilities),
                         .maxTiles = kMaxTiles,
                         .callsUser = schedule.custom.stores || (loads && desc.fromOffsets)};
    if (loads && desc.fromOffsets)
        expands.constants.set(abi::kIdLoadsOffsets, VK_TRUE);
    if (desc.fromOffsets) {
        stages.choose(Strategy::Auto, expands);
    } else {
        addStages(tuning, &stages);
        for (uint32_t i = 0; i < model->stageCount; ++i)
            model->stages[i].callsUser = loads;
        model->expands = stages.add(expands);
    }
    model->maxCount = std::min(model->maxCount, kMostSources);
    return Status::Success;
}

Status planExpand(const ExpandModel& model, const ExpandArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const uint32_t capacity = args.count > 0 ? capacityOf(model, args) : 0;
    BufferList list;
    const ExpandBuffers buffers = listExpand(model, args, &list);
    const auto& [at, counts, offsets, output, index, countBuffer, total, indirect, scratch] = buffers;
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, model.desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    Access sum;
    if (!model.fromOffsets && offsets.range.size > 0) {
        sum = {{offsets.range.address + args.count * kWordBytes, kWordBytes}, true};
        appendSum(plan, model, args, buffers, sum);
    }
    const bool stores = model.desc.custom.stores;
    const AccessList elements = {output, index};
    const AccessList results = {total, indirect};
    const bool writesElements = capacity > 0 && (stores || elements.count > 0);
    if (writesElements || results.count > 0) {
        const VkDeviceAddress first = output.range.size > 0 ? output.range.address : index.range.address;
        const uint64_t head = stores ? 0 : first % abi::kVectorBytes / kWordBytes;
        auto expand = pushOf<abi::ExpandPush>(args, head);
        expand.inputAddress = offsets.range.address;
        expand.outputAddress = output.range.address;
        expand.ranksAddress = index.range.address;
        expand.sumAddress = sum.range.address;
        expand.totalAddress = total.range.address;
        expand.indirectAddress = indirect.range.address;
        expand.divisor = args.indirect.divisor;
        expand.rounding = roundingOf(args.indirect);
        expand.capacity = capacity;
        expand.steps = capacity <= kFewElements ? 1 : kSteps;
        const uint64_t positions = writesElements ? head + capacity : 1;
        AccessList accesses = {readOnly(offsets), countBuffer};
        accesses.append(elements);
        accesses.append(results);
        if (model.fromOffsets) // a user's kernels need a readable word
            accesses.append(scratch);
        PushConstants push = expand;
        setParameters(args.parameters, abi::kExpandParametersOffset, &push);
        appendStep(plan, model, model.expands,
                   divideRoundingUp<uint64_t>(positions, model[model.expands].tileElements * expand.steps), push,
                   accesses);
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<ExpandArgs> {
    static constexpr auto kList = listExpand;
    static constexpr auto kPlan = planExpand;
    static OperationKernels kernels(const ExpandDesc& desc) noexcept
    {
        return {"Expand", nullptr, nullptr, abi::kOpAddSaturated, kExpandFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<ExpandDesc, ExpandArgs>;

} // namespace vkscan
