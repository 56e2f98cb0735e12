#include "operations/reduce_by_key.h"

#include "operations/elements.h"
#include "schedule/record.h"

namespace vkscan {

namespace families {
extern const KernelFamily run_value, run_start;
}

namespace {

constexpr const KernelFamily* kReduceByKeyFamilies[] = {&families::run_value, &families::run_start};

} // namespace

Status makeModel(const ReduceByKeyDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 RunModel* model) noexcept
{
    if (!isKeySize(desc.keySize))
        return {Argument::KeySize, Rule::Invalid};
    ScheduleDesc schedule;
    for (const Status checked :
         {checkType(desc.type, capabilities), checkOp(desc.op, desc.type), takeWaiting(desc, &schedule)})
        if (checked != Status::Success)
            return checked;
    schedule.type = desc.type;
    const bool isWide = desc.keySize == sizeof(uint64_t);
    schedule.constants.set(abi::kIdSegments, isWide ? abi::kSegmentsKeys64 : abi::kSegmentsKeys32);
    schedule.constants.set(abi::kIdKeepsFirst, desc.keepsFirst ? VK_TRUE : VK_FALSE);
    model->keyBytes = desc.keySize;
    model->valueBytes = static_cast<uint32_t>(sizeOf(desc.type));
    addRunStages(schedule, tuning, capabilities, model);
    return Status::Success;
}

Status planReduceByKey(const RunModel& model, const ReduceByKeyArgs& args, Plan* plan) noexcept
{
    return planRuns(model, args, plan);
}

template <>
struct Record<ReduceByKeyArgs> {
    static constexpr auto kPlan = planReduceByKey;
    // First values are copied, NaNs too.
    static OperationKernels kernels(const ReduceByKeyDesc& desc) noexcept
    {
        return {desc.keepsFirst ? "UniqueByKey" : "ReduceByKey", toString(desc.type),
                desc.keepsFirst ? nullptr : toString(desc.op),
                desc.keepsFirst ? abi::kOpAdd : static_cast<uint32_t>(desc.op), kReduceByKeyFamilies};
    }
};
template class ArrayOperationOf<ReduceByKeyDesc, ReduceByKeyArgs>;

} // namespace vkscan
