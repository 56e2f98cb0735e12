// Plans of segmented scans: what they read beside a scan, scratch, and arguments that are refused.
#include "hazards.h"
#include "misuse.h"
#include "operations/elements.h"
#include "operations/segmented_scan.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

// The description also allows strategies that need progress.
Forced<SegmentedScanDesc> descOf(ElementType type, Strategy strategy, Segments segments)
{
    Forced<SegmentedScanDesc> desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.segments = segments;
    return desc;
}

SegmentedModel listedModel(Strategy strategy, Segments segments)
{
    return modelFor<SegmentedModel>(descOf(ElementType::U32, strategy, segments), tuningFor(listedDevice()),
                                    listedDevice());
}

Status checkDesc(const SegmentedScanDesc& desc, const Capabilities& capabilities)
{
    SegmentedModel model;
    return makeModel(desc, {}, capabilities, &model);
}

struct TunedModel : SegmentedModel {
    Tuning tuning;
};

std::vector<TunedModel> segmentedModels()
{
    std::vector<TunedModel> models;
    for (const ElementType type : kTypes) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            for (const Segments segments : segmentForms()) {
                Forced<SegmentedScanDesc> desc = descOf(type, strategy, segments);
                for (const bool reproducible : {false, true}) {
                    desc.reproducible = reproducible;
                    if (reproducible && !vkscan::isFloat(type))
                        continue;
                    for (const Capabilities& capabilities :
                         {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                        models.push_back({modelFor<SegmentedModel>(desc, tuningFor(capabilities), capabilities),
                                          tuningFor(capabilities)});
                    const ScanCase small = modelOfSmallNumbers(type, strategy);
                    models.push_back({modelFor<SegmentedModel>(desc, small.tuning, small.capabilities), small.tuning});
                }
            }
        }
    }
    return models;
}

VkDeviceSize bytesOf(Segments segments, uint64_t count)
{
    switch (segments) {
    case Segments::HeadBits: return 4 * (count / 32 + (count % 32 != 0 ? 1 : 0));
    case Segments::Keys64: return 8 * count;
    case Segments::Rows:
    case Segments::Kernels: return 0;
    case Segments::Offsets: return 4 * 8; // of 7 segments
    case Segments::HeadFlags:
    case Segments::Keys32: break;
    }
    return 4 * count;
}

SegmentedScanArgs validSegmentedArgs(const SegmentedModel& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    SegmentedScanArgs args;
    args.input = scan.input;
    args.output = scan.output;
    args.scratch = scan.scratch;
    args.count = count;
    args.countBuffer = validCountBuffer();
    if (model.segments == Segments::Rows)
        args.rowLength = 3;
    else
        args.segments = {VkDeviceAddress{6} << 50, bytesOf(model.segments, count)};
    if (model.segments == Segments::Offsets)
        args.segmentCount = 7;
    return args;
}

TEST(SegmentedPlan, ReadsTheSegmentsInEveryDispatchOfAScan)
{
    for (const SegmentedModel& model : segmentedModels()) {
        for (const uint64_t count : {uint64_t{1}, uint64_t{32}, uint64_t{33}, uint64_t{100003}, maxScanCount(model)}) {
            if (count > maxScanCount(model))
                continue;
            SCOPED_TRACE(describe(model, count));
            const SegmentedScanArgs args = validSegmentedArgs(model, count);
            Plan plan;
            ASSERT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
            const uint32_t steps = stepsOf(model, chosenStage(model, count), count);
            ASSERT_EQ(plan.stepCount, steps);
            ASSERT_EQ(checkBarriers(plan), steps - 1);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                ASSERT_TRUE(usesStage(model, nameOf(model, step)));
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().segmentsAddress, args.segments.address);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().rowLength, args.rowLength);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().rowPitch, args.rowLength); // since none was given
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().segmentCount, args.segmentCount);
                ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().maxCount, count);
                bool reads = false;
                for (uint32_t j = 0; j < step.accesses.count; ++j) {
                    const Access& access = step.accesses.items[j];
                    reads |= !access.write && access.range.address == args.segments.address &&
                             access.range.size == args.segments.size;
                }
                ASSERT_EQ(reads, model.segments != Segments::Rows);
            }
        }
    }
}

