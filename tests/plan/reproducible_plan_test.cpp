// Plans of reproducible scans and reductions: what the order of combining depends on is the same on every device.
#include "plan_models.h"

#include "hazards.h"
#include "operations/reduce.h"
#include "operations/segmented_scan.h"

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

// More invocations share a tile, which is as large everywhere, where each has few registers.
TEST(ReproduciblePlan, FewRegistersTakeLargeWorkgroups)
{
    ScanCase scan = modelOf(fewRegistersDevice(), ElementType::F32, Strategy::ReduceThenScan);
    scan.desc.reproducible = true;
    for (const uint32_t most : {256u, 512u, 1024u}) {
        scan.capabilities.maxWorkgroupInvocations = most;
        const ScanModel model = scan;
        EXPECT_EQ(model[0].geometry.workgroupSize, most);
        EXPECT_EQ(model[0].tileElements, 8192);
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

template <class Desc>
std::vector<SegmentedModel> fixedSegmentModels(Segments segments)
{
    std::vector<SegmentedModel> models;
    for (const ElementType type : kFloats) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            Forced<Desc> desc;
            desc.type = type;
            desc.segments = segments;
            desc.strategy = strategy;
            desc.reproducible = true;
            for (const Capabilities& capabilities :
                 {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                models.push_back(modelFor<SegmentedModel>(desc, tuningFor(capabilities), capabilities));
            const ScanCase small = modelOfSmallNumbers(type, strategy);
            models.push_back(modelFor<SegmentedModel>(desc, small.tuning, small.capabilities));
        }
    }
    return models;
}

TEST(ReproduciblePlan, SegmentsHaveTheTilesOfScans)
{
    std::vector<SegmentedModel> models = fixedSegmentModels<SegmentedScanDesc>(Segments::HeadFlags);
    for (const SegmentedModel& model : fixedSegmentModels<SegmentedReduceDesc>(Segments::Offsets))
        models.push_back(model);
    for (const SegmentedModel& model : models) {
        SCOPED_TRACE(describe(model, 0));
        EXPECT_EQ(maxHeadOf(model), 0);
        for (uint32_t i = 0; i < model.stageCount; ++i) {
            EXPECT_EQ(model[i].tileElements * sizeOf(model.desc.type), reference::kReproducibleTileBytes);
            EXPECT_TRUE(model[i].window == 0 || model[i].window == reference::kReproducibleWindowTiles);
        }
    }
}

// A segmented reduction is a scan that stores fewer results: the dispatches of its strategy.
TEST(ReproduciblePlan, SegmentedReductionsTakeTheDispatchesOfScans)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        for (const SegmentedModel& model : fixedSegmentModels<SegmentedReduceDesc>(segments)) {
            const VkDeviceSize element = sizeOf(model.desc.type);
            VkDeviceSize scratchBytes = 0;
            for (const uint64_t count : interestingCounts(model)) {
                SCOPED_TRACE(describe(model, count));
                EXPECT_LE(scratchBytes, scratchSize(model, count));
                scratchBytes = scratchSize(model, count);
                const ScanArgs scan = validArgs(model, count);
                SegmentedReduceArgs args;
                args.input = {scan.input.address + element, scan.input.size};
                args.scratch = scan.scratch;
                args.count = count;
                args.countBuffer = validCountBuffer();
                args.segmentCount = 7;
                args.rowLength = 3;
                args.segments = {VkDeviceAddress{6} << 50, 8 * sizeof(uint32_t)};
                const uint64_t rows = count / 3 + (count % 3 != 0 ? 1 : 0);
                args.result = {VkDeviceAddress{5} << 50, (segments == Segments::Rows ? rows : 7) * element};
                if (segments == Segments::Rows)
                    args.segments = {};
                Plan plan;
                ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
                if (args.result.size == 0)
                    continue;
                const uint32_t steps = stepsOf(model, chosenStage(model, count), count);
                ASSERT_EQ(plan.stepCount, steps);
                EXPECT_EQ(checkBarriers(plan), steps - 1);
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const Step& step = plan.steps[i];
                    const auto push = step.push.get<vkscan::abi::ScanPush>();
                    EXPECT_EQ(push.head, 0);
                    EXPECT_EQ(push.inputAddress, count > 0 ? args.input.address : 0);
                    EXPECT_EQ(push.outputAddress, args.result.address);
                    EXPECT_EQ(push.segmentCount, args.segmentCount);
                    EXPECT_EQ(touches(step, args.input, false), count > 0);
                    EXPECT_TRUE(touches(step, args.countBuffer, false));
                    EXPECT_EQ(touches(step, args.segments, false), segments == Segments::Offsets);
                    const bool reduces = nameOf(model, step).find("ReduceSpans") == 0;
                    EXPECT_EQ(touches(step, args.result, true), !reduces);
                }
            }
        }
    }
}

} // namespace
