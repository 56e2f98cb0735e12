#include "operations/suballocate.h"

#include "plan/buffers.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"
#include "suballocate_abi.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily request;
}

namespace {

constexpr const KernelFamily* kSuballocateFamilies[] = {&families::request};

static_assert(kNoAllocation == abi::kNoAllocation);

ListedPass listSuballocate(const Schedule& schedule, const SuballocateArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize bytes = args.count * kWordBytes;
    ListedPass pass = {placeArray(schedule, args.offsets.address, args.count), {}};
    PassBuffers& buffers = pass.buffers;
    buffers.input = list->read(Argument::Counts, args.counts, bytes, kWordBytes);
    buffers.output = list->write(Argument::Offsets, args.offsets, bytes, kWordBytes, Presence::IfTouched, &args.counts);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.total = list->write(Argument::Total, args.total, kWordBytes, kWordBytes, Presence::Optional);
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(schedule, pass.at.stage, pass.at.positions));
    buffers.scanning.append(list->indirect(args.indirect)); // last: it reports all its overlaps
    return pass;
}

} // namespace

Status makeModel(const SuballocateDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    ScheduleDesc schedule;
    const Status taken = takeWaiting(desc, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.form = "_requests";
    *model = {schedule, tuning, capabilities};
    const TileForm form;
    StageList stages(model, form);
    addStages(tuning, &stages);
    return Status::Success;
}

Status planSuballocate(const Schedule& schedule, const SuballocateArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [at, buffers] = listSuballocate(schedule, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && args.indirect.field.address == 0)
        return Status::Success;
    auto push = pushOf<abi::SuballocatePush>(args, at.head);
    push.inputAddress = buffers.input.range.address - at.head * kWordBytes;
    push.outputAddress = buffers.output.range.address - at.head * kWordBytes;
    push.totalAddress = buffers.total.range.address;
    push.indirectAddress = args.indirect.field.address;
    push.divisor = args.indirect.divisor;
    push.rounding = roundingOf(args.indirect);
    push.capacity = std::min(args.capacity, kMaxCapacity);
    appendPass(plan, schedule, at.stage, {at.positions, at.head, push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<SuballocateArgs> {
    static constexpr auto kList = listSuballocate;
    static constexpr auto kPlan = planSuballocate;
    static OperationKernels kernels(const SuballocateDesc&) noexcept
    {
        return {"Suballocate", nullptr, nullptr, abi::kOpAddSaturated, kSuballocateFamilies};
    }
};
template class ArrayOperationOf<SuballocateDesc, SuballocateArgs>;

} // namespace vkscan
