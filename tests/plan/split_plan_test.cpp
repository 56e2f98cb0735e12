// Plans of splits, sorts by few bits: steps, what each counts, tells and touches, scratch, and which stage takes which
// count.
#include "hazards.h"
#include "misuse.h"
#include "operations/radix_sort.h"
#include "plan_models.h"

#include "split_abi.h"

#include <vkscan/types.h>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kBits = 2;
constexpr uint64_t kSlotBytes = 8 << kBits;

// Values of 8 bytes, by two bits of keys.
Forced<RadixSortDesc> splitDesc(Strategy strategy, uint64_t maxCount = 0)
{
    return {{.valueSize = 8, .firstBit = 3, .endBit = 3 + kBits, .maxCount = maxCount}, strategy};
}

// Exact sizes, no overlap, all optional ranges.
RadixSortArgs validSplitArgs(const RadixSortModel& model, uint64_t count)
{
    const auto apart = [](uint64_t which) { return which << 50; };
    const VkDeviceSize bytes = count * 8;
    RadixSortArgs args;
    args.input = {apart(1), count * 4};
    args.output = {apart(2), count * 4};
    args.values = {apart(3), bytes};
    args.sortedValues = {apart(7), bytes};
    args.bucketOffsets = {apart(4), 5 * 4};
    args.scratch = {apart(5), scratchSize(model, count)};
    args.count = count;
    args.countBuffer = {apart(6), 4};
    return args;
}

// Around what the stages take at most, and around tiles.
std::vector<uint64_t> countsOf(const RadixSortModel& model)
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
void forModels(const std::function<void(const RadixSortModel&)>& check)
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
                    RadixSortModel model;
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

std::vector<std::string> stagesOf(const RadixSortModel& model, uint64_t count)
{
    const std::string moves = chosenStage(model, count);
    return moves == "SplitSpans" ? std::vector<std::string>{"SplitCount", moves} : std::vector{moves};
}

