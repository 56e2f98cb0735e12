// Plans of top-k selections: levels, passes, barriers, memory, and what is refused.
#include "hazards.h"
#include "operations/top_k.h"
#include "plan_models.h"

#include "top_k_abi.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kMany = uint64_t{1} << 28;

struct Device {
    const char* name;
    Capabilities capabilities;
};

std::vector<Device> devices()
{
    Capabilities large = listedLargeDevice();
    large.maxSharedBytes = 49152;
    Capabilities bounded = boundedLoopsDevice();
    bounded.maxSharedBytes = 32768;
    return {{"portable", portableDevice()},
            {"listed", listedDevice()},
            {"large", large},
            {"bounded", bounded},
            {"registers", fewRegistersDevice()}};
}

TopKModel topKModel(const TopKDesc& desc, const Capabilities& capabilities)
{
    return modelFor<TopKModel>(desc, tuningFor(capabilities), capabilities);
}

TopKArgs validTopKArgs(const TopKModel& model, uint64_t count, uint32_t k)
{
    TopKArgs args;
    args.count = count;
    args.k = k;
    args.input = {kApart, count * model.elementBytes};
    args.output = {2 * kApart, std::max<uint64_t>(k, count) * model.elementBytes};
    args.index = {3 * kApart, std::max<uint64_t>(k, count) * 4};
    args.values = {4 * kApart, count * 4};
    args.sortedValues = {5 * kApart, std::max<uint64_t>(k, count) * 4};
    args.temporary = {6 * kApart, temporarySize(model, count)};
    args.countBuffer = validCountBuffer();
    return args;
}

vkscan::abi::TopKPush pushOfStep(const Step& step)
{
    return step.push.get<vkscan::abi::TopKPush>();
}

// Bytes of entries in memory.
VkDeviceSize bytesOf(const TopKModel& model, uint64_t entries)
{
    return (entries * model.elementBytes + 15) / 16 * 16 + (entries * 4 + 15) / 16 * 16;
}

// Shares of the entries that a sample leaves: a tile each, of arrays of few tiles wherever in a vector they begin; one
// of longer arrays, and none of those that one workgroup takes.
uint64_t sharesFor(const TopKModel& model, uint64_t count)
{
    if (count <= 4 * model[0].tileElements)
        return 0;
    const uint64_t tiles = (count + 16 / model.elementBytes - 1 + model[0].tileElements - 1) / model[0].tileElements;
    return tiles <= model.mostShares ? tiles : 1;
}

// Whether the first k keys are found by a sample. Where loops are bounded, one workgroup merges at most 2^18 entries,
// and others list at most 32 tiles.
bool isMerged(const TopKModel& model, uint64_t count, uint64_t k)
{
    return k <= model.maxListK() &&
           (!model.capabilities.boundedLoops || count <= (uint64_t{1} << 18) / k * 32 * model[0].tileElements);
}

// Calls check(model, count, k) for types of both sizes, all devices, and counts around what decides.
template <class Check>
void forEachPlan(const Check& check)
{
    for (const Device& device : devices()) {
        for (const ElementType type : {ElementType::U32, ElementType::F64}) {
            const TopKModel model = topKModel({type}, device.capabilities);
            const uint64_t tile = model[0].tileElements;
            for (const uint64_t count :
                 {uint64_t{1}, tile, 4 * tile, 4 * tile + 1, 5 * tile, model.mostShares * tile - 3,
                  model.mostShares * tile - 2, model.mostShares * tile + 1, uint64_t{1} << 20, uint64_t{1} << 24,
                  (uint64_t{1} << 26) - 1, uint64_t{1} << 26, kMany, model.maxCount})
                for (const uint32_t k : {1u, 64u, 512u, 1024u, 1025u, kMaxTopK}) {
                    SCOPED_TRACE(std::string(device.name) + ", " + toString(type) + ", " + std::to_string(k) + " of " +
                                 std::to_string(count));
                    if (count <= model.maxCount)
                        check(model, count, k);
                }
        }
    }
}

