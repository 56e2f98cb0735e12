// Plans of segmented scans: what they read beside a scan, scratch, and arguments that are refused.
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
