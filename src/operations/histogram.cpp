#include "operations/histogram.h"

#include "histogram_abi.h"
#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkscan {

namespace families {
extern const KernelFamily histogram;
}

namespace {

constexpr const KernelFamily* kHistogramFamilies[] = {&families::histogram};

// Writes the divisor as kernels take it: a reciprocal and shifts.
Status divideByWidth(ElementType type, Scalar width, abi::HistogramPush* push) noexcept
{
    const auto bits = static_cast<uint32_t>(width.bits());
    if (type == ElementType::F32) {
        const float inverse = 1 / std::bit_cast<float>(bits);
        push->scale = std::bit_cast<uint32_t>(inverse);
        return inverse > 0 && std::isfinite(inverse) ? Status::Success : Status(Argument::Width, Rule::Invalid);
    }
    if (bits == 0 || (type == ElementType::I32 && static_cast<int32_t>(bits) < 0))
        return {Argument::Width, Rule::Invalid};
    const auto log2 = static_cast<uint32_t>(std::bit_width(bits - 1)); // rounded up
    push->scale = static_cast<uint32_t>((((uint64_t{1} << log2) - bits) << 32) / bits + 1);
    push->firstShift = std::min(log2, 1u);
    push->secondShift = std::max(log2, 1u) - 1;
    return Status::Success;
}

// Bins that a workgroup counts in shared memory: all, or a part of them. The parts are as few as possible.
uint32_t partBinsOf(uint32_t binCount, const Capabilities& capabilities) noexcept
{
    const uint32_t most = capabilities.maxSharedBytes / sizeof(uint32_t);
    return divideRoundingUp(binCount, divideRoundingUp(binCount, most));
}

// Workgroups that run at once, so that none is left for a second turn: as many as a multiprocessor has invocations and
// shared memory for. It has as much shared memory as one workgroup may take.
uint32_t workgroupsOf(uint32_t partBins, Geometry geometry, const Tuning& tuning,
                      const Capabilities& capabilities) noexcept
{
    if (capabilities.multiprocessors == 0)
        return tuning.scanSpans;
    constexpr uint32_t kInvocations = 2048; // of a multiprocessor
    const auto bytes = static_cast<uint32_t>(partBins * sizeof(uint32_t));
    const uint32_t held = std::min(kInvocations / geometry.workgroupSize, capabilities.maxSharedBytes / bytes);
    return capabilities.multiprocessors * std::max(held, 1u);
}

Status fillBins(const HistogramModel& model, const HistogramArgs& args, abi::HistogramPush* push) noexcept
{
    const ElementType type = model.desc.type;
    if (args.lower.hasValue() && args.lower.type() != type)
        return {Argument::Lower, Rule::WrongType};
    if (args.width.hasValue() && args.width.type() != type)
        return {Argument::Width, Rule::WrongType};
    push->initialBits = args.lower.bits();
    push->hasInitial = 1;
    push->binCount = model.binCount;
    if (type == ElementType::F32 && !std::isfinite(std::bit_cast<float>(static_cast<uint32_t>(push->initialBits))))
        return {Argument::Lower, Rule::Invalid};
    const Scalar one = type == ElementType::F32 ? Scalar(1.0f) : Scalar(1u);
    return divideByWidth(type, args.width.hasValue() ? args.width : one, push);
}

} // namespace

Status makeModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 HistogramModel* model) noexcept
{
    if (sizeOf(desc.type) == 0)
        return {Argument::Type, Rule::Invalid};
    if (sizeOf(desc.type) != sizeof(uint32_t))
        return {Argument::Type, Rule::NotOffered};
    if (desc.binCount == 0 || desc.binCount > kMaxBinCount)
        return {Argument::BinCount, Rule::Invalid};
    const Status stored = checkStored(desc.input, desc.type, Argument::Input);
    if (stored != Status::Success)
        return stored;
    const uint32_t partBins = partBinsOf(desc.binCount, capabilities);
    ScheduleDesc schedule;
    schedule.type = desc.type;
    takeStored(desc.input, StoredType::Same, &schedule);
    schedule.maxCount = desc.maxCount;
    schedule.constants.set(abi::kIdPartBins, partBins);
    *model = {{schedule, tuning, capabilities}, desc.binCount, partBins};
    const TileForm form;
    StageList stages(model, form);
    const Geometry geometry = model->parts() > 1 ? tuning.histogramPart : tuning.histogram;
    const uint32_t workgroups = workgroupsOf(partBins, geometry, tuning, capabilities);
    stages.choose(Strategy::Auto, {.name = "Histogram",
                                   .kernel = "histogram",
                                   .geometry = geometry,
                                   .grid = Grid::Spans,
                                   .maxTiles = stages.maxSpanTiles(),
                                   .groups = std::max(workgroups / model->parts(), 1u)});
    StageDesc clear = {.name = "HistogramClear", .kernel = "histogram_clear", .geometry = tuning.histogram};
    clear.constants.set(abi::kIdType, 0); // one kernel for all types
    stages.add(clear);
    return Status::Success;
}

Status planHistogram(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const VkDeviceSize element = storedBytes(model, model.desc.input);
    const Access input = list.read(Argument::Input, args.input, args.count * element, element);
    const Access counts =
        list.write(Argument::Counts, args.counts, model.binCount * sizeof(uint32_t), sizeof(uint32_t));
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const auto [head, positions, stage] = placeArray(model, args.input.address, args.count, model.desc.input);
    auto push = pushOf<abi::HistogramPush>(args, head);
    Status status = list.check();
    if (status == Status::Success)
        status = fillBins(model, args, &push);
    if (status != Status::Success)
        return status;

    push.inputAddress = args.input.address - head * element;
    push.outputAddress = args.counts.address;
    plan->stepCount = 0;
    const uint32_t clear = stage + 1;
    appendStep(plan, model, clear, divideRoundingUp(model.binCount, model[clear].geometry.workgroupSize), push,
               {counts});
    if (args.count > 0) { // a column of workgroups for each span
        const uint64_t spans = workgroupCount(model, model[stage], positions);
        plan->append(stage, spans * model.parts(), static_cast<uint32_t>(spans), push, {input, countBuffer, counts});
    }
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const HistogramDesc& desc, const Tuning& tuning,
                   Histogram* histogram) noexcept
{
    return createOperation<HistogramModel>(
        context, desc, tuning, {"Histogram", toString(desc.type), nullptr, abi::kOpAdd, kHistogramFamilies}, histogram);
}

Status Histogram::create(const Context& context, const HistogramDesc& desc, Histogram* histogram) noexcept
{
    return createTuned(context, desc, tuningFor(context), histogram);
}

Status Histogram::plan(const HistogramArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planHistogram);
}

Status Histogram::record(VkCommandBuffer commandBuffer, const HistogramArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planHistogram);
}

} // namespace vkscan