// One word more a slot than a plain scan, and monotone.
TEST(SegmentedPlan, ScratchHoldsTheHeads)
{
    for (const TunedModel& model : segmentedModels()) {
        ScanCase plain = modelOf(model.capabilities, model.desc.type, model.strategy);
        plain.tuning = model.tuning;
        plain.desc.reproducible = model.desc.hasFixedOrder;
        for (const char* spine : {"Spine", "SpineWithFallback"})
            if (usesStage(model, spine))
                plain.tuning.spine = geometryOf(model, spine);
        ScanModel widened = plain;
        widened.slotBytes += vkscan::abi::kScratchWordBytes;
        VkDeviceSize size = 0;
        for (const uint64_t count : interestingCounts(model)) {
            const VkDeviceSize expected = scratchSize(widened, count);
            ASSERT_EQ(scratchSize(model, count), expected) << describe(model, count);
            ASSERT_LE(size, expected);
            size = expected;
        }
    }
}

TEST(SegmentedPlan, MayReadTheInputAsKeysAndScanInPlace)
{
    const SegmentedModel model = listedModel(Strategy::Auto, Segments::Keys32);
    SegmentedScanArgs args = validSegmentedArgs(model, 1000003);
    args.segments = args.input;
    Plan plan;
    EXPECT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
    args.output = args.input;
    EXPECT_EQ(planSegmentedScan(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
    args.segments.address = VkDeviceAddress{6} << 50;
    EXPECT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
    args.count = 0;
    args.segments = {};
    EXPECT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

// Low addresses, which overlap what a null range would be.
TEST(SegmentedPlan, NamesNullsBeforeOverlaps)
{
    const SegmentedModel model = listedModel(Strategy::Auto, Segments::Keys32);
    SegmentedScanArgs args = validSegmentedArgs(model, 1000003);
    args.segments.address = 64;
    Plan plan;
    ASSERT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
    SegmentedScanArgs nullOutput = args;
    nullOutput.output.address = 0;
    EXPECT_EQ(planSegmentedScan(model, nullOutput, &plan), Status(Argument::Output, Rule::Null));
    args.scratch.address = 0;
    EXPECT_EQ(planSegmentedScan(model, args, &plan), Status(Argument::Scratch, Rule::Null));
}

TEST(SegmentedPlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = SegmentedScanArgs;
    constexpr uint64_t kCount = 1000003;
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedModel rows = listedModel(strategy, Segments::Rows);
        expectRefused(rows, validSegmentedArgs(rows, kCount), planSegmentedScan,
                      {{Status(Argument::Count, Rule::TooLarge), [](Args& a) { a.count = kLastByte; }},
                       {Status(Argument::RowLength, Rule::Zero), [](Args& a) { a.rowLength = 0; }},
                       {Status(Argument::RowLength, Rule::Zero),
                        [](Args& a) {
                            a.rowLength = 0;
                            a.rowPitch = 3;
                        }},
                       {Status(Argument::RowPitch, Rule::TooSmall), [](Args& a) { a.rowPitch = 2; }}});
        const SegmentedModel offsets = listedModel(strategy, Segments::Offsets);
        expectRefused(
            offsets, validSegmentedArgs(offsets, kCount), planSegmentedScan,
            {{Status(Argument::Segments, Rule::TooSmall), [](Args& a) { ++a.segmentCount; }},
             {Status(Argument::SegmentCount, Rule::TooLarge), [](Args& a) { a.segmentCount = kMaxSegmentCount + 1; }}});
    }
}

TEST(SegmentedDesc, TakesWhatScansTakeAndKnownSegments)
{
    const Capabilities capabilities = listedDevice();
    Forced<SegmentedScanDesc> desc;
    for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
        for (const Segments segments : segmentForms()) {
            desc.strategy = strategy;
            desc.segments = segments;
            EXPECT_EQ(checkDesc(desc, capabilities), Status::Success);
        }
    }
    desc = {};
    desc.segments = static_cast<Segments>(7);
    EXPECT_EQ(checkDesc(desc, capabilities), Status(Argument::Segments, Rule::Invalid));
    EXPECT_STREQ(toString(desc.segments), "not a vkscan::Segments");
    desc.segments = static_cast<Segments>(-1);
    EXPECT_EQ(checkDesc(desc, capabilities), Status(Argument::Segments, Rule::Invalid));
    desc = {{.type = ElementType::F32, .op = Op::And}};
    EXPECT_EQ(checkDesc(desc, capabilities), Status(Argument::Op, Rule::Incompatible));
    desc = {{.type = ElementType::F32, .reproducible = true, .output = StoredType::F16}};
    EXPECT_EQ(checkDesc(desc, capabilities), Status(Argument::Reproducible, Rule::Incompatible));
    desc = {{.type = ElementType::U32, .reproducible = true, .output = StoredType::U8}};
    EXPECT_EQ(checkDesc(desc, capabilities), Status::Success) << "the flag changes nothing for integers";
}

} // namespace
