#include "operations/histogram.h"

#include "histogram_abi.h"
#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace vkscan {

namespace families {
extern const KernelFamily fill, histogram;
}

namespace {

constexpr const KernelFamily* kHistogramFamilies[] = {&families::histogram, &families::fill};

constexpr uint32_t kInfinityBits = 0x7f800000; // an infinite float
constexpr uint32_t kSignBit = 0x80000000;

// The bins of floats. Kernels compute (x * factor - lower * factor) * (1 / (width * factor)), each operation rounded.
// With these factors, no value that ends in a bin overflows, and no number whose bits matter is subnormal: differences
// are at least 2^-126, or 0, or less than any width. If 1 / width would overflow, differences other than 0 are far
// beyond the last bin.
void scaleFloats(float lower, float width, abi::HistogramPush* push) noexcept
{
    const float magnitude = std::fabs(lower);
    const bool raises = width < 0x1p-100f && magnitude < 0x1p-60f;
    const bool reduces = width >= 0x1p100f || magnitude >= 0x1p100f;
    const double factor = raises ? std::ldexp(1.0, abi::kRaisedExponent) : reduces ? 0x1p-32 : 1.0;
    const double inverse = std::min<double>(1 / (width * factor), std::numeric_limits<float>::max());
    const auto scaled = std::bit_cast<uint32_t>(static_cast<float>(lower * factor));
    const uint32_t edge = raises ? scaled : std::bit_cast<uint32_t>(lower);
    push->initialBits = scaled;
    push->scale = std::bit_cast<uint32_t>(static_cast<float>(inverse));
    push->factor = std::bit_cast<uint32_t>(static_cast<float>(raises ? 1.0 : factor));
    push->raises = raises ? 1 : 0;
    push->firstBits = lower > 0 ? edge : 0;
    push->lastBits = lower > 0 ? kInfinityBits : edge | kSignBit; // 0 and -0 are equal
}

// Writes the divisor of integers in the kernels' form: a reciprocal and shifts.
Status divideByWidth(ElementType type, uint32_t bits, abi::HistogramPush* push) noexcept
{
    if (bits == 0 || (type == ElementType::I32 && static_cast<int32_t>(bits) < 0))
        return {Argument::Width, Rule::Invalid};
    const auto log2 = static_cast<uint32_t>(std::bit_width(bits - 1)); // rounded up
    push->scale = static_cast<uint32_t>((((uint64_t{1} << log2) - bits) << 32) / bits + 1);
    push->firstShift = std::min(log2, 1u);
    push->secondShift = std::max(log2, 1u) - 1;
    return Status::Success;
}

// Number of bins that a workgroup counts in shared memory: all, or a part of them. The parts are as few as possible.
uint32_t partBinsOf(uint32_t binCount, const Capabilities& capabilities) noexcept
{
    const uint32_t most = capabilities.maxSharedBytes / sizeof(uint32_t);
    return divideRoundingUp(binCount, divideRoundingUp(binCount, most));
}

// Number of workgroups that run at once, limited by a multiprocessor's invocations and shared memory, so that none
// waits for a second turn. A multiprocessor has the shared memory that one workgroup may use.
uint32_t workgroupsOf(uint32_t partBins, Geometry geometry, const Tuning& tuning,
                      const Capabilities& capabilities) noexcept
{
    if (capabilities.multiprocessors == 0)
        return tuning.scanSpans;
    constexpr uint32_t kInvocations = 2048; // per multiprocessor
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
    const Scalar one = type == ElementType::F32 ? Scalar(1.0f) : Scalar(1u);
    const auto width = static_cast<uint32_t>((args.width.hasValue() ? args.width : one).bits());
    if (type != ElementType::F32)
        return divideByWidth(type, width, push);
    const auto lower = std::bit_cast<float>(static_cast<uint32_t>(args.lower.bits()));
    const auto asFloat = std::bit_cast<float>(width);
    if (!std::isfinite(lower))
        return {Argument::Lower, Rule::Invalid};
    if (!std::isfinite(asFloat) || asFloat <= 0)
        return {Argument::Width, Rule::Invalid};
    scaleFloats(lower, asFloat, push);
    return Status::Success;
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
    stages.add(fillStage());
    return Status::Success;
}

namespace {

struct HistogramBuffers {
    Access input;
    Access counts;
    Access countBuffer;
};

HistogramBuffers listHistogram(const HistogramModel& model, const HistogramArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize element = storedBytes(model, model.desc.input);
    HistogramBuffers buffers;
    buffers.input = list->read(Argument::Input, args.input, args.count * element, element);
    buffers.counts = list->write(Argument::Counts, args.counts, model.binCount * kWordBytes, kWordBytes);
    buffers.countBuffer = list->read(Argument::CountBuffer, args.countBuffer, args.count > 0 ? kWordBytes : 0,
                                     kWordBytes, Presence::Optional);
    return buffers;
}

} // namespace

Status planHistogram(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [input, counts, countBuffer] = listHistogram(model, args, &list);
    const auto [head, positions, stage] = placeArray(model, args.input.address, args.count, model.desc.input);
    auto push = pushOf<abi::HistogramPush>(args, head);
    Status status = list.check();
    if (status == Status::Success)
        status = fillBins(model, args, &push);
    if (status != Status::Success)
        return status;

    push.inputAddress = args.input.address - head * storedBytes(model, model.desc.input);
    push.outputAddress = args.counts.address;
    plan->stepCount = 0;
    appendFill(plan, model, stage + 1, push.outputAddress, model.binCount, {counts});
    if (args.count > 0) { // a column of workgroups for each span
        const uint64_t spans = workgroupCount(model, model[stage], positions);
        plan->append(stage, spans * model.parts(), static_cast<uint32_t>(spans), push, {input, countBuffer, counts});
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<HistogramArgs> {
    static constexpr auto kList = listHistogram;
    static constexpr auto kPlan = planHistogram;
    static OperationKernels kernels(const HistogramDesc& desc) noexcept
    {
        return {"Histogram", toString(desc.type), nullptr, abi::kOpAdd, kHistogramFamilies};
    }
};
template class ArrayOperationOf<HistogramDesc, HistogramArgs>;

} // namespace vkscan
