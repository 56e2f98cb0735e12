#include "operations/histogram.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_steps.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Histogram", maxHistogramCount, nullptr, false};
constexpr const KernelFamily* kFamilies[] = {&families::histogram};

constexpr uint32_t kCopyBytes = 16384; // of all copies: more of them would leave room for fewer workgroups

uint32_t divideRoundingUp(uint32_t value, uint32_t divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

// Writes what elements are divided by, as kernels take it.
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

Status fillBins(const Schedule& schedule, const HistogramArgs& args, abi::HistogramPush* push) noexcept
{
    const ElementType type = schedule.desc.type;
    if (args.lower.hasValue() && args.lower.type() != type)
        return {Argument::Lower, Rule::WrongType};
    if (args.width.hasValue() && args.width.type() != type)
        return {Argument::Width, Rule::WrongType};
    push->initialBits = args.lower.bits();
    push->hasInitial = 1;
    push->binCount = schedule.binCount;
    if (type == ElementType::F32 && !std::isfinite(std::bit_cast<float>(static_cast<uint32_t>(push->initialBits))))
        return {Argument::Lower, Rule::Invalid};
    const Scalar one = type == ElementType::F32 ? Scalar(1.0f) : Scalar(1u);
    return divideByWidth(type, args.width.hasValue() ? args.width : one, push);
}

} // namespace

Status checkHistogramDesc(const HistogramDesc& desc) noexcept
{
    if (sizeOf(desc.type) == 0)
        return {Argument::Type, Rule::Invalid};
    if (desc.type != ElementType::U32 && desc.type != ElementType::I32 && desc.type != ElementType::F32)
        return {Argument::Type, Rule::NotOffered};
    return desc.binCount > 0 && desc.binCount <= kMaxBinCount ? Status::Success
                                                              : Status(Argument::BinCount, Rule::Invalid);
}

ScanModel histogramModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    ScanModel model = {{}, tuning, capabilities};
    model.desc.type = desc.type;
    model.binCount = desc.binCount;
    return model;
}

uint32_t sharedCounts(const Schedule& schedule) noexcept
{
    const auto bytes = static_cast<uint32_t>(schedule.binCount * sizeof(uint32_t));
    if (bytes > schedule.capabilities.maxSharedBytes)
        return 0;
    const uint32_t subgroups = schedule.tuning.histogram.workgroupSize / schedule.capabilities.subgroupSize;
    return schedule.binCount * std::clamp(kCopyBytes / bytes, 1u, std::max(subgroups, 1u));
}

uint64_t maxHistogramCount(const Schedule& schedule) noexcept
{
    return schedule[Stage::Histogram].maxPositions - maxHead(schedule);
}

Status planHistogram(const Schedule& schedule, const HistogramArgs& args, Plan* plan) noexcept
{
    if (args.count > maxHistogramCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const Access input = list.read(Argument::Input, args.input, args.count * sizeof(uint32_t), sizeof(uint32_t));
    const Access counts =
        list.write(Argument::Counts, args.counts, schedule.binCount * sizeof(uint32_t), sizeof(uint32_t));
    const Access countBuffer = list.countBuffer(args.countBuffer);
    abi::HistogramPush push = {};
    Status status = list.check();
    if (status == Status::Success)
        status = fillBins(schedule, args, &push);
    if (status != Status::Success)
        return status;

    const uint64_t head = args.count > 0 ? headOf(schedule, args.input.address) : 0;
    push.inputAddress = args.input.address - head * sizeof(uint32_t);
    push.outputAddress = args.counts.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.head = static_cast<uint32_t>(head);
    plan->stepCount = 0;
    appendStep(plan, schedule, Stage::HistogramClear,
               divideRoundingUp(schedule.binCount, schedule.tuning.histogram.workgroupSize), push, {counts});
    if (args.count > 0)
        appendStep(plan, schedule, Stage::Histogram, workgroupCount(schedule, Stage::Histogram, head + args.count),
                   push, {input, countBuffer, counts});
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const HistogramDesc& desc, const Tuning& tuning,
                   Histogram* histogram) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkHistogramDesc(desc);
        if (checked == Status::Success)
            *model = histogramModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        SpecConstants constants;
        constants[abi::kIdWorkgroupSize] = tuning.histogram.workgroupSize;
        constants[abi::kIdRows] = tuning.histogram.rows;
        constants[abi::kIdSharedCounts] = sharedCounts(schedule);
        const auto add = [&](Stage stage) {
            pipelines->add(owner.capabilities, stage,
                           kernelCode(kFamilies, stage, schedule.desc.type, KernelForm::Elements), constants);
        };
        add(Stage::HistogramClear); // the same for all types
        constants[abi::kIdType] = static_cast<uint32_t>(schedule.desc.type);
        add(Stage::Histogram);
        return pipelines->compile(owner, owner.pipelineLayout);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, histogram);
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
