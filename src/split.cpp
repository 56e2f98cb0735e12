#include "split_impl.h"

#include "scan_pipeline.h"
#include "split_plan.h"

#include <utility>

namespace vkscan {

Status splitModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                  ScanModel* model) noexcept
{
    if (desc.bits == 0 || desc.bits > kMaxSplitBits)
        return Status::SplitBitsInvalid;
    return selectionModel({.test = abi::kTestDigit,
                           .buckets = 1u << desc.bits,
                           .elementSize = desc.elementSize,
                           .strategy = desc.strategy,
                           .assumeForwardProgress = desc.assumeForwardProgress},
                          tuning, capabilities, model);
}

Status planSplit(const ScanModel& model, const SplitArgs& args, Plan* plan) noexcept
{
    if (args.shift >= 32 || (model.desc.tupleSize - 1) << args.shift >> args.shift != model.desc.tupleSize - 1)
        return Status::ShiftTooLarge;
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

Status Split::Impl::createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning,
                                Split* split) noexcept
{
    if (split == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return splitModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, abi::kOpAdd, usesSelectionStage, pipelines);
    };
    return createOperation(context, prepare, compile, &split->m_impl);
}

Split::Split(Split&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Split& Split::operator=(Split&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Split::~Split()
{
    delete m_impl;
}

Status Split::create(const Context& context, const SplitDesc& desc, Split* split) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), split);
}

VkDeviceSize Split::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? selectionScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Split::maxCount() const noexcept
{
    return m_impl != nullptr ? maxSelectionCount(m_impl->model) : 0;
}

Strategy Split::strategyFor(uint64_t count) const noexcept
{
    return m_impl != nullptr && count <= maxCount() ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

Status Split::record(VkCommandBuffer commandBuffer, const SplitArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSplit);
}

} // namespace vkscan
