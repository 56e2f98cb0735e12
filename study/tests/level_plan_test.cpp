// Plans of study::kScanThenPropagate: which level's elements and aggregates each step works on.
#include "plan_models.h"

#include "hazards.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace testing_support;
using namespace vkscan;

namespace {

// On all devices, in small numbers, and with tiles of one vector, whose levels are soon used up.
std::vector<ScanCase> modelsOfLevels()
{
    std::vector<ScanCase> models = allModels();
    std::erase_if(models, [](const ScanModel& model) { return model.strategy != study::kScanThenPropagate; });
    models.push_back(modelOf(portableDevice(), ElementType::U32, study::kScanThenPropagate));
    models.back().tuning.tiles = {1, 1};
    return models;
}

// A scan with everything optional, whose arrays begin inside a vector.
ScanArgs fullArgs(const ScanModel& model, uint64_t count)
{
    const VkDeviceSize element = sizeOf(model.desc.type);
    ScanArgs args = validArgs(model, count);
    args.input.address += 3 * element;
    args.output.address += element;
    args.countBuffer = validCountBuffer();
    args.total = validTotal(model);
    args.initial = model.desc.type == ElementType::U32 ? Scalar(uint32_t{7}) : Scalar();
    return args;
}

constexpr uint32_t kMostLevels = 4;

class LevelPlan : public testing::Test {
protected:
    // Calls check(model, args, plan) with each model's scans of many counts.
    template <class Check>
    static void forEachPlan(const Check& check)
    {
        uint32_t most = 0;
        for (const ScanModel model : modelsOfLevels()) {
            for (const uint64_t count : interestingCounts(model)) {
                SCOPED_TRACE(describe(model, count));
                const ScanArgs args = fullArgs(model, count);
                Plan plan;
                ASSERT_EQ(planScan(model, args, &plan), Status::Success);
                ASSERT_EQ(plan.stepCount % 2, 1);
                check(model, args, plan);
                most = std::max(most, plan.stepCount);
            }
        }
        EXPECT_EQ(most, 2 * kMostLevels - 1);
    }
};

// The first half of the steps goes up a level each, and the second half down again.
uint32_t levelOf(const Plan& plan, uint32_t step)
{
    return std::min(step, plan.stepCount - 1 - step);
}

TEST_F(LevelPlan, GoesUpToOneTileAndDownAgain)
{
    forEachPlan([](const ScanModel& model, const ScanArgs&, const Plan& plan) {
        const uint32_t top = plan.stepCount / 2;
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const std::string up = levelOf(plan, i) == 0 ? "ScanTiles" : "ScanAggregates";
            const std::string down = levelOf(plan, i) == 0 ? "Propagate" : "PropagateAggregates";
            ASSERT_EQ(nameOf(model, plan.steps[i]), i <= top ? up : down);
        }
        ASSERT_EQ(plan.steps[top].groupCount[0], 1);
        ASSERT_EQ(plan.steps[top].groupCount[1], 1);
    });
}

TEST_F(LevelPlan, PushesTheCallersArrayToTheLowestLevelAlone)
{
    forEachPlan([](const ScanModel& model, const ScanArgs& args, const Plan& plan) {
        const uint64_t head = placeArray(model, args.output.address, args.count).head;
        const VkDeviceAddress input = args.count > 0 ? args.input.address - head * sizeOf(model.desc.type) : 0;
        const VkDeviceAddress output = args.count > 0 ? args.output.address - head * sizeOf(model.desc.type) : 0;
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
            const bool isLowest = levelOf(plan, i) == 0;
            ASSERT_TRUE(pushesCount(plan.steps[i], isLowest ? args.countBuffer : vkscan::BufferRange{}));
            ASSERT_EQ(push.head, isLowest ? head : 0);
            if (!isLowest)
                continue;
            ASSERT_EQ(push.maxCount, args.count);
            ASSERT_TRUE(args.count == 0 || push.inputAddress == (i == 0 ? input : output));
            ASSERT_TRUE(args.count == 0 || push.outputAddress == output);
        }
    });
}