// A sample, and what it leaves: ranked, or else merged in memory that the sample took.
TEST(TopKPlan, SamplesAndMerges)
{
    forEachPlan([](const TopKModel& model, uint64_t count, uint32_t k) {
        const uint64_t kept = std::min<uint64_t>(count, k);
        const uint64_t shares = sharesFor(model, count);
        if (!isMerged(model, count, kept) || shares == 0)
            return;
        const TopKArgs args = validTopKArgs(model, count, k);
        Plan plan;
        ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
        ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
        ASSERT_EQ(plan.stepCount, shares > 1 ? 2 : 3);
        const VkDeviceSize counts = 16 + (shares * 4 + 15) / 16 * 16;
        VkDeviceSize sampled = counts;
        if (shares > 1) {
            ASSERT_EQ(nameOf(model, plan.steps[0]), "TopKCollectSmall");
            ASSERT_EQ(plan.steps[0].groupCount[0], shares) << "each takes a tile";
            sampled += bytesOf(model, shares * model[0].tileElements);
        } else {
            ASSERT_EQ(nameOf(model, plan.steps[0]), "TopKSample");
            ASSERT_EQ(plan.steps[0].groupCount[0], vkscan::abi::kTopKParts);
            ASSERT_EQ(nameOf(model, plan.steps[1]), "TopKCollect");
            sampled += bytesOf(model, vkscan::abi::kTopKFewEntries) +
                       bytesOf(model, uint64_t{vkscan::abi::kTopKParts} * vkscan::abi::kTopKGroups);
        }
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            const auto push = pushOfStep(step);
            ASSERT_EQ(step.groupCount[1], 1) << "workgroups take tiles by their first index";
            ASSERT_EQ(push.gridWidth, step.groupCount[0]);
            ASSERT_EQ(push.k, kept);
            ASSERT_EQ(push.shares, shares);
            ASSERT_EQ(push.scratchAddress, args.temporary.address);
            ASSERT_TRUE(pushesCount(step, args.countBuffer));
        }
        const Step& merge = plan.steps[plan.stepCount - 1];
        const auto push = pushOfStep(merge);
        ASSERT_EQ(nameOf(model, merge), "TopK");
        ASSERT_GE(merge.groupCount[0], model.rankingGroups);
        ASSERT_EQ(push.nextAddress, args.temporary.address + counts) << "behind the words that all workgroups read";
        ASSERT_EQ(push.nextCapacity, merge.groupCount[0] * kept) << "all that workgroups may leave";
        ASSERT_LE(std::max(sampled, counts + bytesOf(model, push.nextCapacity)), args.temporary.size);
        if (model.capabilities.boundedLoops) {
            ASSERT_LE(count, 32 * model[0].tileElements * merge.groupCount[0]);
            ASSERT_LE(push.nextCapacity, uint64_t{1} << 18) << "what one workgroup merges";
        }
    });
}

// Two dispatches up to the largest array whose workgroups take a tile each, and three beyond. The number of their
// counts fits what a workgroup scans, and the part of its list that holds them.
TEST(TopKPlan, ArraysOfFewTilesTakeTwoDispatches)
{
    for (const Device& device : devices()) {
        for (const ElementType type : {ElementType::U32, ElementType::F64}) {
            SCOPED_TRACE(std::string(device.name) + ", " + toString(type));
            const TopKModel model = topKModel({type}, device.capabilities);
            const uint64_t most =
                model.mostShares * model[0].tileElements - (16 / model.elementBytes - 1); // wherever it begins
            EXPECT_GT(model.mostShares, 100u);
            EXPECT_LE(model.mostShares, model[0].geometry.workgroupSize);
            EXPECT_LE(model.mostShares, model.listEntries / 2);
            EXPECT_EQ(model[model.collectSmallStage].tileElements, model[0].tileElements);
            for (const auto& [count, steps] :
                 {std::pair{4 * model[0].tileElements + 1, 2u}, {most, 2u}, {most + 1, 3u}}) {
                Plan plan;
                ASSERT_EQ(planTopK(model, validTopKArgs(model, count, 64), &plan), Status::Success);
                EXPECT_EQ(plan.stepCount, steps) << count;
                EXPECT_EQ(nameOf(model, plan.steps[0]), steps == 2 ? "TopKCollectSmall" : "TopKSample") << count;
                EXPECT_EQ(nameOf(model, plan.steps[plan.stepCount - 1]), "TopK");
                EXPECT_EQ(pushOfStep(plan.steps[plan.stepCount - 1]).shares,
                          steps == 2 ? plan.steps[0].groupCount[0] : 1);
            }
        }
    }
}

