// Plans of orders and tuples: passes over memory, and what is refused.
#include "plan_models.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

// Integers take as many orders at once as divide them and fit a state, floats one.
TEST(OrderPlan, GoesOverMemoryOnceAPass)
{
    struct Case {
        ElementType type;
        uint32_t order;
        uint32_t tupleSize;
        uint32_t passes;
    };
    constexpr Case kCases[] = {{ElementType::U32, 16, 1, 1}, {ElementType::I64, 8, 2, 1},
                               {ElementType::U32, 4, 8, 2},  {ElementType::U32, 7, 3, 7},
                               {ElementType::I32, 9, 4, 3},  {ElementType::U64, 16, 16, 16},
                               {ElementType::F32, 5, 1, 5},  {ElementType::F64, 16, 3, 16}};
    for (const Case& expected : kCases) {
        for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
            ScanCase model = modelOf(listedDevice(), expected.type, strategy);
            model.desc.order = expected.order;
            model.desc.tupleSize = expected.tupleSize;
            const uint64_t count = 1 << 24;
            ScanArgs args = validArgs(model, count);
            args.total = validTotal(model);
            SCOPED_TRACE(describe(model, count) + ", order " + std::to_string(expected.order));
            const uint32_t stepsAPass = strategy == Strategy::ReduceThenScan ? 2 : 1;
            Plan plan;
            ASSERT_EQ(planScan(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, expected.passes * stepsAPass);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const bool isLast = i / stepsAPass + 1 == expected.passes;
                const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                EXPECT_EQ(push.inputAddress, i < stepsAPass ? args.input.address : args.output.address);
                EXPECT_EQ(push.outputAddress, args.output.address);
                EXPECT_EQ(push.totalAddress, isLast ? args.total.address : 0);
                EXPECT_EQ(plan.steps[i].barrierBefore, i > 0);
            }
        }
    }
}

// Whatever the shape: whole blocks of whole tuples, at least one, and subgroups that are whole.
TEST(OrderPlan, OfNothingTellsTheTotalInOnePass)
{
    for (const Strategy strategy : ownStrategies()) {
        ScanCase model = modelOf(listedDevice(), ElementType::F32, strategy);
        model.desc.order = 3;
        ScanArgs args = validArgs(model, 0);
        args.countBuffer = {};
        args.total = validTotal(model);
        Plan plan;
        ASSERT_EQ(planScan(model, args, &plan), Status::Success);
        const bool isTwice = strategy == Strategy::ReduceThenScan || strategy == Strategy::SpineWithFallback;
        ASSERT_EQ(plan.stepCount, isTwice ? 2 : 1) << study::toString(strategy);
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            ASSERT_NE(plan.steps[i].push.get<vkscan::abi::ScanPush>().countAddress, 0) << study::toString(strategy);
        ASSERT_EQ(plan.steps[plan.stepCount - 1].push.get<vkscan::abi::ScanPush>().totalAddress, args.total.address);
    }
}

TEST(OrderPlan, TilesHoldWholeBlocksInSharedMemory)
{
    for (const Capabilities& capabilities :
         {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
        for (const ElementType type : {ElementType::U32, ElementType::U64}) {
            for (const uint32_t order : {1u, 2u, 4u, 8u, 16u}) {
                for (uint32_t tupleSize = order == 1 ? 2 : 1; tupleSize <= kMaxTupleSize; ++tupleSize) {
                    ScanCase model = modelOf(capabilities, type, Strategy::Spine);
                    model.desc.order = order;
                    model.desc.tupleSize = tupleSize;
                    SCOPED_TRACE(describe(model, 0));
                    const ScanModel made = model;
                    const uint32_t block =
                        constantsOf(made, stageOf(made, "Spine"), vkscan::abi::kOpAdd)[vkscan::abi::kIdBlockVectors];
                    const Geometry geometry = geometryOf(made, "Spine");
                    EXPECT_GE(geometry.workgroupSize, capabilities.subgroupSize);
                    EXPECT_GE(geometry.rows, block);
                    EXPECT_EQ(geometry.rows % block, 0);
                    EXPECT_EQ(stageOf(made, "Spine").tileElements % tupleSize, 0);
                    const uint64_t exchanged = block > 1 ? uint64_t{geometry.workgroupSize} * block * 16 : 0;
                    EXPECT_LE(exchanged, capabilities.maxSharedBytes);
                    // Lanes share tuples only where each lane's members are the same in every row.
                    if (made.desc.order == 1 && block == 1 && tupleSize * sizeOf(type) > 16) {
                        EXPECT_EQ(capabilities.subgroupSize * 16 % (tupleSize * sizeOf(type)), 0);
                    }
                }
            }
        }
    }
}

TEST(OrderPlan, RefusesWhatOrdersAndTuplesDoNotTake)
{
    ScanCase model = modelOf(portableDevice(), ElementType::U32, Strategy::ReduceThenScan);
    model.desc.tupleSize = 3;
    Plan plan;
    ScanArgs args = validArgs(model, 100);
    args.total = validTotal(model);
    args.initial = uint32_t{1};
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    args.total.size -= 1;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Total, Rule::TooSmall));

    model.desc.order = 2;
    args = validArgs(model, 100);
    args.initial = uint32_t{1};
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Initial, Rule::Incompatible));
    args.initial = {};
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
}

// Several passes scan the output in place, which a look-back must be able to wait for.
TEST(OrderPlan, OfSeveralPassesNeedsProgressInPlace)
{
    ScanCase model = modelOf(portableDevice(), ElementType::F32, study::kDecoupledLookback);
    model.desc.assumeForwardProgress = false;
    Plan plan;
    EXPECT_EQ(planScan(model, validArgs(model, 100), &plan), Status::Success);
    model.desc.order = 2;
    EXPECT_EQ(planScan(model, validArgs(model, 100), &plan), Status(Argument::Output, Rule::NeedsForwardProgress));
}

} // namespace
