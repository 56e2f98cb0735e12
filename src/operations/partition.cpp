#include "operations/selection.h"
#include "schedule/array_operation.h"

namespace vkscan {

namespace families {
extern const KernelFamily select;
}

namespace {

constexpr const KernelFamily* kPartitionFamilies[] = {&families::select};

} // namespace

Status makeModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 PartitionModel* model) noexcept
{
    if (desc.kernels.count > 0)
        return {Argument::Kernels, Rule::NotOffered};
    return selectionModel(desc, 2, tuning, capabilities, model);
}

Status planPartition(const PartitionModel& model, const PartitionArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(model, args.operand);
    if (checked != Status::Success)
        return checked;
    SelectionArgs selection = selectionArgsOf(args);
    selection.rest = args.rest;
    return planSelection(model, selection, plan);
}

Status createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                   Partition* partition) noexcept
{
    return createOperation<PartitionModel>(context, desc, tuning,
                                           {"Partition", nullptr, nullptr, abi::kOpAdd, kPartitionFamilies}, partition);
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
