// Wrong arguments: each is refused with its own status, and nothing happens.
#include "plan_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kMisuseCount = 1000003;

// Look-back with a fallback is the one strategy that tells in place apart, on a driver that is not listed.
ScanCase misuseModel(Strategy strategy)
{
    ScanCase model = modelOf(portableDevice(), ElementType::U32, strategy);
    model.desc.assumeForwardProgress = strategy != study::kDecoupledLookback;
    return model;
}

ScanArgs fullArgs(const ScanModel& model)
{
    ScanArgs args = validArgs(model, kMisuseCount);
    args.scratch.size = recordingScratchSize(model, chooseStage(model, kMisuseCount), kMisuseCount);
    args.countBuffer = validCountBuffer();
    args.total = validTotal(model);
    args.initial = uint32_t{1};
    return args;
}

// The limits themselves are fine.
TEST(Misuse, IsNotSeenWhereThereIsNone)
{
    const auto accepted = [](Strategy strategy, const std::function<void(ScanArgs&)>& change) {
        const ScanCase model = misuseModel(strategy);
        ScanArgs args = fullArgs(model);
        change(args);
        Plan plan;
        const Status status = planScan(model, args, &plan);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return status == Status::Success;
    };
    const VkDeviceSize bytes = kMisuseCount * 4;
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.output = a.input; }));
    EXPECT_TRUE(accepted(Strategy::ReduceThenScan, [](ScanArgs& a) { a.output = a.input; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.output.address = a.input.address + bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.output.address = a.input.address - bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.countBuffer.address = a.input.address + 4; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.total.address = a.countBuffer.address + 8; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [=](ScanArgs& a) { a.total.address = a.input.address + bytes; }));
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.scratch.address = a.input.address - a.scratch.size; }));
    // Only what is touched counts, not how far a range reaches.
    EXPECT_TRUE(accepted(Strategy::Spine, [](ScanArgs& a) { a.input.size = a.output.size = kLastByte; }));
    // One workgroup needs no scratch and does not look at it.
    const ScanCase single = misuseModel(Strategy::SingleWorkgroup);
    ScanArgs args = validArgs(single, 1000);
    args.scratch = {3, kLastByte};
    Plan plan;
    EXPECT_EQ(planScan(single, args, &plan), Status::Success);
}

TEST(Misuse, InPlaceLookBackIsFineWithProgress)
{
    Plan plan;
    ScanCase model = misuseModel(study::kDecoupledLookback);
    ScanArgs args = fullArgs(model);
    args.output = args.input;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Output, Rule::NeedsForwardProgress));
    model.desc.assumeForwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    model.desc.assumeForwardProgress = false;
    model.capabilities.forwardProgress = true;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
}

} // namespace
