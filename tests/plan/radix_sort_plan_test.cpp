// Plans of radix sorts: steps, barriers, where passes leave keys and values, how keys are ordered, and what is refused.
#include "hazards.h"
#include "operations/radix_sort.h"
#include "plan_models.h"

#include <vkscan/segments.h>

#include "radix_sort_abi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

RadixSortModel sortModel(const Forced<RadixSortDesc>& desc, const Capabilities& capabilities)
{
    return modelFor<RadixSortModel>(desc, tuningFor(capabilities), capabilities);
}

Status checkSortDesc(const RadixSortDesc& desc, const Capabilities& capabilities = portableDevice())
{
    RadixSortModel model;
    return makeModel(desc, {}, capabilities, &model);
}

std::vector<RadixSortModel> sortModels()
{
    std::vector<RadixSortModel> models;
    Capabilities withoutAtomics = listedLargeDevice();
    withoutAtomics.bufferInt64Atomics = false;
    for (const ElementType type : valuesOf(kElementTypes))
        for (const Capabilities& capabilities : {portableDevice(), listedDevice(), listedLargeDevice(), withoutAtomics,
                                                 boundedLoopsDevice(), fewRegistersDevice()})
            for (const uint32_t endBit : {0u, 8u, type == ElementType::U16 ? 15u : 17u, kAllBits})
                for (const uint32_t payload : {0u, 1u, 4u, 16u}) // 1: indices
                    for (const bool segmented : {false, true})
                        models.push_back(sortModel({{.type = type,
                                                     .valueSize = payload == 1 ? 0 : payload,
                                                     .withIndex = payload == 1,
                                                     .endBit = endBit,
                                                     .segmented = segmented}},
                                                   capabilities));
    return models;
}

RadixSortArgs validSortArgs(const RadixSortModel& model, uint64_t count)
{
    const VkDeviceSize keyBytes = count * model.keyBytes;
    RadixSortArgs args;
    args.count = count;
    args.input = {1 * kApart, keyBytes};
    args.output = {2 * kApart, keyBytes};
    if (!model.makesIndices && model.valueBytes > 0)
        args.values = {3 * kApart, count * model.valueBytes};
    if (model.valueBytes > 0)
        args.sortedValues = {4 * kApart, count * model.valueBytes};
    args.temporary = {5 * kApart, temporarySize(model, count)};
    args.scratch = {6 * kApart, scratchSize(model, count)};
    args.countBuffer = {7 * kApart, 4};
    if (model.segmented) {
        args.segments = {8 * kApart, 1001 * 4};
        args.segmentCount = 1000;
    }
    return args;
}

bool isSingleStage(const std::string& stage)
{
    return stage == "SortSmall" || stage == "SortSingle";
}

VkDeviceSize alignedTo16(VkDeviceSize bytes)
{
    return (bytes + 15) / 16 * 16;
}

bool writes(const Step& step, BufferRange range)
{
    for (uint32_t i = 0; i < step.accesses.count; ++i) {
        const Access& access = step.accesses.items[i];
        if (access.write && access.range.address == range.address && access.range.size <= range.size)
            return true;
    }
    return false;
}

const uint64_t kCounts[] = {1, 1000, 5000, 100'000, 300'000, 100'000'000};

