// Barriers of summed-area tables: steps declare what they touch, those that meet in memory are ordered, and no barrier
// is there for nothing.
#include "hazards.h"
#include "sat_models.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace testing_support;
using namespace vkscan;

namespace {

bool declares(const Step& step, BufferRange range, bool write)
{
    const auto* end = step.accesses.items + step.accesses.count;
    return std::any_of(step.accesses.items, end, [&](const Access& access) {
        return access.write == write && access.range.address <= range.address &&
               access.range.address + access.range.size >= range.address + range.size;
    });
}

TEST(SatHazards, DeclaresWhatEachStepTouches)
{
    forEachTablePlan([](const SatModel& model, const SummedAreaTableArgs& args, const Plan& plan) {
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            // Buffers; no step but the last, and a single pass that may be given up, touches images that are written.
            const TableStage stage = stageOfStep(model, step);
            const bool isPass =
                stage == TableStage::FlatSum || stage == TableStage::Spine || stage == TableStage::SpineWithFallback;
            const bool stores = (isPass || i + 1 == plan.stepCount) && model.desc.output == Resource::Buffer;
            ASSERT_EQ(declares(step, args.output.buffer, true), stores);
            ASSERT_EQ(declares(step, args.squares.buffer, true), stores && model.desc.squares);
            // A mean is found by a step of its own, or in a single pass.
            const bool findsMean = model.desc.bias == Bias::Mean && (stage == TableStage::Mean || isPass);
            ASSERT_TRUE(model.desc.bias == Bias::None || declares(step, args.bias, findsMean));
            const BufferRange edge = {args.scratch.address + vkscan::abi::kScratchHeaderBytes,
                                      vkscan::abi::kScratchWordBytes};
            // One tile alone leaves no edges.
            const bool readsEdges =
                stage == TableStage::Scan || (stage == TableStage::Recovery && i + 1 == plan.stepCount);
            ASSERT_TRUE(stage == TableStage::Mean || plan.stepCount == 1 || declares(step, edge, !readsEdges));
        }
    });
    const SatModel model = satModelOf(fullBufferDesc());
    const SummedAreaTableArgs args = validTableArgs(model, {100, 100}, 3);
    Plan plan;
    ASSERT_EQ(planTables(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < plan.stepCount; ++i)
        EXPECT_TRUE(declares(plan.steps[i], args.input.buffer, false));
}

TEST(SatHazards, OrdersConflictsByBarriersThatAreAllNeeded)
{
    uint32_t barriers = 0;
    forEachTablePlan([&](const SatModel&, const SummedAreaTableArgs&, const Plan& plan) {
        const uint32_t found = checkBarriers(plan);
        ASSERT_EQ(found, plan.stepCount - 1);
        barriers += found;
    });
    EXPECT_GT(barriers, 1000);
}

} // namespace
