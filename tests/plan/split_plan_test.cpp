// Plans of splits: steps, what each counts, tells and touches, scratch, and which stage takes which count.
#include "hazards.h"
#include "operations/split.h"
#include "plan_models.h"

#include "split_abi.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kBits = 2;
constexpr uint64_t kSlotBytes = 8 << kBits;

// Elements of 8 bytes, by two bits of keys.
Forced<SplitDesc> splitDesc(Strategy strategy, uint64_t maxCount = 0)
{
    return {{kBits, 8, Waiting::Auto, maxCount}, strategy};
}

// Exact sizes, no overlap, all optional ranges.
SplitArgs validSplitArgs(const SplitModel& model, uint64_t count)
{
    const auto apart = [](uint64_t which) { return which << 50; };
    const VkDeviceSize bytes = count * 8;
    SplitArgs args;
    args.input = {apart(1), bytes};
    args.output = {apart(2), bytes};
    args.keys = {apart(3), count * 4};
    args.shift = 3;
    args.bucketOffsets = {apart(4), 5 * 4};
    args.scratch = {apart(5), scratchSize(model, count)};
    args.count = count;
    args.countBuffer = {apart(6), 4};
    return args;
}

// Around what the stages take at most, and around tiles.
std::vector<uint64_t> countsOf(const SplitModel& model)
{
    std::vector<uint64_t> counts = {1, 2, 1000};
    for (const std::string& name : choicesOf(model)) {
        const Stage& stage = stageOf(model, name);
        for (const uint64_t at : {stage.tileElements, 2 * stage.tileElements, stage.maxPositions})
            counts.insert(counts.end(), {at - 1, at, at + 1});
    }
    counts.push_back(model.maxCount);
    std::erase_if(counts, [&](uint64_t count) { return count > model.maxCount; });
    std::sort(counts.begin(), counts.end());
    return counts;
}

