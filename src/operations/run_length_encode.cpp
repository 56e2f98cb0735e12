#include "operations/run_length_encode.h"

#include "schedule/array_operation.h"

namespace vkscan {

namespace families {
extern const KernelFamily run, run_start;
}

namespace {

constexpr const KernelFamily* kRunLengthFamilies[] = {&families::run, &families::run_start};

} // namespace

Status makeModel(const RunLengthEncodeDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 RunModel* model) noexcept
{
    if (!isKeySize(desc.elementSize))
        return {Argument::ElementSize, Rule::Invalid};
    ScheduleDesc schedule;
    const Status taken = takeStrategy(desc, capabilities, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.type = desc.elementSize == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    model->keyBytes = desc.elementSize;
    addRunStages(schedule, tuning, capabilities, model);
    return Status::Success;
}

Status planRunLengthEncode(const RunModel& model, const RunLengthEncodeArgs& args, Plan* plan) noexcept
{
    return planRuns(model, args, plan);
}

Status createTuned(const Context& context, const RunLengthEncodeDesc& desc, const Tuning& tuning,
                   RunLengthEncode* encode) noexcept
{
    return createOperation<RunModel>(context, desc, tuning,
                                     {"RunLengthEncode", nullptr, nullptr, abi::kOpAdd, kRunLengthFamilies}, encode);
}

Status RunLengthEncode::create(const Context& context, const RunLengthEncodeDesc& desc,
                               RunLengthEncode* encode) noexcept
{
    return createTuned(context, desc, tuningFor(context), encode);
}

Status RunLengthEncode::plan(const RunLengthEncodeArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planRunLengthEncode);
}

Status RunLengthEncode::record(VkCommandBuffer commandBuffer, const RunLengthEncodeArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planRunLengthEncode);
}

} // namespace vkscan
