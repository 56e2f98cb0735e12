#include "operations/partition.h"

#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"

namespace vkscan {

Status partitionModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                      ScanModel* model) noexcept
{
    return predicateModel(desc, 2, tuning, capabilities, model);
}

Status planPartition(const Schedule& schedule, const PartitionArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(schedule, args.operand);
    if (checked != Status::Success)
        return checked;
    SelectionArgs selection = selectionArgsOf(args);
    selection.rest = args.rest;
    return planSelection(schedule, selection, plan);
}

namespace {

constexpr ArrayRules kRules = {"Partition", maxSelectionCount, selectionScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::select};

} // namespace

Status createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                   Partition* partition) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return partitionModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, abi::kOpAdd, kFamilies, usesSelectionStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, partition);
}

Status Partition::create(const Context& context, const PartitionDesc& desc, Partition* partition) noexcept
{
    return createTuned(context, desc, tuningFor(context), partition);
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
