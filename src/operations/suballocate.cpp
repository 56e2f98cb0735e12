#include "operations/suballocate.h"

#include "operations/scan.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>
#include <cstring>

namespace vkscan {

namespace {

constexpr const KernelFamily* kSuballocateFamilies[] = {&families::request};

static_assert(kNoAllocation == abi::kNoAllocation);

// Puts what an allocation has beside a scan into every step.
void tellAllocation(const SuballocateArgs& args, const Access& indirect, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        abi::SuballocatePush push = {};
        std::memcpy(&push, &step.push.scan, offsetof(abi::SuballocatePush, indirectAddress));
        push.indirectAddress = args.indirect.field.address;
        push.divisor = args.indirect.divisor;
        push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
        push.capacity = std::min(args.capacity, kMaxCapacity);
        if (step.stage != Stage::ReduceSpans)
            step.accesses.append(indirect);
        if (push.countAddress == 0) // of a step that touched nothing else
            push.countAddress = readableAddress(step.accesses);
        step.push = push;
    }
}

} // namespace

Status makeModel(const SuballocateDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    ScheduleDesc schedule;
    const Status described = describeSchedule(scanDescOf(desc), capabilities, &schedule);
    if (described != Status::Success)
        return described;
    schedule.form = KernelForm::Requests;
    *model = {schedule, tuning, capabilities};
    return Status::Success;
}

Status planSuballocate(const Schedule& schedule, const SuballocateArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
        return {Argument::Count, Rule::TooLarge};
    ScanArgs scan;
    scan.input = args.counts;
    scan.output = args.offsets;
    scan.scratch = args.scratch;
    scan.count = args.count;
    scan.countBuffer = args.countBuffer;
    scan.total = args.total;
    BufferList list;
    const ScanCall call = listScan(schedule, scan, Argument::Counts, Argument::Offsets, &list);
    const Access indirect = list.indirect(args.indirect); // last: its overlaps are its own, also that with scratch
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && args.indirect.field.address == 0)
        return Status::Success;
    fillScan(schedule, 1, scan, call, plan);
    tellAllocation(args, indirect, plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SuballocateDesc& desc, const Tuning& tuning,
                   Suballocate* suballocate) noexcept
{
    return createOperation<Schedule>(context, desc, tuning,
                                     {"Suballocate", nullptr, nullptr, abi::kOpAddSaturated, kSuballocateFamilies},
                                     suballocate);
}

Status Suballocate::create(const Context& context, const SuballocateDesc& desc, Suballocate* suballocate) noexcept
{
    return createTuned(context, desc, tuningFor(context), suballocate);
}

Status Suballocate::plan(const SuballocateArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSuballocate);
}

Status Suballocate::record(VkCommandBuffer commandBuffer, const SuballocateArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSuballocate);
}

} // namespace vkscan
