// Plans: grids, push constants, and the memory each step declares.
#include "hazards.h"
#include "plan_models.h"
#include "schedule/array_operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>

using namespace testing_support;
using namespace vkscan;

namespace {

static_assert(sizeof(ModelImpl<ScanModel>) <= 6560, "what a Scan object holds");

Plan planned(const ScanModel& model, const ScanArgs& args)
{
    Plan plan;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success) << describe(model, args.count);
    return plan;
}

TEST(Grid, CoversTheWorkgroupsWithinTheLimitsOfEachAxis)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0)
                continue;
            SCOPED_TRACE(describe(model, count));
            const std::string stage = chosenStage(model, count);
            const Plan plan = planned(model, validArgs(model, count));
            ASSERT_EQ(plan.stepCount, stepsOf(model, stage, count));
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                if (nameOf(model, step) == "DoublingStep")
                    continue; // has an invocation for each span
                const auto push = step.push.get<vkscan::abi::ScanPush>();
                const uint64_t positions = push.maxCount; // of arrays that begin with a whole vector
                ASSERT_EQ(push.head, 0);
                ASSERT_TRUE(positions == count || nameOf(model, step) == "ScanAggregates" ||
                            nameOf(model, step) == "PropagateAggregates");
                const uint64_t needed = groupsOf(model, step, positions);
                for (const uint32_t axis : {0u, 1u}) {
                    ASSERT_GE(step.groupCount[axis], 1);
                    ASSERT_LE(step.groupCount[axis], model.capabilities.maxGroupCount[axis]);
                }
                ASSERT_LE(step.groupCount[0], scan.tuning.maxGridWidth);
                ASSERT_GE(dispatchedBy(step), needed);
                ASSERT_LT(dispatchedBy(step) - needed, step.groupCount[0]) << "a whole row too many";
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                // Spans are numbered along the first axis.
                ASSERT_TRUE(model[step.stage].grid == Grid::Tiles || model[step.stage].grid == Grid::One ||
                            step.groupCount[1] == 1);
            }
        }
    }
}

TEST(Grid, HasAWorkgroupForEachTile)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        for (const uint64_t count : interestingCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            const std::string stage = chosenStage(model, count);
            const uint64_t tiles = std::max<uint64_t>(tilesOf(model, stage, count), 1);
            const uint64_t groups = groupsOf(model, stage, count);
            if (stage == "SingleWorkgroupSmall" || stage == "SingleWorkgroup") {
                ASSERT_EQ(groups, 1);
            } else if (stage == "ScanSpans") {
                ASSERT_LE(groups, tiles);
            } else if (stage == "CascadeScan" || stage == "TruncatedScan" || stage == "DoublingScan") {
                ASSERT_EQ(groups, scan.tuning.cascadeWorkgroups);
            } else if (stage == "Spine" || stage == "SpineWithFallback") {
                ASSERT_GE(groups, tiles);
                ASSERT_LE(groups, tiles + 1);
            } else {
                ASSERT_EQ(groups, stage == "Sam" ? std::min<uint64_t>(tiles, windowOf(model, stage)) : tiles);
            }
        }
    }
}

// A tuning of known numbers: 4096 elements of u32 a tile.
ScanCase modelOfKnownTiles(Strategy strategy, uint32_t spineSubgroups)
{
    ScanCase model = modelOf(listedDevice(), ElementType::U32, strategy);
    model.tuning = study::Tuning(Capabilities());
    model.tuning.spans = model.tuning.flatSum = model.tuning.lookBack = {256, 4};
    model.tuning.spine = {256, 4, spineSubgroups};
    model.tuning.window = 256;
    return model;
}

TEST(Grid, FoldsBeyondAnAxis)
{
    constexpr uint64_t kTile = 4096;
    struct Case {
        Strategy strategy;
        uint32_t spineSubgroups;
        uint64_t count;
        uint32_t x;
        uint32_t y;
    };
    constexpr Case kCases[] = {
        {Strategy::Spine, 0, 1, 1, 1},
        {Strategy::Spine, 0, 65535 * kTile, 65535, 1},
        {Strategy::Spine, 0, 65535 * kTile + 1, 65535, 2},
        {Strategy::Spine, 4, 256 * kTile, 257, 1}, // one more, the spine's
        {Strategy::Spine, 4, 65534 * kTile, 65535, 1},
        {Strategy::Spine, 4, 65535 * kTile, 65535, 2},
        {study::kDecoupledLookback, 0, 2 * 65535 * kTile, 65535, 2},
        {study::kDecoupledLookback, 0, 2 * 65535 * kTile + 1, 65535, 3},
        {Strategy::ReduceThenScan, 0, kTile + 1, 2, 1},
        {Strategy::ReduceThenScan, 0, 1024 * kTile, 1024, 1},
        {Strategy::ReduceThenScan, 0, 1024 * 256 * kTile, 1024, 1},
        {Strategy::ReduceThenScan, 0, 1024 * 256 * kTile + 1, 1025, 1},
    };
    for (const Case& expected : kCases) {
        const ScanCase model = modelOfKnownTiles(expected.strategy, expected.spineSubgroups);
        SCOPED_TRACE(describe(model, expected.count));
        const Plan plan = planned(model, validArgs(model, expected.count));
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            EXPECT_EQ(plan.steps[i].groupCount[0], expected.x);
            EXPECT_EQ(plan.steps[i].groupCount[1], expected.y);
        }
    }
}