// Every pass may read the input and what others wrote: the device finds which passes run, and where they leave keys.
TEST(RadixSortPlan, PassesFollowOneAnother)
{
    for (const RadixSortModel& model : sortModels()) {
        for (const uint64_t count : kCounts) {
            for (const bool writesKeys : {true, false}) {
                if ((!writesKeys && !model.makesIndices) || count > model.maxCount)
                    continue;
                SCOPED_TRACE(describe(model, count));
                RadixSortArgs args = validSortArgs(model, count);
                if (!writesKeys)
                    args.output = {};
                const VkDeviceAddress secondKeys = args.temporary.address + alignedTo16(count * model.valueBytes) +
                                                   alignedTo16(count * model.keyBytes);
                Plan plan;
                ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
                const uint32_t barriers = checkBarriers(plan);
                const bool mayGiveUp = model[chooseStage(model, count)].fallback != vkscan::abi::kFallbackNone;
                uint32_t passes = 0;
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const Step& step = plan.steps[i];
                    const auto push = step.push.get<vkscan::abi::RadixSortPush>();
                    ASSERT_TRUE(pushesCount(step, args.countBuffer) || nameOf(model, step) == "SortClear");
                    ASSERT_EQ(push.maxCount, count);
                    ASSERT_EQ(push.inputAddress, args.input.address);
                    ASSERT_TRUE(push.outputAddress == (writesKeys ? args.output.address : secondKeys) ||
                                (!writesKeys && args.temporary.size == 0));
                    ASSERT_EQ(push.valuesAddress, args.values.address);
                    ASSERT_EQ(push.movedAddress, args.sortedValues.address);
                    ASSERT_EQ((push.flags & vkscan::abi::kSortMakesIndices) != 0, model.makesIndices);
                    ASSERT_EQ((push.flags & vkscan::abi::kSortWritesKeys) != 0, writesKeys);
                    ASSERT_EQ(push.flags >> vkscan::abi::kSortFirstBitShift & 0xff, model.firstBit);
                    ASSERT_EQ(push.flags >> vkscan::abi::kSortEndBitShift, model.endBit);
                    ASSERT_EQ(push.pass, mayGiveUp ? passes / 2 : passes); // with a dispatch behind each
                    ASSERT_EQ((push.flags & vkscan::abi::kSortSegments) != 0, model.segmented);
                    const bool ofSegments = nameOf(model, step) == "SortShort" || nameOf(model, step) == "SortSegments";
                    const bool writesScratch =
                        nameOf(model, step) == "SortClear" || nameOf(model, step) == "SortCount" ||
                        nameOf(model, step).starts_with("SortPass") ||
                        nameOf(model, step).starts_with("SortRecovery") || (ofSegments && plan.stepCount > 2);
                    ASSERT_EQ(writes(step, args.scratch), writesScratch);
                    if (nameOf(model, step) == "SortClear" || nameOf(model, step) == "SortCount")
                        continue;
                    if (ofSegments) {
                        ASSERT_EQ(push.segmentsAddress, args.segments.address);
                        ASSERT_EQ(push.segmentCount, args.segmentCount);
                        continue;
                    }
                    for (const BufferRange range : {args.output, args.sortedValues, args.temporary})
                        ASSERT_TRUE(range.size == 0 || isSingleStage(nameOf(model, step)) || writes(step, range));
                    ++passes;
                }
                const std::string last = nameOf(model, plan.steps[plan.stepCount - 1]);
                if (last == "SortSegments") // none is longer than a tile
                    ASSERT_TRUE(passes == 0 && count <= stageOf(model, last).tileElements);
                else
                    ASSERT_EQ(passes, isSingleStage(last) ? 1 : model.passes * (mayGiveUp ? 2 : 1));
                ASSERT_EQ(barriers, plan.stepCount - 1) << "each step needs the one before";
            }
        }
    }
}

