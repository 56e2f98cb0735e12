#include <vkscan/self_test.h>

#include "plan/buffers.h"
#include "schedule/record.h"
#include "self_test_abi.h"

#include <bit>

namespace vkscan {

namespace families {
extern const KernelFamily self_test;
}

namespace {

constexpr const KernelFamily* kSelfTestFamilies[] = {&families::self_test};

AccessList listSelfTest(const Schedule& model, const SelfTestArgs& args, BufferList* list) noexcept
{
    return {list->write(Argument::Result, args.result, kSelfTestBytes, sizeof(uint64_t)),
            list->scratch(args.scratch, recordingScratchSize(model, 0, 1))};
}

} // namespace

Status makeModel(const SelfTestDesc& /*desc*/, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    if (!capabilities.bufferInt64Atomics)
        return {Argument::Features, Rule::Unsupported};
    *model = {ScheduleDesc(), tuning, capabilities};
    const TileForm form;
    StageList stages(model, form);
    stages.choose(Strategy::Auto, {.name = "SelfTest",
                                   .kernel = "self_test",
                                   .geometry = {abi::kSelfTestGroupSize, 1},
                                   .grid = Grid::Fixed,
                                   .groups = abi::kSelfTestGroups,
                                   .slots = 1});
    return Status::Success;
}

Status planSelfTest(const Schedule& model, const SelfTestArgs& args, Plan* plan) noexcept
{
    BufferList list;
    const AccessList accesses = listSelfTest(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    abi::ScanPush push = {};
    push.totalAddress = args.result.address;
    push.scratchAddress = args.scratch.address;
    plan->stepCount = 0;
    appendStep(plan, model, 0, abi::kSelfTestGroups, push, accesses);
    placeBarriers(plan);
    return Status::Success;
}

const char* toString(SelfTestResult result) noexcept
{
    switch (result) {
    case SelfTestResult::Passed: return "the device does what vkscan relies on";
    case SelfTestResult::SubgroupSize: return "subgroups do not have the size that the driver reports";
    case SelfTestResult::Shuffles: return "a shuffle returned another lane's value";
    case SelfTestResult::Barriers: return "a value in shared memory did not pass a barrier of its workgroup";
    case SelfTestResult::Published: return "a word that a workgroup published did not reach another one, or not whole";
    case SelfTestResult::Atomics: return "64-bit atomic additions lost some of what was added";
    case SelfTestResult::DidNotEnd: return "the self-test was not submitted, or some of its workgroups did not end";
    }
    return "not a vkscan::SelfTestResult";
}

SelfTestResult selfTestResult(const void* bytes) noexcept
{
    static_assert(sizeof(abi::SelfTestWords) == kSelfTestBytes);
    static_assert(abi::kFaultSubgroupSize == 1u << static_cast<uint32_t>(SelfTestResult::SubgroupSize) &&
                  abi::kFaultPublished == 1u << static_cast<uint32_t>(SelfTestResult::Published));
    constexpr uint64_t kAdded = uint64_t{abi::kSelfTestAddedHigh} << 32 | abi::kSelfTestAddedLow;
    abi::SelfTestWords words;
    std::memcpy(&words, bytes, sizeof(words));
    if (words.faults != 0)
        return static_cast<SelfTestResult>(std::countr_zero(words.faults));
    if (words.ended != abi::kSelfTestGroups)
        return SelfTestResult::DidNotEnd;
    return words.sum == kAdded * abi::kSelfTestGroups * abi::kSelfTestGroupSize ? SelfTestResult::Passed
                                                                                : SelfTestResult::Atomics;
}

template <>
struct Record<SelfTestArgs> {
    static constexpr auto kList = listSelfTest;
    static constexpr auto kPlan = planSelfTest;
    static OperationKernels kernels(const SelfTestDesc& /*desc*/) noexcept
    {
        return {"SelfTest", nullptr, nullptr, abi::kOpAdd, kSelfTestFamilies};
    }
};
template class ArrayOperationOf<SelfTestDesc, SelfTestArgs>;

} // namespace vkscan
