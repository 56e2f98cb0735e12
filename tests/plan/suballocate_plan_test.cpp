// Plans of allocations: the steps of a scan, what they tell and touch beside it, and what is refused.
#include "hazards.h"
#include "misuse.h"
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

std::vector<Schedule> suballocateModels()
{
    std::vector<Schedule> models;
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        for (const Capabilities& capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
            models.push_back(suballocateModel({{}, strategy}, tuningFor(capabilities), capabilities));
        const ScanCase small = modelOfSmallNumbers(ElementType::U32, strategy);
        models.push_back(suballocateModel({{}, strategy}, small.tuning, small.capabilities));
    }
    return models;
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

TEST(SuballocatePlan, HasTheStepsOfAScan)
{
    for (const Schedule& model : suballocateModels()) {
        for (const uint64_t count : interestingCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            SuballocateArgs args = validSuballocateArgs(model, count);
            Plan plan;
            ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, stepsOf(model, chosenStage(model, count), count));
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                ASSERT_LT(step.stage, model.stageCount);
                const auto push = step.push.get<vkscan::abi::SuballocatePush>();
                ASSERT_EQ(push.inputAddress, args.counts.address * (count > 0));
                ASSERT_EQ(push.outputAddress, args.offsets.address * (count > 0));
                ASSERT_TRUE(pushesCount(step, args.countBuffer));
                ASSERT_EQ(push.totalAddress, args.total.address);
                ASSERT_EQ(push.maxCount, count);
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                ASSERT_EQ(push.indirectAddress, kField);
                ASSERT_EQ(push.capacity, 1000);
                ASSERT_EQ(push.divisor, 64);
                ASSERT_EQ(push.rounding, 1);
            }
            bool writesField = false;
            const AccessList& last = plan.steps[plan.stepCount - 1].accesses;
            for (uint32_t i = 0; i < last.count; ++i)
                writesField |= last.items[i].write && last.items[i].range.address == kField;
            ASSERT_TRUE(writesField);
        }
    }
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

// Low addresses, which overlap what a null range would be.
TEST(SuballocatePlan, OfNothingTellsWhatIsAskedFor)
{
    for (const Schedule& model : suballocateModels()) {
        SCOPED_TRACE(describe(model, 0));
        SuballocateArgs args;
        args.scratch = validSuballocateArgs(model, 0).scratch;
        Plan plan;
        ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.indirect.field = {kField, sizeof(uint32_t)};
        ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success);
        ASSERT_GT(plan.stepCount, 0);
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            ASSERT_NE(plan.steps[i].push.get<vkscan::abi::SuballocatePush>().countAddress, 0);
    }
}

TEST(SuballocatePlan, NamesNullsBeforeOverlaps)
{
    const Schedule model = suballocateModel({{}, Strategy::Spine}, tuningFor(listedDevice()), listedDevice());
    SuballocateArgs args = validSuballocateArgs(model, 1000003);
    args.indirect.field = {64, sizeof(uint32_t)};
    args.total.address = 0;
    Plan plan;
    EXPECT_EQ(planSuballocate(model, args, &plan), Status(Argument::Total, Rule::Null));
    args.total = {};
    args.countBuffer.address = 0;
    EXPECT_EQ(planSuballocate(model, args, &plan), Status(Argument::CountBuffer, Rule::Null));
    args.countBuffer = {};
    args.scratch.address = 0;
    EXPECT_EQ(planSuballocate(model, args, &plan), Status(Argument::Scratch, Rule::Null));
}

TEST(SuballocatePlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = SuballocateArgs;
    const Schedule model = suballocateModel({{}, Strategy::Spine}, tuningFor(listedDevice()), listedDevice());
    expectRefused(model, validSuballocateArgs(model, 1000003), planSuballocate,
                  {{Status(Argument::Count, Rule::TooLarge), [&](Args& a) { a.count = maxScanCount(model) + 1; }},
                   {Status(Argument::Count, Rule::TooLarge), [](Args& a) { a.count = kLastByte; }},
                   {Status(Argument::IndirectDivisor, Rule::Zero), [](Args& a) { a.indirect.divisor = 0; }},
                   {Status(Argument::IndirectRounding, Rule::Invalid),
                    [](Args& a) { a.indirect.rounding = static_cast<Rounding>(2); }}});
}

} // namespace