TEST(RadixSortPlan, TakesTheFormOfTheDevice)
{
    using Names = std::vector<std::string>;
    const auto stagesOf = [](const Capabilities& capabilities, uint64_t count, bool segmented = false,
                             uint32_t valueSize = 0) {
        const RadixSortModel model = sortModel({{.valueSize = valueSize, .segmented = segmented}}, capabilities);
        Plan plan;
        EXPECT_EQ(planRadixSort(model, validSortArgs(model, count), &plan), Status::Success);
        std::vector<std::string> stages;
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            stages.push_back(nameOf(model, plan.steps[i]));
        return stages;
    };
    const std::string kPass = "SortPass";
    const std::string kSmallPass = "SortPassSmall";
    const Names portable = {"SortCount", "SortScatter", "SortCount", "SortScatter",
                            "SortCount", "SortScatter", "SortCount", "SortScatter"};
    EXPECT_EQ(stagesOf(portableDevice(), 200'000), portable);
    const std::string kAgain = "SortRecovery";
    EXPECT_EQ(stagesOf(portableDevice(), 1'000'000),
              (Names{"SortClear", "SortCount", kPass, kAgain, kPass, kAgain, kPass, kAgain, kPass, kAgain}));
    EXPECT_EQ(stagesOf(listedLargeDevice(), 1'000'000), (Names{"SortClear", "SortCount", kPass, kPass, kPass, kPass}));
    EXPECT_EQ(stagesOf(listedLargeDevice(), 50'000),
              (Names{"SortCount", kSmallPass, kSmallPass, kSmallPass, kSmallPass}));
    EXPECT_EQ(stagesOf(listedLargeDevice(), 500), (Names{"SortSmall"}));
    EXPECT_EQ(stagesOf(listedLargeDevice(), 10'000'000).back(), kPass);
    EXPECT_EQ(stagesOf(listedLargeDevice(), 1'000'000, false, 4).back(), kPass);
    EXPECT_EQ(stagesOf(listedLargeDevice(), 10'000'000, false, 4).back(), "SortPassLarge");
    EXPECT_EQ(stagesOf(listedLargeDevice(), 10'000'000, false, 8).back(), kPass);
    Capabilities withoutAtomics = listedLargeDevice();
    withoutAtomics.bufferInt64Atomics = false;
    EXPECT_EQ(stagesOf(withoutAtomics, 500), (Names{"SortSmall"}));
    EXPECT_EQ(stagesOf(withoutAtomics, 1'000'000), portable);
    EXPECT_EQ(stagesOf(listedLargeDevice(), 2048, true), (Names{"SortShort", "SortSegments"}));
    EXPECT_EQ(stagesOf(listedLargeDevice(), 2049, true),
              (Names{"SortClear", "SortShort", "SortSegments", "SortCount", "SortScatter", "SortCount", "SortScatter",
                     "SortCount", "SortScatter", "SortCount", "SortScatter"}));
}

// Places of keys that are missing have 32 bits, too; and loops over the spans of a segment end.
TEST(RadixSortPlan, CountsAreLimited)
{
    for (const RadixSortModel& model : sortModels()) {
        ASSERT_LE(model.maxCount, 0xffff0000) << describe(model, model.maxCount);
        ASSERT_LE(model.stageCount, kMaxStages) << describe(model, model.maxCount);
    }
    const auto mostOf = [](const Capabilities& capabilities, bool segmented) {
        return sortModel({{.segmented = segmented}}, capabilities).maxCount;
    };
    EXPECT_EQ(mostOf(listedLargeDevice(), false), 0xffff0000);
    EXPECT_EQ(mostOf(listedLargeDevice(), true), 0xffff0000);
    EXPECT_LT(mostOf(boundedLoopsDevice(), true), mostOf(boundedLoopsDevice(), false));
}

// As the kernels do it.
TEST(RadixSortPlan, OrdersKeys)
{
    const auto orderOf = [](const RadixSortModel& model, uint64_t key) {
        Plan plan;
        EXPECT_EQ(planRadixSort(model, validSortArgs(model, 10), &plan), Status::Success);
        const auto push = plan.steps[0].push.get<vkscan::abi::RadixSortPush>();
        const bool wide = model.keyBytes == 8;
        const bool isFloat = model.type == ElementType::F32 || model.type == ElementType::F64;
        const uint64_t sign = wide ? uint64_t{1} << 63 : uint64_t{1} << 31;
        uint64_t flip = (push.flags & vkscan::abi::kSortDescending) != 0 ? 2 * sign - 1 : 0;
        if ((push.flags & vkscan::abi::kSortSigned) != 0)
            flip ^= sign;
        return (isFloat && (key & sign) != 0 ? key ^ (sign - 1) : key) ^ flip;
    };
    for (const bool descending : {false, true}) {
        const auto isBefore = [&](ElementType type, uint64_t a, uint64_t b) {
            const RadixSortModel model = sortModel({{.type = type, .descending = descending}}, portableDevice());
            return descending ? orderOf(model, b) < orderOf(model, a) : orderOf(model, a) < orderOf(model, b);
        };
        for (const ElementTypeRow& row : kElementTypes) {
            if (row.isFloat)
                continue;
            const uint64_t sign = uint64_t{1} << (8 * row.bytes - 1);
            EXPECT_EQ(isBefore(row.value, sign - 1, sign), !row.isSigned);
            EXPECT_EQ(isBefore(row.value, sign, sign - 1), row.isSigned);
            EXPECT_EQ(isBefore(row.value, 5, sign + 4), !row.isSigned);
        }
        const float floats[] = {-std::numeric_limits<float>::quiet_NaN(),
                                -std::numeric_limits<float>::infinity(),
                                -2.0f,
                                -1.0f,
                                -0.0f,
                                0.0f,
                                1e-40f,
                                1.0f,
                                std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()};
        for (std::size_t i = 1; i < std::size(floats); ++i) {
            EXPECT_TRUE(
                isBefore(ElementType::F32, std::bit_cast<uint32_t>(floats[i - 1]), std::bit_cast<uint32_t>(floats[i])));
            EXPECT_TRUE(isBefore(ElementType::F64, std::bit_cast<uint64_t>(double{floats[i - 1]}),
                                 std::bit_cast<uint64_t>(double{floats[i]})));
        }
    }
}

TEST(RadixSortPlan, TilesFitSharedMemory)
{
    for (const ElementType type : kTypes)
        for (const uint32_t subgroupSize : {4u, 8u, 16u, 32u, 64u})
            for (const uint32_t sharedBytes : {16384u, 32768u, 49152u}) {
                Capabilities capabilities = listedLargeDevice();
                capabilities.subgroupSize = subgroupSize;
                capabilities.maxSharedBytes = sharedBytes;
                for (const Strategy strategy : {Strategy::Auto, Strategy::ReduceThenScan}) {
                    const RadixSortModel model = sortModel({{.type = type}, strategy}, capabilities);
                    for (const std::string& stage : choicesOf(model)) {
                        const Geometry geometry = geometryOf(model, stage);
                        EXPECT_GE(geometry.workgroupSize, subgroupSize);
                        const uint64_t counts = geometry.workgroupSize / subgroupSize * 1024;
                        const uint64_t keys = stageOf(model, stage).tileElements * sizeOf(type);
                        EXPECT_LE(std::max(counts, keys) + 1024 + kSharedRest, sharedBytes);
                    }
                    if (strategy == Strategy::ReduceThenScan) {
                        EXPECT_EQ(stageOf(model, "SortCount").tileElements, stageOf(model, "SortScatter").tileElements);
                    }
                }
            }
}

// One dispatch at the end writes offsets of buckets, from the counts of the sort, or from the keys.
TEST(RadixSortPlan, TellsWhereBucketsBegin)
{
    const auto planFor = [](const RadixSortDesc& desc, uint64_t count, Plan* plan) {
        const RadixSortModel model = sortModel({desc}, listedLargeDevice());
        RadixSortArgs args = validSortArgs(model, count);
        EXPECT_EQ(planRadixSort(model, args, plan), Status::Success);
        const uint32_t without = plan->stepCount;
        args.bucketOffsets = {uint64_t{11} << 50, 257 * 4};
        const Status status = planRadixSort(model, args, plan);
        if (status == Status::Success) {
            EXPECT_EQ(plan->stepCount, without + 1);
            const Step& last = plan->steps[without];
            const auto push = last.push.get<vkscan::abi::RadixSortPush>();
            EXPECT_EQ(nameOf(model, last), "SortBuckets");
            EXPECT_EQ(push.segmentsAddress, args.bucketOffsets.address);
            const Step& sorted = plan->steps[count > 0 ? without - 1 : 0];
            EXPECT_EQ(push.slots, count > 0 ? sorted.push.get<vkscan::abi::RadixSortPush>().slots : 0);
            EXPECT_EQ(checkBarriers(*plan), push.slots > 0 ? without : 0);
            args.bucketOffsets.size -= 4;
            EXPECT_EQ(planRadixSort(model, args, plan), Status(Argument::BucketOffsets, Rule::TooSmall));
        }
        return status;
    };
    Plan plan;
    for (const ElementTypeRow& type : kElementTypes)
        for (const uint64_t count : {0, 1000, 100'000, 10'000'000})
            EXPECT_EQ(planFor({.type = type.value, .firstBit = 2, .endBit = 10}, count, &plan), Status::Success);
    const Status refused(Argument::BucketOffsets, Rule::Incompatible);
    EXPECT_EQ(planFor({.endBit = 9}, 1000, &plan), refused);
    EXPECT_EQ(planFor({.endBit = 8, .segmented = true}, 1000, &plan), refused);
}

TEST(RadixSortPlan, RefusesWrongDescriptions)
{
    EXPECT_EQ(checkSortDesc({}), Status::Success);
    EXPECT_EQ(checkSortDesc({.type = static_cast<ElementType>(17)}), Status(Argument::Type, Rule::Invalid));
    for (const uint32_t size : {1u, 2u, 12u, 32u})
        EXPECT_EQ(checkSortDesc({.valueSize = size}), Status(Argument::ValueSize, Rule::Invalid));
    for (uint32_t size = 0; size <= kMaxElementSize; size += 4) {
        EXPECT_EQ(checkSortDesc({.valueSize = size, .endBit = kMaxSplitBits}), Status::Success);
        EXPECT_EQ(checkSortDesc({.valueSize = size + 2, .endBit = 1}), Status(Argument::ValueSize, Rule::Invalid));
    }
    EXPECT_EQ(checkSortDesc({.valueSize = 68, .endBit = 1}), Status(Argument::ValueSize, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.valueSize = 12, .endBit = 5}), Status(Argument::ValueSize, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.valueSize = 4, .withIndex = true}), Status(Argument::WithIndex, Rule::Incompatible));
    EXPECT_EQ(checkSortDesc({.firstBit = 32}), Status::Success);
    EXPECT_EQ(checkSortDesc({.firstBit = 33}), Status(Argument::SortedBits, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.firstBit = 9, .endBit = 8}), Status(Argument::SortedBits, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.endBit = 33}), Status(Argument::SortedBits, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.type = ElementType::U16, .endBit = 17}), Status(Argument::SortedBits, Rule::Invalid));
    EXPECT_EQ(checkSortDesc({.type = ElementType::F64, .endBit = 64}), Status::Success);
    EXPECT_EQ(checkSortDesc({.segmented = true, .waiting = Waiting::Never}), Status::Success);
    EXPECT_EQ(checkSortDesc({.waiting = static_cast<Waiting>(2)}), Status(Argument::Waiting, Rule::Invalid));
    Capabilities withoutDoubles = portableDevice();
    withoutDoubles.float64 = false;
    EXPECT_EQ(checkSortDesc({.type = ElementType::F64}, withoutDoubles), Status::Success);
}

} // namespace