// Models whose steps all work on the array: study/tests/ has those of kScanThenPropagate and kRecursiveDoubling.
std::vector<ScanCase> modelsOfOneLevel()
{
    std::vector<ScanCase> models = allModels();
    std::erase_if(models, [](const ScanCase& scan) {
        return scan.desc.strategy == study::kScanThenPropagate || scan.desc.strategy == study::kRecursiveDoubling;
    });
    return models;
}

TEST(Plan, PushesWhatTheCallerGave)
{
    for (const ScanModel model : modelsOfOneLevel()) {
        ScanArgs args = validArgs(model, maxScanCount(model));
        const auto check = [&](uint64_t totalAddress, uint64_t bits, uint32_t hasInitial) {
            const Plan plan = planned(model, args);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                EXPECT_EQ(push.inputAddress, args.input.address);
                EXPECT_EQ(push.outputAddress, args.output.address);
                EXPECT_EQ(push.scratchAddress, args.scratch.address);
                EXPECT_EQ(push.maxCount, args.count);
                EXPECT_TRUE(pushesCount(plan.steps[i], args.countBuffer));
                EXPECT_EQ(push.totalAddress, totalAddress);
                EXPECT_EQ(push.initialBits, bits);
                EXPECT_EQ(push.hasInitial, hasInitial);
            }
        };
        SCOPED_TRACE(describe(model, args.count));
        check(0, 0, 0);
        args.countBuffer = validCountBuffer();
        args.total = validTotal(model);
        switch (model.desc.type) {
        case ElementType::U32: args.initial = uint32_t{7}; break;
        case ElementType::I32: args.initial = int32_t{-7}; break;
        case ElementType::F32: args.initial = 7.0f; break;
        case ElementType::U64: args.initial = uint64_t{7} << 40; break;
        case ElementType::I64: args.initial = int64_t{-7}; break;
        case ElementType::F64: args.initial = -7.0; break;
        case ElementType::U8:
        case ElementType::I8:
        case ElementType::U16:
        case ElementType::I16:
        case ElementType::F16:
        case ElementType::BF16: break; // of sorts alone
        }
        check(args.total.address, args.initial.bits(), 1);
    }
}

// The output's first vector is pushed whole, and the input as far before its own beginning.
TEST(Plan, BeginsWithAVectorOfTheOutput)
{
    for (const ScanModel model : modelsOfOneLevel()) {
        const VkDeviceSize size = sizeOf(model.desc.type);
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0)
                continue;
            for (VkDeviceSize head = 0; head <= maxHeadOf(model); ++head) {
                SCOPED_TRACE(describe(model, count) + ", head " + std::to_string(head));
                ScanArgs args = validArgs(model, count);
                args.output.address += head * size;
                args.input.address += 3 * size;
                const Plan plan = planned(model, args);
                const std::string stage = chosenStage(model, head + count);
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                    ASSERT_EQ(push.head, head);
                    ASSERT_EQ(push.outputAddress, args.output.address - head * size);
                    ASSERT_EQ(push.inputAddress, args.input.address - head * size);
                    ASSERT_EQ(push.maxCount, count);
                    ASSERT_GE(dispatchedBy(plan.steps[i]), groupsOf(model, plan.steps[i], head + count));
                }
                const uint32_t scans = stage == "SpineWithFallback" ? 0 : plan.stepCount - 1;
                ASSERT_EQ(nameOf(model, plan.steps[scans]), stage);
            }
        }
    }
}

TEST(Plan, ForgetsWhatThePlanHeldBefore)
{
    const ScanCase twoSteps = modelOf(portableDevice(), ElementType::U32, Strategy::ReduceThenScan);
    const ScanCase oneStep = modelOf(portableDevice(), ElementType::U32, Strategy::SingleWorkgroup);
    Plan plan = planned(twoSteps, validArgs(twoSteps, 1000));
    ASSERT_EQ(plan.stepCount, 2);
    ASSERT_EQ(planScan(oneStep, validArgs(oneStep, 1000), &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    EXPECT_EQ(nameOf(oneStep, plan.steps[0]), "SingleWorkgroup");
    EXPECT_EQ(plan.steps[0].accesses.count, 2);
    ASSERT_EQ(planScan(oneStep, validArgs(oneStep, 0), &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

} // namespace