TEST(TopKPlan, SelectsByDigits)
{
    forEachPlan([](const TopKModel& model, uint64_t count, uint32_t k) {
        if (isMerged(model, count, std::min<uint64_t>(count, k)))
            return;
        const TopKArgs args = validTopKArgs(model, count, k);
        Plan plan;
        ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
        const uint32_t passes = model.elementBytes == 4 ? 6 : 9;
        ASSERT_EQ(plan.stepCount, passes + 4);
        ASSERT_EQ(checkBarriers(plan), passes + 3);
        ASSERT_EQ(nameOf(model, plan.steps[0]), "FillWords");
        const Geometry words = geometryOf(model, "FillWords");
        ASSERT_GE(plan.steps[0].groupCount[0] * words.workgroupSize * words.rows, passes * vkscan::abi::kTopKBins);
        for (uint32_t pass = 0; pass < passes; ++pass)
            ASSERT_EQ(plan.steps[1 + pass].groupCount[1], 1);
        const auto push = pushOfStep(plan.steps[passes + 3]);
        ASSERT_GE(push.nextCapacity, std::min<uint64_t>(count, k)) << "entries are at least the results";
        ASSERT_GE(uint64_t{plan.steps[passes + 2].groupCount[0]} * model.listEntries, push.nextCapacity);
        ASSERT_GE(push.nextAddress, push.entriesAddress + vkscan::abi::kTopKCountsOffset +
                                        VkDeviceSize{passes} * vkscan::abi::kTopKBins * 4);
        ASSERT_LE(push.nextAddress + bytesOf(model, push.nextCapacity), args.temporary.address + args.temporary.size);
    });
}

TEST(TopKPlan, TakesRowsInOneDispatch)
{
    for (const Device& device : devices()) {
        const TopKModel model = topKModel({}, device.capabilities);
        const auto most = static_cast<uint32_t>(std::min<uint64_t>(model.maxCount, 1u << 28));
        for (const auto& [count, length, pitch] : {std::tuple{1u, 1u, 0u},
                                                   {1000u, 7u, 0u},
                                                   {1000u, 7u, 11u},
                                                   {most, 65536u, 0u},
                                                   {static_cast<uint32_t>(model.maxCount), 1u, 0u},
                                                   {most, 100u, 100u}}) {
            TopKArgs args = validTopKArgs(model, count, 5);
            const uint64_t between = pitch != 0 ? pitch : length;
            const uint64_t rows = (count + between - 1) / between;
            args.rowLength = length;
            args.rowPitch = pitch;
            args.temporary = {};
            args.output.size = rows * 5 * 4;
            args.index.size = args.sortedValues.size = rows * 5 * 4;
            Plan plan;
            ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, 1);
            const bool isPacked = nameOf(model, plan.steps[0]) == "TopKPackedRows";
            ASSERT_EQ(isPacked, length <= 8 * device.capabilities.subgroupSize);
            ASSERT_EQ(nameOf(model, plan.steps[0]) == "TopKLongRows", length == 65536 && model.listEntries > 1024);
            const uint64_t places = isPacked ? std::max(std::bit_ceil(length), 8u) : 1;
            const uint64_t sideBySide = isPacked ? 8 * device.capabilities.subgroupSize / places : 1;
            const uint64_t groups = uint64_t{plan.steps[0].groupCount[0]} * plan.steps[0].groupCount[1];
            ASSERT_GE(groups * sideBySide, rows);
            const uint64_t spare =
                plan.steps[0].groupCount[1] > 1 ? plan.steps[0].groupCount[0] : 1; // of a folded grid
            ASSERT_LT((groups - spare) * sideBySide, rows);
            ASSERT_LE(plan.steps[0].groupCount[0], device.capabilities.maxGroupCount[0]);
            ASSERT_LE(plan.steps[0].groupCount[1], device.capabilities.maxGroupCount[1]);
            ASSERT_EQ(pushOfStep(plan.steps[0]).k, std::min({5u, length, count}));
        }
    }
}

