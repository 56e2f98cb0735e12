// Plans of segmented reductions: steps, barriers, what they touch, and arguments that are refused.
#include "hazards.h"
#include "misuse.h"
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

TEST(SegmentedReducePlan, ReadsElementsAndSegmentsAndWritesResults)
{
    for (const SegmentedModel& model : segmentedReduceModels()) {
        const VkDeviceSize element = sizeOf(model.desc.type);
        for (const uint64_t count : {uint64_t{1}, uint64_t{33}, uint64_t{100003}, maxScanCount(model)}) {
            if (count > maxScanCount(model))
                continue;
            SCOPED_TRACE(describe(model, count));
            SegmentedReduceArgs args = validSegmentedReduceArgs(model, count);
            args.input.address += element; // does not begin with a whole vector
            Plan plan;
            ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
            const Step& last = plan.steps[plan.stepCount - 1];
            const bool spans = nameOf(model, last) == "SegmentEnds";
            ASSERT_EQ(plan.stepCount, spans ? 2 : 1);
            ASSERT_EQ(checkBarriers(plan), spans ? 1 : 0);
            ASSERT_TRUE(touches(last, args.result, true));
            ASSERT_EQ(last.push.get<vkscan::abi::ScanPush>().outputAddress, args.result.address);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                ASSERT_TRUE(usesStage(model, nameOf(model, step)));
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().head, 1);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().inputAddress, args.input.address - element);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().rowLength, args.rowLength);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().rowPitch, args.rowPitch);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().segmentCount, args.segmentCount);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().segmentsAddress, args.segments.address);
                ASSERT_TRUE(touches(step, args.countBuffer, false) && touches(step, args.result, true));
                ASSERT_EQ(touches(step, args.input, false), nameOf(model, step) != "SegmentEnds");
                ASSERT_EQ(touches(step, args.segments, false), model.segments == Segments::Offsets);
            }
        }
    }
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

// Whatever the number of tiles, a call takes the scratch of some thousand spans, and one tile takes none.
TEST(SegmentedReducePlan, TakesScratchBySpans)
{
    const Capabilities capabilities = listedLargeDevice();
    const SegmentedModel model = segmentedReduceModel(reduceDescOf(ElementType::U32, Strategy::Auto, Segments::Offsets),
                                                      tuningFor(capabilities), capabilities);
    EXPECT_EQ(scratchSize(model, 1), 0);
    EXPECT_GT(scratchSize(model, 100000), 0);
    EXPECT_EQ(scratchSize(model, uint64_t{1} << 26), scratchSize(model, uint64_t{1} << 28));
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

TEST(SegmentedReducePlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = SegmentedReduceArgs;
    constexpr uint64_t kCount = 1000003;
    const Capabilities capabilities = listedDevice();
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const auto modelOfForm = [&](Segments segments) {
            return segmentedReduceModel(reduceDescOf(ElementType::U64, strategy, segments), tuningFor(capabilities),
                                        capabilities);
        };
        const SegmentedModel rows = modelOfForm(Segments::Rows);
        expectRefused(rows, validSegmentedReduceArgs(rows, kCount), planSegmentedReduce,
                      {{Status(Argument::Count, Rule::TooLarge), [](Args& a) { a.count = kLastByte; }},
                       {Status(Argument::Result, Rule::TooSmall), [](Args& a) { a.rowPitch = 4; }},
                       {Status(Argument::RowLength, Rule::Zero), [](Args& a) { a.rowLength = a.rowPitch = 0; }},
                       {Status(Argument::RowPitch, Rule::TooSmall), [](Args& a) { a.rowPitch = 2; }}});
        const SegmentedModel offsets = modelOfForm(Segments::Offsets);
        expectRefused(
            offsets, validSegmentedReduceArgs(offsets, kCount), planSegmentedReduce,
            {{Status(Argument::SegmentCount, Rule::TooLarge), [](Args& a) { a.segmentCount = kMaxSegmentCount + 1; }}});
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
