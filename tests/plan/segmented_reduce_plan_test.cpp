// Plans of segmented reductions: steps, barriers, what they touch, and arguments that are refused.
#include "operations/segmented_scan.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kSegmentCount = 1000;

Forced<SegmentedReduceDesc> reduceDescOf(ElementType type, Strategy strategy, Segments segments)
{
    Forced<SegmentedReduceDesc> desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.segments = segments;
    return desc;
}

SegmentedModel segmentedReduceModel(const Forced<SegmentedReduceDesc>& desc, const Tuning& tuning,
                                    const Capabilities& capabilities)
{
    return modelFor<SegmentedModel>(desc, tuning, capabilities);
}

Status checkSegmentedReduceDesc(const Forced<SegmentedReduceDesc>& desc, const Capabilities& capabilities)
{
    SegmentedModel model;
    return makeModel(desc, {}, capabilities, &model);
}

std::vector<SegmentedModel> segmentedReduceModels()
{
    std::vector<SegmentedModel> models;
    for (const ElementType type : kTypes) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            for (const Segments segments : valuesOf(kSegmentForms, &SegmentsRow::isReduced)) {
                const Forced<SegmentedReduceDesc> desc = reduceDescOf(type, strategy, segments);
                for (const Capabilities& capabilities :
                     {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                    models.push_back(segmentedReduceModel(desc, tuningFor(capabilities), capabilities));
                const ScanCase small = modelOfSmallNumbers(type, strategy);
                models.push_back(segmentedReduceModel(desc, small.tuning, small.capabilities));
            }
        }
    }
    return models;
}

// Rows of 3 every 5 elements.
SegmentedReduceArgs validSegmentedReduceArgs(const SegmentedModel& model, uint64_t count)
{
    const VkDeviceSize element = sizeOf(model.desc.type);
    const ScanArgs scan = validArgs(model, count);
    SegmentedReduceArgs args;
    args.input = scan.input;
    args.scratch = scan.scratch;
    args.count = count;
    args.countBuffer = validCountBuffer();
    if (model.segments == Segments::Rows) {
        args.rowLength = 3;
        args.rowPitch = 5;
        args.result = {VkDeviceAddress{5} << 50, (count / 5 + (count % 5 != 0 ? 1 : 0)) * element};
    } else {
        args.segmentCount = kSegmentCount;
        args.segments = {VkDeviceAddress{6} << 50, (kSegmentCount + 1) * 4};
        args.result = {VkDeviceAddress{5} << 50, kSegmentCount * element};
    }
    return args;
}

// Elements lie an odd number of vectors apart there, and an invocation's have a bit each in a word.
TEST(SegmentedReducePlan, TilesFitSharedMemory)
{
    for (const SegmentedModel& model : segmentedReduceModels()) {
        for (uint32_t i = 0; i < model.stageCount; ++i) {
            const Geometry geometry = model[i].geometry;
            EXPECT_GE(geometry.rows, 1);
            EXPECT_LE(geometry.rows * vkscan::abi::kVectorBytes / sizeOf(model.desc.type), 32);
            const uint64_t bytes = geometry.workgroupSize * ((geometry.rows | 1) * vkscan::abi::kVectorBytes + 4);
            EXPECT_LE(bytes, model.capabilities.maxSharedBytes);
        }
        if (usesStage(model, "SegmentEnds")) {
            EXPECT_EQ(geometryOf(model, "SegmentSpans").rows, geometryOf(model, "SegmentEnds").rows);
        }
    }
}

TEST(SegmentedReducePlan, HasResultsWithoutElementsAndNothingToDoWithoutResults)
{
    const Capabilities capabilities = listedDevice();
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        const Forced<SegmentedReduceDesc> desc = reduceDescOf(ElementType::U32, strategy, Segments::Offsets);
        SegmentedModel model = segmentedReduceModel(desc, tuningFor(capabilities), capabilities);
        SegmentedReduceArgs args = validSegmentedReduceArgs(model, 0);
        args.input = {};
        Plan plan;
        ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
        EXPECT_GE(plan.stepCount, 1);
        args.segmentCount = 0;
        args.segments = args.result = {};
        ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, 0);
        model.segments = Segments::Rows;
        args.rowLength = 1;
        ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, 0);
    }
}

TEST(SegmentedReduceDescription, TakesOffsetsAndRows)
{
    const Capabilities capabilities = listedDevice();
    for (const Strategy strategy : ownStrategies(WithAuto::Yes))
        for (const Segments segments : valuesOf(kSegmentForms, &SegmentsRow::isReduced))
            EXPECT_EQ(checkSegmentedReduceDesc(reduceDescOf(ElementType::F32, strategy, segments), capabilities),
                      Status::Success);
    for (const Segments segments : valuesOf(kSegmentForms, std::not_fn(&SegmentsRow::isReduced)))
        EXPECT_EQ(checkSegmentedReduceDesc({{.segments = segments}}, capabilities),
                  Status(Argument::Segments, Rule::NotOffered));
    EXPECT_EQ(checkSegmentedReduceDesc({{.segments = static_cast<Segments>(7)}}, capabilities),
              Status(Argument::Segments, Rule::Invalid));
    EXPECT_EQ(checkSegmentedReduceDesc({{.type = ElementType::F32, .op = Op::Or}}, capabilities),
              Status(Argument::Op, Rule::Incompatible));
    EXPECT_EQ(checkSegmentedReduceDesc({{.type = ElementType::F32, .reproducible = true, .input = StoredType::F16}},
                                       capabilities),
              Status(Argument::Reproducible, Rule::Incompatible));
}

} // namespace
