// Plans of allocations: the steps of a scan, what they tell and touch beside it, and what is refused.
#include "hazards.h"
#include "operations/allocate.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kLastByte = std::numeric_limits<uint64_t>::max();
constexpr VkDeviceAddress kField = VkDeviceAddress{6} << 50;

std::vector<ScanModel> allocateModels()
{
    std::vector<ScanModel> models;
    for (const Strategy strategy :
         {Strategy::Auto, Strategy::SingleWorkgroup, Strategy::FlatSum, Strategy::Spine, Strategy::ReduceThenScan}) {
        for (const Capabilities& capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice()})
            models.push_back(allocateModel({strategy, true}, tuningFor(capabilities), capabilities));
        const ScanModel small = modelOfSmallNumbers(Type::U32, strategy);
        models.push_back(allocateModel({strategy, true}, small.tuning, small.capabilities));
    }
    return models;
}

AllocateArgs validAllocateArgs(const Schedule& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    AllocateArgs args;
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

TEST(AllocatePlan, HasTheStepsOfAScan)
{
    for (const Schedule model : allocateModels()) {
        for (const uint64_t count : interestingCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            AllocateArgs args = validAllocateArgs(model, count);
            Plan plan;
            ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, stepsOf(model, chooseStage(model, count), count));
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                ASSERT_TRUE(usesStage(model, step.stage));
                const auto& push = step.push.allocate;
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

TEST(AllocatePlan, TellsWhatThereIs)
{
    const ScanModel model = allocateModel({}, {}, portableDevice());
    AllocateArgs args = validAllocateArgs(model, 1000);
    args.capacity = 0xffffffff;
    args.indirect.rounding = Rounding::Down;
    Plan plan;
    ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.steps[0].push.allocate.capacity, kMaxCapacity);
    EXPECT_EQ(plan.steps[0].push.allocate.roundUp, 0);
    args.indirect = {};
    args.total = {};
    args.offsets = args.counts;
    ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.steps[0].push.allocate.indirectAddress, 0);
    EXPECT_EQ(plan.steps[0].push.allocate.totalAddress, 0);
    // The field is written without requests, too.
    args = {};
    args.indirect.field = {kField, sizeof(uint32_t)};
    ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 1);
}

// Low addresses, which overlap what a null range would be.
TEST(AllocatePlan, OfNothingTellsWhatIsAskedFor)
{
    for (const Schedule model : allocateModels()) {
        SCOPED_TRACE(describe(model, 0));
        AllocateArgs args;
        args.scratch = validAllocateArgs(model, 0).scratch;
        Plan plan;
        ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.indirect.field = {kField, sizeof(uint32_t)};
        ASSERT_EQ(planAllocate(model, args, &plan), Status::Success);
        ASSERT_GT(plan.stepCount, 0);
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            ASSERT_NE(plan.steps[i].push.allocate.countAddress, 0);
    }
}

TEST(AllocatePlan, NamesNullsBeforeOverlaps)
{
    const ScanModel model = allocateModel({Strategy::Spine, true}, tuningFor(listedDevice()), listedDevice());
    AllocateArgs args = validAllocateArgs(model, 1000003);
    args.indirect.field = {64, sizeof(uint32_t)};
    args.total.address = 0;
    Plan plan;
    EXPECT_EQ(planAllocate(model, args, &plan), Status::TotalNull);
    args.total = {};
    args.countBuffer.address = 0;
    EXPECT_EQ(planAllocate(model, args, &plan), Status::CountBufferNull);
    args.countBuffer = {};
    args.scratch.address = 0;
    EXPECT_EQ(planAllocate(model, args, &plan), Status::ScratchNull);
}

