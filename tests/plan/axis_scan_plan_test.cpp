// Plans of scans along an axis: steps, barriers, scratch, and what is refused.
#include "hazards.h"
#include "operations/axis_scan.h"
#include "plan_models.h"

#include "axis_scan_abi.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

AxisScanModel axisModel(const AxisScanDesc& desc, const Capabilities& capabilities = portableDevice())
{
    return modelFor<AxisScanModel>(desc, tuningFor(capabilities), capabilities);
}

AxisScanArgs validAxisArgs(const AxisScanModel& model, uint64_t count, uint32_t extent, uint32_t inner)
{
    AxisScanArgs args;
    args.input = {kApart, count * model.elementBytes};
    args.output = {2 * kApart, count * model.elementBytes};
    args.total = {3 * kApart, (count + inner) * model.elementBytes};
    args.extent = extent;
    args.inner = inner;
    args.scratch = {8 * kApart, scratchSize(model, count)};
    args.count = count;
    args.countBuffer = validCountBuffer();
    return args;
}

std::vector<Capabilities> devices()
{
    return {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()};
}

// Many lines take one dispatch, few long ones two.
TEST(AxisScanPlan, Dispatches)
{
    for (const Capabilities& capabilities : devices()) {
        const AxisScanModel model = axisModel({}, capabilities);
        for (const bool isFew : {false, true}) {
            for (const bool hasOutput : {false, true}) {
                AxisScanArgs args = validAxisArgs(model, 1 << 24, isFew ? 1 << 19 : 128, 32);
                if (!hasOutput)
                    args.output = {};
                Plan plan;
                ASSERT_EQ(planAxisScan(model, args, &plan), Status::Success);
                EXPECT_EQ(plan.stepCount, isFew ? 2 : 1) << describe(model, args.count);
                EXPECT_EQ(checkBarriers(plan), plan.stepCount - 1);
            }
        }
    }
}

// Scratch suffices for every shape, and grows with the count.
TEST(AxisScanPlan, ScratchSufficesForEveryShape)
{
    for (const Capabilities& capabilities : devices()) {
        for (const ElementType type : {ElementType::U32, ElementType::F64}) {
            const AxisScanModel model = axisModel({.type = type}, capabilities);
            VkDeviceSize before = 0;
            for (uint64_t count = 1; count < uint64_t{1} << 31; count = count * 3 + 1) {
                ASSERT_LE(before, scratchSize(model, count));
                before = scratchSize(model, count);
                for (const uint32_t inner : {1u, 2u, 7u, 16u, 17u, 31u, 33u, 65u, 1000u, 5000u}) {
                    if (count / inner >= uint64_t{1} << 26) // too long where loops are bounded
                        continue;
                    for (uint32_t parts = 1; parts < 300; parts = parts * 2 + 1) {
                        const uint64_t rows = std::max<uint64_t>(count / inner / parts, 1);
                        for (const uint64_t extent : {rows, rows + 1, rows * 2 / 3 + 1}) {
                            const AxisScanArgs args = validAxisArgs(model, count, static_cast<uint32_t>(extent), inner);
                            Plan plan;
                            ASSERT_EQ(planAxisScan(model, args, &plan), Status::Success)
                                << count << " in " << extent << " x " << inner << ": " << describe(model, count);
                        }
                    }
                }
            }
        }
    }
}

TEST(AxisScanPlan, RefusesWrongDescriptionsAndArguments)
{
    AxisScanModel model;
    const auto check = [&](const AxisScanDesc& desc) { return makeModel(desc, {}, portableDevice(), &model); };
    EXPECT_EQ(check({.type = ElementType::U16}), Status(Argument::Type, Rule::NotOffered));
    EXPECT_EQ(check({.type = ElementType::F32, .op = Op::Xor}), Status(Argument::Op, Rule::Incompatible));

    for (const Capabilities& capabilities : {portableDevice(), boundedLoopsDevice()}) {
        model = axisModel({}, capabilities);
        const AxisScanArgs valid = validAxisArgs(model, 100000, 500, 40);
        const auto plan = [&](const auto& change) {
            AxisScanArgs args = valid;
            change(args);
            Plan steps;
            return planAxisScan(model, args, &steps);
        };
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.output = args.input; }), Status::Success);
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.extent = 0; }), Status(Argument::Extent, Rule::Zero));
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.inner = 0; }), Status(Argument::Inner, Rule::Zero));
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.output = args.total = {}; }),
                  Status(Argument::Output, Rule::Null));
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.output.address += 4; }), Status::Success);
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.output.address = args.input.address + 4; }),
                  Status(Argument::Output, Rule::Overlaps));
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.total.address = args.input.address; }),
                  Status(Argument::Total, Rule::Overlaps));
        EXPECT_EQ(plan([](AxisScanArgs& args) { args.total.size = 4 * 5 * 40 - 1; }),
                  Status(Argument::Total, Rule::TooSmall));
        EXPECT_EQ(plan([](AxisScanArgs& args) {
                      args.count = (uint64_t{1} << 31) + 1;
                      args.extent = ~0u;
                      args.inner = 1;
                      args.input.size = args.output.size = args.count * 4;
                  }),
                  Status(Argument::Extent, Rule::TooLarge));
    }
}

} // namespace
