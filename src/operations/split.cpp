#include "operations/selection.h"
#include "schedule/array_operation.h"

namespace vkscan {

namespace {

constexpr const KernelFamily* kFamilies[] = {&families::select};

} // namespace

Status makeModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SplitModel* model) noexcept
{
    if (desc.bits == 0 || desc.bits > kMaxSplitBits)
        return {Argument::Bits, Rule::Invalid};
    return selectionModel({.test = abi::kTestDigit,
                           .buckets = 1u << desc.bits,
                           .elementSize = desc.elementSize,
                           .strategy = desc.strategy,
                           .assumeForwardProgress = desc.assumeForwardProgress,
                           .maxCount = desc.maxCount},
                          tuning, capabilities, model);
}

Status planSplit(const SplitModel& model, const SplitArgs& args, Plan* plan) noexcept
{
    if (args.shift >= 32 || (model.buckets - 1) << args.shift >> args.shift != model.buckets - 1)
        return {Argument::Shift, Rule::TooLarge};
    return planSelection(model,
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

Status createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning, Split* split) noexcept
{
    return createOperation<SplitModel>(context, desc, tuning, {"Split", Op::Add, abi::kOpAdd, kFamilies}, split);
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