TEST(SplitPlan, CountsSpansBeforeItMovesThem)
{
    forModels([](const RadixSortModel& model) {
        for (const uint64_t count : countsOf(model)) {
            SCOPED_TRACE(describe(model, count));
            const RadixSortArgs args = validSplitArgs(model, count);
            Plan plan;
            ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
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
                ASSERT_EQ(push.shift, 3);
                ASSERT_EQ(push.keysAddress, args.input.address);
                ASSERT_EQ(push.sortedKeysAddress, args.output.address);
                ASSERT_EQ(push.inputAddress, args.values.address);
                ASSERT_EQ(push.outputAddress, args.sortedValues.address);
                ASSERT_EQ(push.offsetsAddress, moves ? args.bucketOffsets.address : 0);
                // Both dispatches cut the array into the same spans.
                ASSERT_EQ(push.slots, stages.size() == 2 ? step.groupCount[0] : 0);
                ASSERT_EQ(step.groupCount[0], plan.steps[0].groupCount[0]);
                ASSERT_EQ(model[step.stage].tileElements, stageOf(model, stages[0]).tileElements);

                // It touches each of these once.
                uint64_t slots = nameOf(model, step) == "SplitAlone" ? 0 : step.groupCount[0];
                const VkDeviceSize scratch = slots > 0 ? 64 + slots * kSlotBytes : 0;
                AccessList expected = {{args.input, false}, {args.countBuffer, false}};
                expected.append({{args.scratch.address, scratch}, stages.size() == 1 || !moves});
                if (moves) {
                    expected.append({args.values, false});
                    expected.append({args.output, true});
                    expected.append({args.sortedValues, true});
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
    forModels([](const RadixSortModel& model) {
        for (const uint64_t count : {0, 1000}) {
            RadixSortArgs args = validSplitArgs(model, count);
            args.countBuffer = {};
            Plan plan;
            ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
            ASSERT_GT(plan.stepCount, 0);
            for (uint32_t i = 0; i < plan.stepCount; ++i)
                ASSERT_TRUE(pushesCount(plan.steps[i], {})) << describe(model, count) << ", step " << i;
        }
    });
}

TEST(SplitPlan, ScratchIsMonotone)
{
    forModels([](const RadixSortModel& model) {
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
        return modelFor<RadixSortModel>(splitDesc(strategy), tuningFor(capabilities), capabilities);
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

TEST(SplitPlan, MovesKeysValuesOrIndices)
{
    RadixSortDesc desc = {.endBit = kBits};
    const auto pushFor = [&](const std::function<void(RadixSortArgs&)>& change) {
        const auto model = modelFor<RadixSortModel>(desc, tuningFor(listedDevice()), listedDevice());
        RadixSortArgs args = validSplitArgs(model, 1000);
        change(args);
        Plan plan;
        EXPECT_EQ(planRadixSort(model, args, &plan), Status::Success);
        return plan.steps[0].push.get<vkscan::abi::SplitPush>();
    };
    const auto keep = [](RadixSortArgs&) {};
    const RadixSortArgs args =
        validSplitArgs(modelFor<RadixSortModel>(desc, tuningFor(listedDevice()), listedDevice()), 1000);
    EXPECT_EQ(pushFor(keep).inputAddress, args.input.address);
    EXPECT_EQ(pushFor(keep).outputAddress, args.output.address);
    EXPECT_EQ(pushFor(keep).sortedKeysAddress, 0u);
    desc.withIndex = true;
    EXPECT_EQ(pushFor([](RadixSortArgs& a) { a.values = {}; }).inputAddress, 0u);
    EXPECT_EQ(pushFor(keep).outputAddress, args.sortedValues.address);
    EXPECT_EQ(pushFor(keep).sortedKeysAddress, args.output.address);
    EXPECT_EQ(pushFor([](RadixSortArgs& a) { a.output = {}; }).sortedKeysAddress, 0u);
    desc.withIndex = false;
    desc.valueSize = 4;
    EXPECT_EQ(pushFor(keep).inputAddress, args.values.address);
    EXPECT_EQ(pushFor([](RadixSortArgs& a) { a.output = {}; }).sortedKeysAddress, 0u);
}

TEST(SplitPlan, IsForFewBitsOfPlainKeys)
{
    const auto bitsOf = [](const RadixSortDesc& desc) {
        return modelFor<RadixSortModel>(desc, tuningFor(listedDevice()), listedDevice()).splitBits;
    };
    for (uint32_t bits = 1; bits <= kMaxSplitBits; ++bits)
        for (const uint32_t first : {0u, 17u, 32 - bits})
            EXPECT_EQ(bitsOf({.firstBit = first, .endBit = first + bits}), bits);
    EXPECT_EQ(bitsOf({.firstBit = 30}), 2);
    for (const ElementTypeRow& type : kElementTypes)
        EXPECT_EQ(bitsOf({.type = type.value, .endBit = 1}), type.value == ElementType::U32 ? 1 : 0) << type.name;
    for (const RadixSortDesc& desc : {RadixSortDesc{},
                                      {.endBit = 0},
                                      {.endBit = kMaxSplitBits + 1},
                                      {.firstBit = 32},
                                      {.descending = true, .endBit = 1},
                                      {.endBit = 1, .segmented = true}})
        EXPECT_EQ(bitsOf(desc), 0);
}

TEST(SplitPlan, RefusesWrongArguments)
{
    for (const Strategy strategy : {Strategy::FlatSum, Strategy::ReduceThenScan}) {
        const auto model = modelFor<RadixSortModel>(splitDesc(strategy), tuningFor(listedDevice()), listedDevice());
        expectRefused(
            model, validSplitArgs(model, 1003), planRadixSort,
            {{Status(Argument::Count, Rule::TooLarge), [&](RadixSortArgs& a) { a.count = model.maxCount + 1; }}});
    }
}

TEST(SplitPlan, DoesNothingForNoElementsUnlessItTells)
{
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        const auto model = modelFor<RadixSortModel>(splitDesc(strategy), tuningFor(listedDevice()), listedDevice());
        RadixSortArgs args;
        args.scratch = {uint64_t{7} << 50, scratchSize(model, 0)};
        Plan plan;
        ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, 0);
        args.bucketOffsets = {uint64_t{5} << 50, 5 * 4};
        ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, stagesOf(model, 0).size());
    }
}

} // namespace