TEST_F(LevelPlan, ScansEachLevelsAggregatesInPlaceOnTheNext)
{
    forEachPlan([](const ScanModel& model, const ScanArgs& args, const Plan& plan) {
        VkDeviceAddress free = args.scratch.address + vkscan::abi::kScratchHeaderBytes;
        for (uint32_t level = 0; level < plan.stepCount / 2; ++level) {
            const Step& below = plan.steps[level];
            const auto pushBelow = below.push.get<vkscan::abi::ScanPush>();
            const VkDeviceAddress aggregates = pushBelow.scratchAddress;
            const uint64_t count = groupsOf(model, below, pushBelow.head + pushBelow.maxCount);
            ASSERT_GE(aggregates, free);
            ASSERT_EQ(aggregates % 16, 0);
            free = aggregates + count * sizeOf(model.desc.type);
            for (const uint32_t step : {level + 1, plan.stepCount - 2 - level}) {
                const auto push = plan.steps[step].push.get<vkscan::abi::ScanPush>();
                ASSERT_EQ(push.inputAddress, aggregates);
                ASSERT_EQ(push.outputAddress, aggregates);
                ASSERT_EQ(push.maxCount, count);
            }
            ASSERT_EQ(plan.steps[plan.stepCount - 1 - level].push.get<vkscan::abi::ScanPush>().scratchAddress,
                      aggregates);
        }
        if (plan.stepCount > 1) {
            ASSERT_LE(free, args.scratch.address + args.scratch.size);
        }
    });
}

TEST_F(LevelPlan, StartsAtTheTopWhichKnowsTheTotal)
{
    forEachPlan([](const ScanModel&, const ScanArgs& args, const Plan& plan) {
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
            const bool isTop = i == plan.stepCount / 2;
            ASSERT_EQ(push.scratchAddress == 0, isTop);
            ASSERT_EQ(push.totalAddress, isTop ? args.total.address : 0);
            ASSERT_EQ(push.hasInitial, isTop && args.initial.hasValue() ? 1 : 0);
        }
    });
}

// Accesses of a step: the level's elements, and behind them what it says of them.
TEST_F(LevelPlan, DeclaresExactlyTheBytesItTouches)
{
    forEachPlan([](const ScanModel& model, const ScanArgs& args, const Plan& plan) {
        const VkDeviceSize element = sizeOf(model.desc.type);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
            const bool isLowest = levelOf(plan, i) == 0;
            const BufferRange output = isLowest ? args.output : BufferRange{push.outputAddress, 0};
            std::vector<Access> expected;
            if (i == 0)
                expected.push_back({{args.input.address, args.count * element}, false});
            if (isLowest)
                expected.push_back({args.countBuffer, false});
            expected.push_back({{output.address, push.maxCount * element}, true});
            if (i == plan.stepCount / 2)
                expected.push_back({args.total, true});
            else
                expected.push_back(
                    {{push.scratchAddress, groupsOf(model, plan.steps[i], push.head + push.maxCount) * element}, true});
            std::erase_if(expected, [](const Access& access) { return access.range.size == 0; });
            const AccessList& actual = plan.steps[i].accesses;
            ASSERT_EQ(actual.count, expected.size());
            for (uint32_t j = 0; j < actual.count; ++j) {
                ASSERT_EQ(actual.items[j].range.address, expected[j].range.address);
                ASSERT_EQ(actual.items[j].range.size, expected[j].range.size);
                ASSERT_EQ(actual.items[j].write, expected[j].write);
            }
        }
    });
}

TEST_F(LevelPlan, ReachesAsFarAsItsLevels)
{
    ScanCase model = modelOf(portableDevice(), ElementType::U32, study::kScanThenPropagate);
    model.tuning.tiles = {1, 1};
    EXPECT_EQ(maxScanCount(model), 4 * 4 * 4 * 4 - 3);
    Plan plan;
    EXPECT_EQ(planScan(model, validArgs(model, maxScanCount(model)), &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 2 * kMostLevels - 1);
}

} // namespace
