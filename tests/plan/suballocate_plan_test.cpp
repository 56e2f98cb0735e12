// Plans of allocations: the steps of a scan, what they tell and touch beside it, and what is refused.
#include "operations/suballocate.h"
#include "plan_models.h"

#include "suballocate_abi.h"

#include <gtest/gtest.h>

#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr VkDeviceAddress kField = VkDeviceAddress{6} << 50;

Schedule suballocateModel(const Forced<SuballocateDesc>& desc, const Tuning& tuning, const Capabilities& capabilities)
{
    return modelFor<Schedule>(desc, tuning, capabilities);
}

SuballocateArgs validSuballocateArgs(const Schedule& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    SuballocateArgs args;
    args.counts = scan.input;
    args.offsets = scan.output;
    args.capacity = 1000;
    args.total = validTotal(model);
    args.indirect = {{kField, sizeof(uint32_t)}, 64, Rounding::Up};
    args.scratch = scan.scratch;
    args.count = count;
    args.countBuffer = validCountBuffer();
    return args;
}

TEST(SuballocatePlan, TellsWhatThereIs)
{
    const Schedule model = suballocateModel({}, {}, portableDevice());
    SuballocateArgs args = validSuballocateArgs(model, 1000);
    args.capacity = 0xffffffff;
    args.indirect.rounding = Rounding::Down;
    Plan plan;
    ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
    auto push = plan.steps[0].push.get<vkscan::abi::SuballocatePush>();
    EXPECT_EQ(push.capacity, kMaxCapacity);
    EXPECT_EQ(push.rounding, 0);
    args.indirect = {};
    args.total = {};
    args.offsets = args.counts;
    ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
    push = plan.steps[0].push.get<vkscan::abi::SuballocatePush>();
    EXPECT_EQ(push.indirectAddress, 0);
    EXPECT_EQ(push.totalAddress, 0);
    // The field is written without requests, too.
    args = {};
    args.indirect.field = {kField, sizeof(uint32_t)};
    ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 1);
}

} // namespace