TEST(TopKPlan, ListsFitSharedMemory)
{
    for (const uint32_t bytes : {16384u, 32768u, 49152u}) {
        for (const ElementType type : {ElementType::I32, ElementType::F64}) {
            Capabilities capabilities = portableDevice();
            capabilities.maxSharedBytes = bytes;
            const TopKModel model = topKModel({type}, capabilities);
            const uint64_t entry = sizeOf(type) + 4;
            EXPECT_LE(model.listEntries * entry + kSharedRest, bytes);
            EXPECT_EQ(model.maxListK(), bytes == 16384 ? 512 : 1024) << bytes << " bytes";
        }
    }
}

// Values are read at readable addresses even if there are none, since drivers may load before they branch.
TEST(TopKPlan, RecordsNothingWithoutResults)
{
    const TopKModel model = topKModel({}, portableDevice());
    Plan plan;
    ASSERT_EQ(planTopK(model, {}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
    TopKArgs args = validTopKArgs(model, 100000, 0);
    ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
    args.k = 10;
    args.sortedValues = {};
    ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 2);
    EXPECT_EQ(pushOfStep(plan.steps[1]).valuesAddress, args.input.address);
    args.output = args.index = {};
    ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

TEST(TopKPlan, CompilesSelectionsByDigitsOnlyForALargeK)
{
    for (const Device& device : devices()) {
        const TopKModel any = topKModel({}, device.capabilities);
        const TopKModel lists = topKModel({.maxK = any.maxListK()}, device.capabilities);
        const TopKModel digits = topKModel({.maxK = any.maxListK() + 1}, device.capabilities);
        EXPECT_EQ(any.stageCount, any.longRowsStage == kNoStage ? 12 : 13);
        EXPECT_EQ(lists.stageCount, lists.longRowsStage == kNoStage ? 7 : 8);
        EXPECT_EQ(digits.stageCount, any.stageCount);
    }
}

TEST(TopKPlan, RefusesWrongDescriptions)
{
    TopKModel model;
    const auto check = [&](const TopKDesc& desc) { return makeModel(desc, {}, portableDevice(), &model); };
    for (const ElementType type : kTypes)
        EXPECT_EQ(check({type}), Status::Success);
    for (const ElementType type : typesOfBytes(2))
        EXPECT_EQ(check({type}), Status::Success) << toString(type);
    EXPECT_EQ(check({static_cast<ElementType>(17)}), Status(Argument::Type, Rule::Invalid));
    for (const uint32_t maxK : {0u, kMaxTopK + 1, ~0u})
        EXPECT_EQ(check({.maxK = maxK}), Status(Argument::MaxK, Rule::Invalid));
    EXPECT_EQ(check({.maxK = kMaxTopK}), Status::Success);
    Capabilities withoutDoubles = portableDevice();
    withoutDoubles.float64 = false;
    EXPECT_EQ(makeModel({ElementType::F64}, {}, withoutDoubles, &model), Status::Success) << "keys are integers";
}

} // namespace
