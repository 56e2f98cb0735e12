#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "operations/segmented_scan.h"
#include "operations/segments.h"
#include "schedule/record.h"

#include <vkscan/segments.h>
#include <vkscan/types.h>

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily segment_sum, fixed_result;
}

namespace {

constexpr const KernelFamily* kSegmentedReduceFamilies[] = {&families::segment_sum, &families::fixed_result};

// The number of results.
uint64_t segmentCountOf(const SegmentSource& source) noexcept
{
    if (source.form != Segments::Rows)
        return source.segmentCount;
    return divideRoundingUp<uint64_t>(source.count, std::max(source.rowPitch, 1u)); // a pitch of 0 is refused later
}

// Fits elements, and a word of ends for each invocation, into shared memory. The elements of invocations are an odd
// number of vectors apart.
struct SumForm final : TileForm {
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        TileForm::fit(schedule, stage);
        Geometry& geometry = stage->geometry;
        const uint64_t most = abi::kMaxSegmentItems / schedule.vectorElements;
        geometry.rows = std::min(geometry.rows, static_cast<uint32_t>(most));
        const auto sharedBytes = [&] {
            const uint64_t items = (geometry.rows | 1u) * schedule.vectorElements;
            const uint64_t lane = items * schedule.elementBytes + sizeof(uint32_t);
            const uint64_t totals = totalsBytes(geometry, schedule.desc.stateWords); // states, and half that for first
                                                                                     // sums
            return geometry.workgroupSize * lane + totals + totals / 2 + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            (geometry.rows > 1 ? geometry.rows : geometry.workgroupSize) /= 2;
    }
};

ListedSegments listSegmentedReduce(const SegmentedModel& model, const SegmentedReduceArgs& args,
                                   BufferList* list) noexcept
{
    const SegmentSource source = segmentSourceOf(model.segments, args);
    const uint64_t results = segmentCountOf(source);
    ListedSegments listed = {placeArray(model, args.input.address, args.count, model.desc.input), {}, {}};
    PassBuffers& buffers = listed.buffers;
    listed.segments = listSegments(source, args.segments, results > 0, list);
    buffers.reading.append(listed.segments);
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    buffers.output = listOutput(model, Argument::Result, args.result, results, list);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, listed.at.stage, listed.at.positions));
    return listed;
}

} // namespace

Status makeModel(const SegmentedReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SegmentedModel* model) noexcept
{
    if (desc.segments == Segments::Kernels)
        return {Argument::Segments, Rule::NotOffered};
    ScheduleDesc schedule;
    const Status described =
        describeSegmented(segmentedElementsOf(desc), capabilities, "_fixed_order_results", &schedule);
    if (described != Status::Success)
        return described;
    if (!findRow(kSegmentForms, desc.segments)->isReduced)
        return {Argument::Segments, Rule::NotOffered};
    if (schedule.hasFixedOrder) { // a segmented scan that stores each segment's last result
        *model = {{schedule, tuning, capabilities}, desc.segments};
        const FixedOrderForm fixedOrder;
        StageList stages(model, fixedOrder);
        addStages(tuning, &stages);
        return Status::Success;
    }
    schedule.boundedTiles = kBoundedTiles;
    *model = {{schedule, tuning, capabilities}, desc.segments};
    const SumForm form;
    StageList stages(model, form);
    const Strategy forced = tuning.strategy;
    const bool isAuto = forced == Strategy::Auto;
    const bool waits = isAuto && passesOnce(desc.waiting, capabilities);
    StageDesc stage = {.name = "SegmentsAlone",
                       .kernel = "reduce_segment_spans",
                       .geometry = tuning.reduceSegments,
                       .grid = Grid::One,
                       .maxTiles = isAuto ? 1 : model->spanTiles};
    if (isAuto || forced == Strategy::SingleWorkgroup)
        stages.choose(Strategy::SingleWorkgroup, stage);
    stage.grid = Grid::Spans;
    stage.maxTiles = stages.maxSpanTiles();
    stage.groups = tuning.segmentSpans;
    stage.slots = 2;
    if (forced == Strategy::FlatSum || forced == Strategy::Spine || waits) {
        const bool isFlat = forced == Strategy::FlatSum;
        stage.name = isFlat ? "SegmentsFlatSum" : "SegmentsOnce";
        stage.kernel = "reduce_segments";
        stages.choose(isFlat ? Strategy::FlatSum : Strategy::Spine, stage);
    } else if (forced != Strategy::SingleWorkgroup) {
        stage.name = "SegmentEnds";
        stage.kernel = "reduce_segment_ends";
        const bool isChosen = stages.choose(Strategy::ReduceThenScan, stage);
        stage.name = "SegmentSpans";
        stage.kernel = "reduce_segment_spans";
        if (isChosen)
            stages.addBefore(stage);
    }
    return Status::Success;
}

Status planSegmentedReduce(const SegmentedModel& model, const SegmentedReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const ScheduleDesc& desc = model.desc;
    const SegmentSource source = segmentSourceOf(model.segments, args);
    BufferList list;
    const auto [at, segments, buffers] = listSegmentedReduce(model, args, &list);
    const auto [head, positions, stage] = at;
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (segmentCountOf(source) == 0)
        return Status::Success;
    if (desc.hasFixedOrder) {
        auto push = pushOf<abi::ScanPush>(args, head);
        push.inputAddress = buffers.input.range.address;
        push.outputAddress = buffers.output.range.address;
        pushSegments(source, segments, &push);
        appendPass(plan, model, stage, {positions, head, push, buffers});
        placeBarriers(plan);
        return Status::Success;
    }
    const uint64_t groups = workgroupCount(model, model[stage], positions);
    const uint32_t before = model[stage].before;
    const bool hasEnds = before != kNoStage;
    auto scan = pushOf<abi::ScanPush>(args, head);
    scan.inputAddress = buffers.input.range.address - head * storedBytes(model, desc.input);
    scan.outputAddress = args.result.address;
    scan.spans = hasEnds ? static_cast<uint32_t>(groups) : 0;
    pushSegments(source, segments, &scan);
    const PushConstants push = isCustom(desc) ? customPush(scan, args.parameters) : scan;
    appendStep(plan, model, hasEnds ? before : stage, groups, push,
               {buffers.input, buffers.countBuffer, buffers.output, buffers.scratch, segments});
    if (hasEnds)
        appendStep(plan, model, stage, 1, push,
                   {buffers.countBuffer, buffers.output, readOnly(buffers.scratch), segments});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<SegmentedReduceArgs> {
    static constexpr auto kList = listSegmentedReduce;
    static constexpr auto kPlan = planSegmentedReduce;
    static OperationKernels kernels(const SegmentedReduceDesc& desc) noexcept
    {
        return {"SegmentedReduce",        toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op),
                kSegmentedReduceFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<SegmentedReduceDesc, SegmentedReduceArgs>;

} // namespace vkscan
