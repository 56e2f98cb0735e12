#include "operations/reduce_by_key.h"

#include "operations/elements.h"
#include "schedule/array_operation.h"

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
         {checkType(desc.type, capabilities), checkOp(desc.op, desc.type), takeStrategy(desc, capabilities, &schedule)})
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

Status createTuned(const Context& context, const ReduceByKeyDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   ReduceByKey* reduce) noexcept
{
    return createOperation<RunModel>(context, desc, tuning,
                                     {desc.keepsFirst ? "UniqueByKey" : "ReduceByKey", toString(desc.type),
                                      desc.keepsFirst ? nullptr : toString(desc.op), operatorCode,
                                      kReduceByKeyFamilies},
                                     reduce);
}

Status ReduceByKey::create(const Context& context, const ReduceByKeyDesc& desc, ReduceByKey* reduce) noexcept
{
    // First values are copied, NaNs too.
    const uint32_t operatorCode = desc.keepsFirst ? abi::kOpAdd : static_cast<uint32_t>(desc.op);
    return createTuned(context, desc, tuningFor(context), operatorCode, reduce);
}

Status ReduceByKey::plan(const ReduceByKeyArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planReduceByKey);
}

Status ReduceByKey::record(VkCommandBuffer commandBuffer, const ReduceByKeyArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planReduceByKey);
}

} // namespace vkscan