TEST(AllocatePlan, RefusesEveryWrongArgumentAndPlansNothing)
{
    struct Misuse {
        Status status;
        const char* argument;
        std::function<void(AllocateArgs&)> breakIt;
    };
    constexpr uint64_t kCount = 1000003;
    const ScanModel model = allocateModel({Strategy::Spine, true}, tuningFor(listedDevice()), listedDevice());
    const Misuse misuses[] = {
        {Status::CountTooLarge, "count:", [&](AllocateArgs& a) { a.count = maxScanCount(model) + 1; }},
        {Status::CountTooLarge, "count:", [](AllocateArgs& a) { a.count = kLastByte; }},
        {Status::CountsNull, "counts:", [](AllocateArgs& a) { a.counts.address = 0; }},
        {Status::CountsMisaligned, "counts:", [](AllocateArgs& a) { a.counts.address += 2; }},
        {Status::CountsTooSmall, "counts:", [](AllocateArgs& a) { --a.counts.size; }},
        {Status::CountsTooSmall, "counts:", [](AllocateArgs& a) { a.counts.address = kLastByte - 4095; }},
        {Status::OffsetsNull, "offsets:", [](AllocateArgs& a) { a.offsets.address = 0; }},
        {Status::OffsetsMisaligned, "offsets:", [](AllocateArgs& a) { a.offsets.address += 2; }},
        {Status::OffsetsTooSmall, "offsets:", [](AllocateArgs& a) { --a.offsets.size; }},
        {Status::OffsetsOverlap, "offsets:", [](AllocateArgs& a) { a.offsets.address = a.counts.address + 4; }},
        {Status::OffsetsOverlap, "offsets:", [](AllocateArgs& a) { a.offsets.address = a.counts.address - 4; }},
        {Status::OffsetsOverlap,
         "offsets:", [](AllocateArgs& a) { a.countBuffer.address = a.offsets.address + kCount * 4 - 4; }},
        {Status::TotalNull, "total:", [](AllocateArgs& a) { a.total.address = 0; }},
        {Status::TotalMisaligned, "total:", [](AllocateArgs& a) { a.total.address += 2; }},
        {Status::TotalTooSmall, "total:", [](AllocateArgs& a) { --a.total.size; }},
        {Status::TotalOverlaps, "total:", [](AllocateArgs& a) { a.total.address = a.counts.address; }},
        {Status::TotalOverlaps, "total:", [](AllocateArgs& a) { a.total.address = a.offsets.address; }},
        {Status::CountBufferOverlaps, "countBuffer:", [](AllocateArgs& a) { a.countBuffer.address = a.total.address; }},
        {Status::CountBufferNull, "countBuffer:", [](AllocateArgs& a) { a.countBuffer.address = 0; }},
        {Status::CountBufferMisaligned, "countBuffer:", [](AllocateArgs& a) { a.countBuffer.address += 2; }},
        {Status::CountBufferTooSmall, "countBuffer:", [](AllocateArgs& a) { --a.countBuffer.size; }},
        {Status::IndirectNull, "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = 0; }},
        {Status::IndirectMisaligned, "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address += 2; }},
        {Status::IndirectTooSmall, "indirect.field:", [](AllocateArgs& a) { --a.indirect.field.size; }},
        {Status::IndirectOverlaps,
         "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = a.counts.address; }},
        {Status::IndirectOverlaps,
         "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = a.offsets.address + kCount * 4 - 4; }},
        {Status::IndirectOverlaps,
         "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = a.total.address; }},
        {Status::IndirectOverlaps,
         "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = a.countBuffer.address; }},
        {Status::IndirectOverlaps,
         "indirect.field:", [](AllocateArgs& a) { a.indirect.field.address = a.scratch.address; }},
        {Status::DivisorZero, "indirect.divisor:", [](AllocateArgs& a) { a.indirect.divisor = 0; }},
        {Status::RoundingInvalid,
         "indirect.rounding:", [](AllocateArgs& a) { a.indirect.rounding = static_cast<Rounding>(2); }},
        {Status::ScratchNull, "scratch:", [](AllocateArgs& a) { a.scratch.address = 0; }},
        {Status::ScratchMisaligned, "scratch:", [](AllocateArgs& a) { a.scratch.address += 8; }},
        {Status::ScratchTooSmall, "scratch:", [](AllocateArgs& a) { a.scratch.size = 64; }},
        {Status::ScratchOverlaps, "scratch:", [](AllocateArgs& a) { a.scratch.address = a.counts.address; }},
    };
    for (const Misuse& misuse : misuses) {
        AllocateArgs args = validAllocateArgs(model, kCount);
        Plan plan;
        ASSERT_EQ(planAllocate(model, args, &plan), Status::Success) << "before it is broken";
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        misuse.breakIt(args);
        const Status status = planAllocate(model, args, &plan);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
        EXPECT_EQ(std::string(toString(status)).rfind(misuse.argument, 0), 0) << toString(status);
    }
}

TEST(AllocatePlan, RefusesWrongDescriptions)
{
    const Capabilities capabilities = portableDevice();
    EXPECT_EQ(checkAllocateDesc({}, capabilities), Status::Success);
    EXPECT_EQ(checkAllocateDesc({Strategy::ReduceThenScan, false}, capabilities), Status::Success);
    EXPECT_EQ(checkAllocateDesc({Strategy::Spine, false}, capabilities), Status::StrategyNeedsForwardProgress);
    EXPECT_EQ(checkAllocateDesc({Strategy::Spine, true}, capabilities), Status::Success);
    EXPECT_EQ(checkAllocateDesc({static_cast<Strategy>(17), true}, capabilities), Status::StrategyInvalid);
    for (const Strategy strategy : {Strategy::DecoupledLookback, Strategy::ScanThenPropagate, Strategy::Chained,
                                    Strategy::Sam, Strategy::Cascade, Strategy::TruncatedCascade})
        EXPECT_EQ(checkAllocateDesc({strategy, true}, capabilities), Status::StrategyNotOffered);
}

} // namespace
