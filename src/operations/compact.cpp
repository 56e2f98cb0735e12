#include "operations/selection.h"
#include "schedule/array_operation.h"

namespace vkscan {

namespace {

constexpr const KernelFamily* kFamilies[] = {&families::select};

} // namespace

Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 CompactModel* model) noexcept
{
    return predicateModel(desc, 1, tuning, capabilities, model);
}

Status planCompact(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(model, args.operand);
    return checked == Status::Success ? planSelection(model, selectionArgsOf(args), plan) : checked;
}

Status createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning, Compact* compact) noexcept
{
    return createOperation<CompactModel>(context, desc, tuning, {"Compact", Op::Add, abi::kOpAdd, kFamilies}, compact);
}

Status Compact::create(const Context& context, const CompactDesc& desc, Compact* compact) noexcept
{
    return createTuned(context, desc, tuningFor(context), compact);
}

Status Compact::plan(const CompactArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planCompact);
}

Status Compact::record(VkCommandBuffer commandBuffer, const CompactArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planCompact);
}

} // namespace vkscan
