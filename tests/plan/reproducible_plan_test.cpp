// Plans of reproducible scans and reductions: what the order of combining depends on is the same on every device.
#include "plan_models.h"

#include "operations/reduce.h"

#include <vkscan/reference.h>

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr ElementType kFloats[] = {ElementType::F32, ElementType::F64};

TEST(ReproduciblePlan, HasTheSameTilesAndWindowsInEveryGeometry)
{
    for (const ElementType type : kFloats) {
        for (ScanCase scan : reproducibleModels(type)) {
            for (const uint32_t workgroupSize : {0u, 32u, 64u, 128u, 512u}) {
                if (workgroupSize > 0)
                    scan.tuning.spans = scan.tuning.singleWorkgroup = scan.tuning.spine = scan.tuning.flatSum =
                        scan.tuning.flatSumSmall = {workgroupSize, 2};
                const ScanModel model = scan;
                SCOPED_TRACE(describe(model, workgroupSize));
                for (uint32_t i = 0; i < model.stageCount; ++i) {
                    const Stage& stage = model[i];
                    EXPECT_EQ(stage.tileElements * sizeOf(type), reference::kReproducibleTileBytes) << stage.name;
                    EXPECT_EQ(uint64_t{stage.geometry.workgroupSize} * stage.geometry.rows, kFixedTileVectors);
                    EXPECT_TRUE(stage.window == 0 || stage.window == reference::kReproducibleWindowTiles);
                    EXPECT_LE(stage.geometry.rows, 32u) << "the steps of tile/fixed_order.glsl";
                    EXPECT_LE(stage.geometry.workgroupSize / model.capabilities.subgroupSize, 256u);
                    EXPECT_STREQ(model.desc.form, "_fixed_order");
                }
            }
        }
    }
}

// A span is a range of a window: there are workgroups enough.
TEST(ReproduciblePlan, SpansAreNoLongerThanAWindow)
{
    for (const ElementType type : kFloats) {
        for (const ScanModel model : reproducibleModels(type)) {
            if (!usesStage(model, "ScanSpans"))
                continue;
            for (const uint64_t count : interestingCounts(model)) {
                if (count > stageOf(model, "ScanSpans").maxPositions)
                    continue;
                SCOPED_TRACE(describe(model, count));
                const uint64_t groups = groupsOf(model, "ScanSpans", count);
                EXPECT_GE(groups * kFixedWindow, tilesOf(model, "ScanSpans", count));
                EXPECT_LE(groups, model.capabilities.maxGroupCount[0]);
            }
        }
    }
}

// A workgroup adds windows one by one, and loops are bounded on some devices.
TEST(ReproduciblePlan, BoundsWindowsWhereLoopsAreBounded)
{
    ScanCase scan = modelOf(boundedLoopsDevice(), ElementType::F32, Strategy::ReduceThenScan);
    scan.desc.reproducible = true;
    const ScanModel model = scan;
    EXPECT_EQ(model.maxCount, kBoundedWindows * reference::kReproducibleWindowTiles * 8192);
    scan.capabilities = portableDevice();
    const ScanModel portable = scan;
    EXPECT_EQ(portable.maxCount, uint64_t{65535} * reference::kReproducibleWindowTiles * 8192);
}

TEST(ReproduciblePlan, TilesBeginAtTheArray)
{
    for (const ElementType type : kFloats) {
        for (const ScanModel model : reproducibleModels(type)) {
            EXPECT_EQ(maxHeadOf(model), 0);
            for (uint64_t shift = 0; shift < 16; shift += sizeOf(type)) {
                ScanArgs args = validArgs(model, 1000);
                args.output.address += shift;
                Plan plan;
                ASSERT_EQ(planScan(model, args, &plan), Status::Success);
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                    EXPECT_EQ(push.head, 0);
                    EXPECT_EQ(push.outputAddress, args.output.address);
                    EXPECT_EQ(push.spans, 0) << "reduce_spans would store the tiles of the last window";
                }
            }
        }
    }
}

TEST(ReproduciblePlan, FlatSumTakesAWindow)
{
    ScanCase scan = modelOf(listedDevice(), ElementType::F32, Strategy::FlatSum);
    scan.desc.reproducible = true;
    EXPECT_EQ(ScanModel(scan).maxCount, uint64_t{32} * 8192);
}

TEST(ReproduciblePlan, AutoTakesASinglePassOnDevicesThatAreNotListed)
{
    ScanCase scan = modelOf(portableDevice(), ElementType::F32, Strategy::Auto);
    scan.desc.reproducible = true;
    const ScanModel model = scan;
    EXPECT_TRUE(usesStage(model, "SpineWithFallback"));
    EXPECT_EQ(chosenStage(model, 1 << 28), "SpineWithFallback");
}

// Integers are exact in any order.
TEST(ReproduciblePlan, OfIntegersIsThePlanWithoutTheFlag)
{
    for (const ElementType type : {ElementType::U32, ElementType::I64}) {
        ScanCase scan = modelOf(listedLargeDevice(), type, Strategy::Auto);
        const ScanModel plain = scan;
        scan.desc.reproducible = true;
        const ScanModel model = scan;
        EXPECT_STREQ(model.desc.form, "");
        ASSERT_EQ(model.stageCount, plain.stageCount);
        for (uint32_t i = 0; i < model.stageCount; ++i)
            EXPECT_EQ(model[i].tileElements, plain[i].tileElements);
        EXPECT_EQ(scratchSize(model, 1 << 24), scratchSize(plain, 1 << 24));
    }
}

TEST(ReproduciblePlan, ReductionsReadTheCountTwice)
{
    ReduceDesc desc;
    desc.type = ElementType::F32;
    desc.reproducible = true;
    const auto model = modelFor<ReduceModel>(desc, tuningFor(portableDevice()), portableDevice());
    ReduceArgs args;
    args.count = 1 << 24;
    args.input = {kApart, args.count * sizeof(float)};
    args.result = {2 * kApart, sizeof(float)};
    args.countBuffer = validCountBuffer();
    args.scratch = {3 * kApart, scratchSize(model, args.count)};
    Plan plan;
    ASSERT_EQ(planReduce(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 2);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        EXPECT_TRUE(touches(plan.steps[i], args.countBuffer, false));
        EXPECT_EQ(plan.steps[i].push.get<vkscan::abi::ScanPush>().countAddress, args.countBuffer.address + 1);
    }
    EXPECT_TRUE(plan.steps[1].barrierBefore);
}

} // namespace
