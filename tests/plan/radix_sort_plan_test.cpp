// Plans of radix sorts, beside those that are reviewed: large tiles, limits, how keys are ordered, and what is refused.
#include "operations/radix_sort.h"
#include "plan_models.h"

#include "radix_sort_abi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
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
            for (const uint32_t endBit : {0u, 8u, std::min(17u, static_cast<uint32_t>(sizeOf(type)) * 8 - 1), kAllBits})
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

// Stages that the reviewed plans have not: they take more multiprocessors.
TEST(RadixSortPlan, TakesLargeTilesOfManyKeysWithValuesOfAWord)
{
    const auto lastStage = [](uint64_t count, uint32_t valueSize) {
        const RadixSortModel model = sortModel({{.valueSize = valueSize}}, listedLargeDevice());
        Plan plan;
        EXPECT_EQ(planRadixSort(model, validSortArgs(model, count), &plan), Status::Success);
        return nameOf(model, plan.steps[plan.stepCount - 1]);
    };
    EXPECT_EQ(lastStage(10'000'000, 0), "SortPass");
    EXPECT_EQ(lastStage(1'000'000, 4), "SortPass");
    EXPECT_EQ(lastStage(10'000'000, 4), "SortPassLarge");
    EXPECT_EQ(lastStage(10'000'000, 8), "SortPass");
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
        if (model.keyBytes < 4) // the high bits of a word
            key <<= 32 - 8 * model.keyBytes;
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
                        uint64_t words = stageOf(model, stage).tileElements * sizeOf(type) / 4;
                        words = words > Tuning().sortExchangedWords ? words / 2 : words; // in two pieces
                        EXPECT_LE(std::max(counts, words * 4) + 1024 + kSharedRest, sharedBytes);
                    }
                    if (strategy == Strategy::ReduceThenScan) {
                        EXPECT_EQ(stageOf(model, "SortCount").tileElements, stageOf(model, "SortScatter").tileElements);
                    }
                }
            }
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
    EXPECT_EQ(checkSortDesc({.type = ElementType::I8, .endBit = 9}), Status(Argument::SortedBits, Rule::Invalid));
    for (const ElementTypeRow& row : kElementTypes) {
        const Status expected = row.isFloat ? Status::Success : Status(Argument::FloatOrder, Rule::Incompatible);
        EXPECT_EQ(checkSortDesc({.type = row.value, .equalZeros = true}), expected) << row.name;
        EXPECT_EQ(checkSortDesc({.type = row.value, .nansLast = true}), expected) << row.name;
    }
    EXPECT_EQ(checkSortDesc({.type = ElementType::F64, .endBit = 64}), Status::Success);
    EXPECT_EQ(checkSortDesc({.segmented = true, .waiting = Waiting::Never}), Status::Success);
    EXPECT_EQ(checkSortDesc({.waiting = static_cast<Waiting>(2)}), Status(Argument::Waiting, Rule::Invalid));
    Capabilities withoutDoubles = portableDevice();
    withoutDoubles.float64 = false;
    EXPECT_EQ(checkSortDesc({.type = ElementType::F64}, withoutDoubles), Status::Success);
}

} // namespace
