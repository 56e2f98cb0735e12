#include "operations/selection.h"
#include "schedule/record.h"

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

template <>
struct Record<PartitionArgs> {
    static constexpr auto kPlan = planPartition;
    static OperationKernels kernels(const PartitionDesc&) noexcept
    {
        return {"Partition", nullptr, nullptr, abi::kOpAdd, kPartitionFamilies};
    }
};
template class ArrayOperationOf<PartitionDesc, PartitionArgs>;

} // namespace vkscan
