// Plans of allocations: the steps of a scan, what they tell and touch beside it, and what is refused.
#include "hazards.h"
#include "operations/suballocate.h"
#include "plan_models.h"

#include "suballocate_abi.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr VkDeviceAddress kField = VkDeviceAddress{6} << 50;

Schedule suballocateModel(const SuballocateDesc& desc, const Tuning& tuning, const Capabilities& capabilities)
{
    return modelFor<Schedule>(desc, tuning, capabilities);
}

Status checkSuballocateDesc(const SuballocateDesc& desc, const Capabilities& capabilities)
{
    Schedule model;
    return makeModel(desc, {}, capabilities, &model);
}

std::vector<Schedule> suballocateModels()
{
    std::vector<Schedule> models;
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        for (const Capabilities& capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice()})
            models.push_back(suballocateModel({strategy, true}, tuningFor(capabilities), capabilities));
        const ScanCase small = modelOfSmallNumbers(ElementType::U32, strategy);
        models.push_back(suballocateModel({strategy, true}, small.tuning, small.capabilities));
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
                ASSERT_EQ(push.roundUp, 1);
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
    EXPECT_EQ(push.roundUp, 0);
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
    const Schedule model = suballocateModel({Strategy::Spine, true}, tuningFor(listedDevice()), listedDevice());
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

