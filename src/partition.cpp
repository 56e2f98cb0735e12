#include "partition_impl.h"

#include "partition_plan.h"
#include "scan_pipeline.h"

#include <utility>

namespace vkscan {

Status partitionModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                      ScanModel* model) noexcept
{
    return predicateModel(desc, 2, tuning, capabilities, model);
}

Status planPartition(const ScanModel& model, const PartitionArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(model, args.operand);
    if (checked != Status::Success)
        return checked;
    SelectionArgs selection = selectionArgsOf(args);
    selection.rest = args.rest;
    return planSelection(model, selection, plan);
}

Status Partition::Impl::createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                                    Partition* partition) noexcept
{
    if (partition == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return partitionModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, abi::kOpAdd, usesSelectionStage, pipelines);
    };
    return createOperation(context, prepare, compile, &partition->m_impl);
}

Partition::Partition(Partition&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Partition& Partition::operator=(Partition&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Partition::~Partition()
{
    delete m_impl;
}

Status Partition::create(const Context& context, const PartitionDesc& desc, Partition* partition) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), partition);
}

VkDeviceSize Partition::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? selectionScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Partition::maxCount() const noexcept
{
    return m_impl != nullptr ? maxSelectionCount(m_impl->model) : 0;
}

Strategy Partition::strategyFor(uint64_t count) const noexcept
{
    return m_impl != nullptr && count <= maxCount() ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

KernelList Partition::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Partition::plan(const PartitionArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planPartition);
}

Status Partition::record(VkCommandBuffer commandBuffer, const PartitionArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planPartition);
}

} // namespace vkscan
