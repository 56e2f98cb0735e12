// Plans of splits, sorts by few bits: steps, what each counts, tells and touches, scratch, and which stage takes which
// count.
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

} // namespace
