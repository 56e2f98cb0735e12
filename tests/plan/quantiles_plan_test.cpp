// Plans of order statistics: steps, barriers, memory, and what is refused.
#include "hazards.h"
#include "operations/quantiles.h"
#include "plan_models.h"

#include "quantiles_abi.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

QuantilesModel quantilesModel(const QuantilesDesc& desc, const Capabilities& capabilities = portableDevice())
{
    return modelFor<QuantilesModel>(desc, tuningFor(capabilities), capabilities);
}

QuantilesArgs validQuantilesArgs(const QuantilesModel& model, uint64_t count, uint32_t quantiles)
{
    QuantilesArgs args;
    args.input = {kApart, count * model.elementBytes};
    args.quantiles = {2 * kApart, quantiles * uint64_t{4}};
    args.quantileCount = quantiles;
    args.output = {3 * kApart, count * quantiles * model.elementBytes};
    args.temporary = {6 * kApart, temporarySize(model, count)};
    args.count = count;
    args.countBuffer = validCountBuffer();
    return args;
}

// Every step depends on the one before. States, then the list, lie in the temporary memory.
TEST(QuantilesPlan, StepByStep)
{
    for (const Capabilities& capabilities :
         {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
        for (const auto& [type, quantiles, passes] :
             {std::tuple{ElementType::U32, 1u, 3u}, std::tuple{ElementType::U32, 2u, 4u},
              std::tuple{ElementType::U32, 8u, 4u}, std::tuple{ElementType::F64, 1u, 6u},
              std::tuple{ElementType::F64, 5u, 8u}}) {
            const QuantilesModel model = quantilesModel({type}, capabilities);
            for (const uint64_t count :
                 {(uint64_t{1} << 14) + 1, uint64_t{1} << 22, (uint64_t{1} << 22) + 1, model.maxCount}) {
                SCOPED_TRACE(describe(model, count));
                const bool isSampled = count > uint64_t{1} << 22;
                const QuantilesArgs args = validQuantilesArgs(model, count, quantiles);
                Plan plan;
                ASSERT_EQ(planQuantiles(model, args, &plan), Status::Success);
                ASSERT_EQ(plan.stepCount, 1 + passes + (isSampled ? 3 : 0) + 1);
                ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
                const auto push = plan.steps[plan.stepCount - 1].push.get<vkscan::abi::TopKPush>();
                ASSERT_EQ(push.step, push.resultPitch);
                ASSERT_EQ(push.nextAddress % 16, 0);
                ASSERT_GE(push.nextAddress, args.temporary.address +
                                                push.resultPitch * VkDeviceSize{vkscan::abi::kQuantileStepBytes} + 4);
                ASSERT_LE(push.nextAddress + push.nextCapacity * model.elementBytes,
                          args.temporary.address + args.temporary.size);
            }
        }
    }
}

TEST(QuantilesPlan, TakesRowsAndShortArraysInOneDispatch)
{
    const QuantilesModel model = quantilesModel({});
    QuantilesArgs args = validQuantilesArgs(model, 1 << 12, 3);
    args.temporary = {};
    args.count = 1000;
    args.rowLength = 7;
    args.rowPitch = 11;
    Plan plan;
    ASSERT_EQ(planQuantiles(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    EXPECT_EQ(plan.steps[0].groupCount[0], 91);
    args.rowLength = args.rowPitch = 0;
    args.count = 1 << 12;
    ASSERT_EQ(planQuantiles(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    EXPECT_EQ(plan.steps[0].groupCount[0], 1);
    args.count = 0;
    ASSERT_EQ(planQuantiles(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

TEST(QuantilesPlan, RefusesWrongDescriptionsAndArguments)
{
    QuantilesModel model;
    const auto check = [&](ElementType type) { return makeModel({type}, {}, portableDevice(), &model); };
    for (const ElementType type : kTypes)
        EXPECT_EQ(check(type), Status::Success);
    EXPECT_EQ(check(ElementType::U16), Status(Argument::Type, Rule::NotOffered));
    EXPECT_EQ(check(static_cast<ElementType>(17)), Status(Argument::Type, Rule::Invalid));

    model = quantilesModel({}, boundedLoopsDevice());
    Plan plan;
    QuantilesArgs args = validQuantilesArgs(model, 1 << 21, 1);
    for (const uint32_t quantiles : {0u, kMaxQuantiles + 1, ~0u}) {
        args.quantileCount = quantiles;
        EXPECT_EQ(planQuantiles(model, args, &plan), Status(Argument::QuantileCount, Rule::Invalid));
    }
    args.quantileCount = 1;
    args.rowLength = (1 << 20) + 1;
    EXPECT_EQ(planQuantiles(model, args, &plan), Status(Argument::RowLength, Rule::TooLarge));
    args.rowLength = 1 << 20;
    EXPECT_EQ(planQuantiles(model, args, &plan), Status::Success);
    args.rowPitch = 7;
    EXPECT_EQ(planQuantiles(model, args, &plan), Status(Argument::RowPitch, Rule::TooSmall));
    args.rowLength = args.rowPitch = 0;
    args.temporary.size -= 1;
    EXPECT_EQ(planQuantiles(model, args, &plan), Status(Argument::Temporary, Rule::TooSmall));
}

} // namespace