TEST(SuballocatePlan, RefusesEveryWrongArgumentAndPlansNothing)
{
    struct Misuse {
        Status status;
        const char* argument;
        std::function<void(SuballocateArgs&)> breakIt;
    };
    constexpr uint64_t kCount = 1000003;
    const Schedule model = suballocateModel({Strategy::Spine, true}, tuningFor(listedDevice()), listedDevice());
    const Misuse misuses[] = {
        {Status(Argument::Count, Rule::TooLarge),
         "count:", [&](SuballocateArgs& a) { a.count = maxScanCount(model) + 1; }},
        {Status(Argument::Count, Rule::TooLarge), "count:", [](SuballocateArgs& a) { a.count = kLastByte; }},
        {Status(Argument::Counts, Rule::Null), "counts:", [](SuballocateArgs& a) { a.counts.address = 0; }},
        {Status(Argument::Counts, Rule::Misaligned), "counts:", [](SuballocateArgs& a) { a.counts.address += 2; }},
        {Status(Argument::Counts, Rule::TooSmall), "counts:", [](SuballocateArgs& a) { --a.counts.size; }},
        {Status(Argument::Counts, Rule::TooSmall),
         "counts:", [](SuballocateArgs& a) { a.counts.address = kLastByte - 4095; }},
        {Status(Argument::Offsets, Rule::Null), "offsets:", [](SuballocateArgs& a) { a.offsets.address = 0; }},
        {Status(Argument::Offsets, Rule::Misaligned), "offsets:", [](SuballocateArgs& a) { a.offsets.address += 2; }},
        {Status(Argument::Offsets, Rule::TooSmall), "offsets:", [](SuballocateArgs& a) { --a.offsets.size; }},
        {Status(Argument::Offsets, Rule::Overlaps),
         "offsets:", [](SuballocateArgs& a) { a.offsets.address = a.counts.address + 4; }},
        {Status(Argument::Offsets, Rule::Overlaps),
         "offsets:", [](SuballocateArgs& a) { a.offsets.address = a.counts.address - 4; }},
        {Status(Argument::Offsets, Rule::Overlaps),
         "offsets:", [](SuballocateArgs& a) { a.countBuffer.address = a.offsets.address + kCount * 4 - 4; }},
        {Status(Argument::Total, Rule::Null), "total:", [](SuballocateArgs& a) { a.total.address = 0; }},
        {Status(Argument::Total, Rule::Misaligned), "total:", [](SuballocateArgs& a) { a.total.address += 2; }},
        {Status(Argument::Total, Rule::TooSmall), "total:", [](SuballocateArgs& a) { --a.total.size; }},
        {Status(Argument::Total, Rule::Overlaps),
         "total:", [](SuballocateArgs& a) { a.total.address = a.counts.address; }},
        {Status(Argument::Total, Rule::Overlaps),
         "total:", [](SuballocateArgs& a) { a.total.address = a.offsets.address; }},
        {Status(Argument::CountBuffer, Rule::Overlaps),
         "countBuffer:", [](SuballocateArgs& a) { a.countBuffer.address = a.total.address; }},
        {Status(Argument::CountBuffer, Rule::Null),
         "countBuffer:", [](SuballocateArgs& a) { a.countBuffer.address = 0; }},
        {Status(Argument::CountBuffer, Rule::Misaligned),
         "countBuffer:", [](SuballocateArgs& a) { a.countBuffer.address += 2; }},
        {Status(Argument::CountBuffer, Rule::TooSmall),
         "countBuffer:", [](SuballocateArgs& a) { --a.countBuffer.size; }},
        {Status(Argument::IndirectField, Rule::Null),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = 0; }},
        {Status(Argument::IndirectField, Rule::Misaligned),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address += 2; }},
        {Status(Argument::IndirectField, Rule::TooSmall),
         "indirect.field:", [](SuballocateArgs& a) { --a.indirect.field.size; }},
        {Status(Argument::IndirectField, Rule::Overlaps),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = a.counts.address; }},
        {Status(Argument::IndirectField, Rule::Overlaps),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = a.offsets.address + kCount * 4 - 4; }},
        {Status(Argument::IndirectField, Rule::Overlaps),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = a.total.address; }},
        {Status(Argument::IndirectField, Rule::Overlaps),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = a.countBuffer.address; }},
        {Status(Argument::IndirectField, Rule::Overlaps),
         "indirect.field:", [](SuballocateArgs& a) { a.indirect.field.address = a.scratch.address; }},
        {Status(Argument::IndirectDivisor, Rule::Zero),
         "indirect.divisor:", [](SuballocateArgs& a) { a.indirect.divisor = 0; }},
        {Status(Argument::IndirectRounding, Rule::Invalid),
         "indirect.rounding:", [](SuballocateArgs& a) { a.indirect.rounding = static_cast<Rounding>(2); }},
        {Status(Argument::Scratch, Rule::Null), "scratch:", [](SuballocateArgs& a) { a.scratch.address = 0; }},
        {Status(Argument::Scratch, Rule::Misaligned), "scratch:", [](SuballocateArgs& a) { a.scratch.address += 8; }},
        {Status(Argument::Scratch, Rule::TooSmall), "scratch:", [](SuballocateArgs& a) { a.scratch.size = 64; }},
        {Status(Argument::Scratch, Rule::Overlaps),
         "scratch:", [](SuballocateArgs& a) { a.scratch.address = a.counts.address; }},
    };
    for (const Misuse& misuse : misuses) {
        SuballocateArgs args = validSuballocateArgs(model, kCount);
        Plan plan;
        ASSERT_EQ(planSuballocate(model, args, &plan), Status::Success) << "before it is broken";
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        misuse.breakIt(args);
        const Status status = planSuballocate(model, args, &plan);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
        EXPECT_EQ(std::string(toString(status)).rfind(misuse.argument, 0), 0) << toString(status);
    }
}

TEST(SuballocatePlan, RefusesWrongDescriptions)
{
    const Capabilities capabilities = portableDevice();
    EXPECT_EQ(checkSuballocateDesc({}, capabilities), Status::Success);
    EXPECT_EQ(checkSuballocateDesc({Strategy::ReduceThenScan, false}, capabilities), Status::Success);
    EXPECT_EQ(checkSuballocateDesc({Strategy::Spine, false}, capabilities),
              Status(Argument::Strategy, Rule::NeedsForwardProgress));
    EXPECT_EQ(checkSuballocateDesc({Strategy::Spine, true}, capabilities), Status::Success);
    EXPECT_EQ(checkSuballocateDesc({static_cast<Strategy>(99), true}, capabilities),
              Status(Argument::Strategy, Rule::Invalid));
    for (const StrategyRow& row : study::kStrategies)
        EXPECT_EQ(checkSuballocateDesc({row.value, true}, capabilities), Status(Argument::Strategy, Rule::Invalid));
}

} // namespace
