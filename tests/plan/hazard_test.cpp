// Barriers: every pair of steps that meet in memory is ordered, and no barrier is there for nothing. Validation layers
// cannot see hazards through device addresses, so this is the proof.
#include "hazards.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(Hazards, OfEveryScanAreOrderedByBarriersThatAreAllNeeded)
{
    uint32_t plans = 0;
    uint32_t barriers = 0;
    for (const ScanModel model : allModels()) {
        for (const uint64_t count : interestingCounts(model)) {
            for (uint32_t variant = 0; variant < 8; ++variant) {
                ScanArgs args = validArgs(model, count);
                if ((variant & 1) != 0)
                    args.output = args.input;
                if ((variant & 2) != 0)
                    args.total = validTotal(model);
                if ((variant & 4) != 0)
                    args.countBuffer = validCountBuffer();
                SCOPED_TRACE(describe(model, count) + ", variant " + std::to_string(variant));
                Plan plan;
                ASSERT_EQ(planScan(model, args, &plan), Status::Success);
                const uint32_t found = checkBarriers(plan);
                ASSERT_EQ(found, plan.stepCount > 0 ? plan.stepCount - 1 : 0) << "each step needs the one before";
                if (HasFailure())
                    return;
                ++plans;
                barriers += found;
            }
        }
    }
    EXPECT_GT(plans, 1000);
    EXPECT_GT(barriers, 100);
}

TEST(Overlaps, IsAboutSharedBytes)
{
    EXPECT_TRUE(overlaps({100, 10}, {100, 10}));
    EXPECT_TRUE(overlaps({100, 10}, {109, 1}));
    EXPECT_TRUE(overlaps({109, 1}, {100, 10}));
    EXPECT_TRUE(overlaps({100, 10}, {90, 11}));
    EXPECT_TRUE(overlaps({100, 10}, {90, 100}));
    EXPECT_TRUE(overlaps({102, 1}, {100, 10}));
}

TEST(Overlaps, AdjacentRangesDoNot)
{
    EXPECT_FALSE(overlaps({100, 10}, {110, 10}));
    EXPECT_FALSE(overlaps({110, 10}, {100, 10}));
    EXPECT_FALSE(overlaps({100, 10}, {200, 10}));
}

TEST(Overlaps, EmptyRangesNeverDo)
{
    for (const VkDeviceAddress address : std::initializer_list<VkDeviceAddress>{0, 99, 100, 105, 110, 111}) {
        EXPECT_FALSE(overlaps({address, 0}, {100, 10})) << address;
        EXPECT_FALSE(overlaps({100, 10}, {address, 0})) << address;
        EXPECT_FALSE(overlaps({address, 0}, {address, 0})) << address;
    }
}

// A range may end where the address space does, so that address + size is 0.
TEST(Overlaps, HoldsAtTheEndOfTheAddressSpace)
{
    constexpr VkDeviceAddress kLast = std::numeric_limits<VkDeviceAddress>::max();
    const BufferRange end = {kLast - 15, 16};
    EXPECT_TRUE(overlaps(end, end));
    EXPECT_TRUE(overlaps(end, {kLast, 1}));
    EXPECT_TRUE(overlaps({kLast, 1}, end));
    EXPECT_TRUE(overlaps(end, {kLast - 31, 17}));
    EXPECT_TRUE(overlaps({kLast - 31, 17}, end));
    EXPECT_FALSE(overlaps(end, {kLast - 31, 16}));
    EXPECT_FALSE(overlaps({kLast - 31, 16}, end));
    EXPECT_FALSE(overlaps(end, {0, 16}));
    EXPECT_FALSE(overlaps({0, 16}, end));
    EXPECT_TRUE(overlaps({0, kLast}, end));
}

TEST(Overlaps, AgreesWithCountingBytes)
{
    for (const VkDeviceAddress base : {VkDeviceAddress{0}, std::numeric_limits<VkDeviceAddress>::max() - 11})
        for (uint64_t a = 0; a < 6; ++a)
            for (uint64_t aSize = 0; aSize < 7; ++aSize)
                for (uint64_t b = 0; b < 6; ++b)
                    for (uint64_t bSize = 0; bSize < 7; ++bSize)
                        ASSERT_EQ(overlaps({base + a, aSize}, {base + b, bSize}),
                                  shareAByte({base + a, aSize}, {base + b, bSize}))
                            << a << "+" << aSize << ", " << b << "+" << bSize;
}

// Two steps with one access each.
Plan handMade(Access first, Access second)
{
    Plan plan;
    for (const Access& access : {first, second}) {
        AccessList& accesses = plan.append().accesses;
        accesses.items[accesses.count++] = access;
    }
    placeBarriers(&plan);
    return plan;
}

TEST(PlaceBarriers, SeparatesStepsThatMeetInMemoryWhereOneWrites)
{
    constexpr BufferRange kLeft = {1000, 100};
    constexpr BufferRange kRight = {1100, 100};
    constexpr BufferRange kMiddle = {1099, 2};
    EXPECT_EQ(checkBarriers(handMade({kLeft, true}, {kMiddle, false})), 1);  // read after write
    EXPECT_EQ(checkBarriers(handMade({kMiddle, false}, {kRight, true})), 1); // write after read
    EXPECT_EQ(checkBarriers(handMade({kLeft, true}, {kLeft, true})), 1);     // write after write
    EXPECT_EQ(checkBarriers(handMade({kLeft, false}, {kLeft, false})), 0);
    EXPECT_EQ(checkBarriers(handMade({kLeft, true}, {kRight, true})), 0);
}

TEST(PlaceBarriers, LooksAtEveryAccess)
{
    Plan plan;
    plan.append().accesses.append({{1000, 8}, false});
    plan.steps[0].accesses.append({{2000, 8}, true});
    plan.append().accesses.append({{3000, 8}, false});
    plan.steps[1].accesses.append({{4000, 8}, true});
    placeBarriers(&plan);
    EXPECT_EQ(checkBarriers(plan), 0);
    plan.steps[1].accesses.append({{2007, 8}, false});
    placeBarriers(&plan);
    EXPECT_EQ(checkBarriers(plan), 1);
}

TEST(PlaceBarriers, LeavesPlansOfOneStepOrNoneAlone)
{
    Plan plan;
    placeBarriers(&plan);
    EXPECT_EQ(plan.stepCount, 0);
    plan.append().accesses.append({{1000, 8}, true});
    placeBarriers(&plan);
    EXPECT_EQ(checkBarriers(plan), 0);
}

TEST(AccessList, AppendsNothingForAnAbsentRange)
{
    AccessList list;
    list.append(Access{});
    list.append({{1000, 0}, true});
    EXPECT_EQ(list.count, 0);
    list.append({{1000, 4}, false});
    list.append({{1004, 4}, true});
    ASSERT_EQ(list.count, 2);
    EXPECT_FALSE(list.items[0].write);
    EXPECT_TRUE(list.items[1].write);
}

} // namespace
