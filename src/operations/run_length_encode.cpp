#include "operations/run_length_encode.h"

#include "schedule/record.h"

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
    const Status taken = takeWaiting(desc, &schedule);
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

template <>
struct Record<RunLengthEncodeArgs> {
    static constexpr auto kPlan = planRunLengthEncode;
    static OperationKernels kernels(const RunLengthEncodeDesc&) noexcept
    {
        return {"RunLengthEncode", nullptr, nullptr, abi::kOpAdd, kRunLengthFamilies};
    }
};
template class ArrayOperationOf<RunLengthEncodeDesc, RunLengthEncodeArgs>;

} // namespace vkscan