// Models of every strategy on every kind of device, with and without 64-bit atomics and a largest count.
void forModels(const std::function<void(const SplitModel&)>& check)
{
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        for (const bool atomics : {true, false}) {
            if (!atomics && waits(strategy))
                continue;
            for (Capabilities capabilities :
                 {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
                capabilities.bufferInt64Atomics = atomics;
                capabilities.multiprocessors = capabilities.forwardProgress ? 100 : 0;
                if (capabilities.forwardProgress)
                    capabilities.maxSharedBytes = 49152; // as NVIDIA's have: flat sums have tiles of two sizes
                for (const uint64_t maxCount : {0, 1000, 100'000}) {
                    SplitModel model;
                    const Status made =
                        makeModel(splitDesc(strategy, maxCount), tuningFor(capabilities), capabilities, &model);
                    ASSERT_EQ(made, Status::Success);
                    check(model);
                    if (testing::Test::HasFatalFailure())
                        return;
                }
            }
        }
    }
}

std::vector<std::string> stagesOf(const SplitModel& model, uint64_t count)
{
    const std::string moves = chosenStage(model, count);
    return moves == "SplitSpans" ? std::vector<std::string>{"SplitCount", moves} : std::vector{moves};
}

TEST(SplitPlan, CountsSpansBeforeItMovesThem)
{
    forModels([](const SplitModel& model) {
        for (const uint64_t count : countsOf(model)) {
            SCOPED_TRACE(describe(model, count));
            const SplitArgs args = validSplitArgs(model, count);
            Plan plan;
            ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
            const std::vector<std::string> stages = stagesOf(model, count);
            ASSERT_EQ(plan.stepCount, stages.size());
            ASSERT_EQ(checkBarriers(plan), stages.size() - 1);
            for (size_t i = 0; i < stages.size(); ++i) {
                const Step& step = plan.steps[i];
                const auto push = step.push.get<vkscan::abi::SplitPush>();
                const bool moves = i + 1 == stages.size();
                ASSERT_EQ(nameOf(model, step), stages[i]);
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                ASSERT_EQ(step.groupCount[1], 1);
                ASSERT_EQ(push.maxCount, count);
                ASSERT_TRUE(pushesCount(step, args.countBuffer));
                ASSERT_EQ(push.shift, args.shift);
                ASSERT_EQ(push.keysAddress, args.keys.address);
                ASSERT_EQ(push.inputAddress, args.input.address);
                ASSERT_EQ(push.outputAddress, args.output.address);
                ASSERT_EQ(push.offsetsAddress, moves ? args.bucketOffsets.address : 0);
                // Both dispatches cut the array into the same spans.
                ASSERT_EQ(push.slots, stages.size() == 2 ? step.groupCount[0] : 0);
                ASSERT_EQ(step.groupCount[0], plan.steps[0].groupCount[0]);
                ASSERT_EQ(model[step.stage].tileElements, stageOf(model, stages[0]).tileElements);

                // It touches each of these once.
                uint64_t slots = nameOf(model, step) == "SplitAlone" ? 0 : step.groupCount[0];
                const VkDeviceSize scratch = slots > 0 ? 64 + slots * kSlotBytes : 0;
                AccessList expected = {{args.keys, false}, {args.countBuffer, false}};
                expected.append({{args.scratch.address, scratch}, stages.size() == 1 || !moves});
                if (moves) {
                    expected.append({args.input, false});
                    expected.append({args.output, true});
                    expected.append({args.bucketOffsets, true});
                }
                ASSERT_LE(scratch, args.scratch.size);
                ASSERT_EQ(step.accesses.count, expected.count);
                for (uint32_t j = 0; j < expected.count; ++j) {
                    uint32_t found = 0;
                    for (uint32_t k = 0; k < step.accesses.count; ++k) {
                        const Access& access = step.accesses.items[k];
                        found += access.write == expected.items[j].write &&
                                         access.range.address == expected.items[j].range.address &&
                                         access.range.size == expected.items[j].range.size
                                     ? 1
                                     : 0;
                    }
                    ASSERT_EQ(found, 1) << "access " << j << " of step " << i;
                }
            }
        }
    });
}

TEST(SplitPlan, PushesWhatCanBeReadInACountsStead)
{
    forModels([](const SplitModel& model) {
        for (const uint64_t count : {0, 1000}) {
            SplitArgs args = validSplitArgs(model, count);
            args.countBuffer = {};
            Plan plan;
            ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
            ASSERT_GT(plan.stepCount, 0);
            for (uint32_t i = 0; i < plan.stepCount; ++i)
                ASSERT_TRUE(pushesCount(plan.steps[i], {})) << describe(model, count) << ", step " << i;
        }
    });
}

TEST(SplitPlan, ScratchIsMonotone)
{
    forModels([](const SplitModel& model) {
        VkDeviceSize size = 0;
        for (const uint64_t count : countsOf(model)) {
            ASSERT_LE(size, scratchSize(model, count)) << describe(model, count);
            size = scratchSize(model, count);
        }
        ASSERT_EQ(scratchSize(model, kLastByte), size);
        ASSERT_LE(model.maxCount, 0xffffffff);
        ASSERT_TRUE(model.strategy != Strategy::SingleWorkgroup || size == 0);
    });
}

// No more tiles wait for each other than surely run at once.
TEST(SplitPlan, TakesTheFormOfTheDevice)
{
    Capabilities capabilities = listedLargeDevice();
    capabilities.maxSharedBytes = 49152;
    capabilities.multiprocessors = 100;
    const auto modelOf = [&](Strategy strategy) {
        return modelFor<SplitModel>(splitDesc(strategy), tuningFor(capabilities), capabilities);
    };
    const auto taken = [&](uint64_t count, Strategy strategy = Strategy::Auto) {
        return chosenStage(modelOf(strategy), count);
    };
    const uint64_t tile = stageOf(modelOf(Strategy::Auto), "SplitFlatSum").tileElements;
    EXPECT_EQ(taken(1000), "SplitAlone");
    EXPECT_EQ(taken(10'000), "SplitFlatSumSmall");
    EXPECT_EQ(taken(100 * tile), "SplitFlatSum");
    EXPECT_EQ(taken(100 * tile + 1), "SplitSpans");
    EXPECT_EQ(taken(100 * tile + 1, Strategy::FlatSum), "none");
    EXPECT_EQ(taken(100 * tile + 1, Strategy::Spine), "SplitSpans");
    EXPECT_EQ(taken(1000, Strategy::Spine), "SplitSpans");
    capabilities.multiprocessors = 0; // that is: nobody knows how many
    EXPECT_EQ(taken(10'000), "SplitSpans");
    capabilities.multiprocessors = 100;
    capabilities.bufferInt64Atomics = false;
    EXPECT_EQ(taken(10'000), "SplitSpans");
    capabilities = portableDevice();
    EXPECT_EQ(taken(1000), "SplitAlone");
    EXPECT_EQ(taken(10'000), "SplitSpans");
}

TEST(SplitPlan, MayTakeElementsAsKeys)
{
    for (const uint32_t elementSize : {uint32_t{4}, kIndicesOnly}) {
        const auto model =
            modelFor<SplitModel>(SplitDesc{kBits, elementSize}, tuningFor(listedDevice()), listedDevice());
        SplitArgs args = validSplitArgs(model, 1000);
        args.keys = {};
        Plan plan;
        ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
        const auto push = plan.steps[0].push.get<vkscan::abi::SplitPush>();
        EXPECT_EQ(push.keysAddress, args.input.address);
        EXPECT_EQ(push.inputAddress, args.input.address);
        args.input.address += 2;
        EXPECT_EQ(planSplit(model, args, &plan), Status(Argument::Input, Rule::Misaligned));
    }
    // Indices need no elements beside the keys.
    const auto model = modelFor<SplitModel>(SplitDesc{kBits, kIndicesOnly}, tuningFor(listedDevice()), listedDevice());
    SplitArgs args = validSplitArgs(model, 1000);
    args.input = {};
    Plan plan;
    ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::SplitPush>().inputAddress, 0);
}

TEST(SplitPlan, DoesNothingForNoElementsUnlessItTells)
{
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        const auto model = modelFor<SplitModel>(splitDesc(strategy), tuningFor(listedDevice()), listedDevice());
        SplitArgs args;
        args.scratch = {uint64_t{7} << 50, scratchSize(model, 0)};
        Plan plan;
        ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, 0);
        args.bucketOffsets = {uint64_t{5} << 50, 5 * 4};
        ASSERT_EQ(planSplit(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, stagesOf(model, 0).size());
    }
}

} // namespace
