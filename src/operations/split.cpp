#include "operations/split.h"

#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"

namespace vkscan {

Status splitModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                  ScanModel* model) noexcept
{
    if (desc.bits == 0 || desc.bits > kMaxSplitBits)
        return {Argument::Bits, Rule::Invalid};
    return selectionModel({.test = abi::kTestDigit,
                           .buckets = 1u << desc.bits,
                           .elementSize = desc.elementSize,
                           .strategy = desc.strategy,
                           .assumeForwardProgress = desc.assumeForwardProgress},
                          tuning, capabilities, model);
}

Status planSplit(const Schedule& schedule, const SplitArgs& args, Plan* plan) noexcept
{
    if (args.shift >= 32 || (schedule.desc.tupleSize - 1) << args.shift >> args.shift != schedule.desc.tupleSize - 1)
        return {Argument::Shift, Rule::TooLarge};
    return planSelection(schedule,
                         {.input = args.input,
                          .output = args.output,
                          .tested = args.keys,
                          .operand = args.shift,
                          .total = args.bucketOffsets,
                          .scratch = args.scratch,
                          .count = args.count,
                          .countBuffer = args.countBuffer},
                         plan);
}

namespace {

constexpr ArrayRules kRules = {"Split", maxSelectionCount, selectionScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::select};

} // namespace

Status createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning, Split* split) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return splitModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, abi::kOpAdd, kFamilies, usesSelectionStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, split);
}

Status Split::create(const Context& context, const SplitDesc& desc, Split* split) noexcept
{
    return createTuned(context, desc, tuningFor(context), split);
}

Status Split::plan(const SplitArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSplit);
}

Status Split::record(VkCommandBuffer commandBuffer, const SplitArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSplit);
}

} // namespace vkscan
