#include "operations/segmented_scan.h"

#include "operations/custom_kernels.h"
#include "schedule/array_operation.h"
#include "study/study.h"

namespace vkscan {

namespace {

constexpr const KernelFamily* kSegmentedScanFamilies[] = {&families::segment};

ScanArgs scanArgsOf(const SegmentedScanArgs& args) noexcept
{
    ScanArgs scan;
    scan.input = args.input;
    scan.output = args.output;
    scan.scratch = args.scratch;
    scan.count = args.count;
    scan.countBuffer = args.countBuffer;
    return scan;
}

} // namespace

void tellSegments(const SegmentSource& source, const Access& segments, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        step.accesses.append(segments);
        step.push.scan.segmentsAddress = segments.range.address;
        step.push.scan.rowLength = source.rowLength;
        step.push.scan.rowPitch = source.rowPitch;
        step.push.scan.segmentCount = source.segmentCount;
    }
}

Status describeSchedule(const ScanDesc& desc, Segments segments, const Capabilities& capabilities,
                        ScheduleDesc* schedule) noexcept
{
    if (isForStudy(desc.strategy))
        return {Argument::Strategy, Rule::NotOffered};
    if (segments < Segments::HeadBits || segments > Segments::Kernels)
        return {Argument::Segments, Rule::Invalid};
    const Status checked = checkScanDesc(desc, capabilities);
    if (checked != Status::Success)
        return checked;
    *schedule = scheduleDescOf(desc);
    schedule->form = KernelForm::Segments;
    schedule->stateWords = static_cast<uint32_t>(sizeOf(desc.type) / sizeof(uint32_t)) + 1;
    const bool hasWords = segments != Segments::HeadBits && segments < Segments::Rows;
    schedule->spine = hasWords && sizeOf(desc.type) == 4 ? &Tuning::keySpine : &Tuning::segmentSpine;
    schedule->constants.set(abi::kIdSegments, static_cast<uint32_t>(segments));
    const Status taken = takeKernels(desc.kernels, KernelUse::Segments, schedule);
    if (taken == Status::Success && schedule->custom.hasHeads != (segments == Segments::Kernels))
        return {Argument::Segments, Rule::Incompatible};
    return taken;
}

Status makeModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SegmentedModel* model) noexcept
{
    ScanDesc scan = scanDescOf(desc);
    scan.type = desc.type;
    scan.op = desc.op;
    scan.kind = desc.kind;
    scan.direction = desc.direction;
    scan.kernels = desc.kernels;
    ScheduleDesc schedule;
    const Status described = describeSchedule(scan, desc.segments, capabilities, &schedule);
    if (described == Status::Success)
        *model = {{schedule, tuning, capabilities}, desc.segments};
    return described;
}

Status planSegmentedScan(const SegmentedModel& model, const SegmentedScanArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const SegmentSource source = segmentSourceOf(model.segments, args);
    const ScanArgs scan = scanArgsOf(args);
    BufferList list;
    const Access segments = listSegments(source, args.count > 0, &list);
    const ScanCall call = listScan(model, scan, Argument::Input, Argument::Output, &list);
    list.claim(Argument::Segments, Argument::Output, Argument::Scratch);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;
    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    fillScan(model, 1, scan, call, plan);
    tellSegments(source, segments, plan);
    if (isCustom(model.desc))
        tellKernels(args.parameters, plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   SegmentedScan* scan) noexcept
{
    return createOperation<SegmentedModel>(
        context, desc, tuning,
        {"SegmentedScan", toString(desc.type), toString(desc.op), operatorCode, kSegmentedScanFamilies, desc.kernels},
        scan);
}

Status SegmentedScan::create(const Context& context, const SegmentedScanDesc& desc, SegmentedScan* scan) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
}

Status SegmentedScan::plan(const SegmentedScanArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSegmentedScan);
}

Status SegmentedScan::record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedScan);
}

} // namespace vkscan
