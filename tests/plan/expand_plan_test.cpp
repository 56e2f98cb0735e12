// Plans of expansions: the sum and the expansion, what they push and touch, and what is refused.
#include "hazards.h"
#include "operations/expand.h"
#include "plan_models.h"

#include "expand_abi.h"
#include "suballocate_abi.h"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

using namespace testing_support;
using namespace vkscan;

namespace {

ExpandModel modelOfExpand(const Forced<ExpandDesc>& desc, const Capabilities& capabilities)
{
    return modelFor<ExpandModel>(desc, tuningFor(capabilities), capabilities);
}

std::vector<ExpandModel> expandModels()
{
    std::vector<ExpandModel> models;
    for (const bool fromOffsets : {false, true})
        for (const Strategy strategy : ownStrategies(WithAuto::Yes))
            for (const Capabilities& capabilities :
                 {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                models.push_back(modelOfExpand({{.fromOffsets = fromOffsets}, strategy}, capabilities));
    return models;
}

ExpandArgs validExpandArgs(const ExpandModel& model, uint64_t count, uint64_t room)
{
    ExpandArgs args;
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    if (!model.fromOffsets)
        args.counts = {1 * kApart, bytes};
    args.offsets = {2 * kApart, bytes + sizeof(uint32_t)};
    args.output = {3 * kApart, room * sizeof(uint32_t)};
    args.index = {6 * kApart, room * sizeof(uint32_t)};
    args.total = {7 * kApart, sizeof(uint32_t)};
    args.indirect = {{8 * kApart, sizeof(uint32_t)}, 64, Rounding::Up};
    args.scratch = {9 * kApart, scratchSize(model, count)};
    args.count = count;
    args.countBuffer = {10 * kApart, sizeof(uint32_t)};
    return args;
}

const Step& lastStep(const Plan& plan)
{
    return plan.steps[plan.stepCount - 1];
}

TEST(ExpandPlan, SumsCountsAndExpands)
{
    for (const ExpandModel& model : expandModels()) {
        for (uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{1000}, uint64_t{100003}, uint64_t{50000003}}) {
            count = std::min(count, model.maxCount);
            for (const uint64_t room : {uint64_t{0}, uint64_t{5}, uint64_t{100000}, uint64_t{1} << 28}) {
                SCOPED_TRACE(describe(model, count) + ", room for " + std::to_string(room));
                const ExpandArgs args = validExpandArgs(model, count, room);
                Plan plan;
                ASSERT_EQ(planExpand(model, args, &plan), Status::Success);
                const uint32_t sums = plan.stepCount - 1;
                ASSERT_EQ(sums > 0, !model.fromOffsets);
                ASSERT_EQ(checkBarriers(plan), sums);
                const Step& step = lastStep(plan);
                const auto push = step.push.get<vkscan::abi::ExpandPush>();
                ASSERT_EQ(push.maxCount, count);
                ASSERT_EQ(push.capacity, count > 0 ? room : 0);
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                // Enough workgroups, and none that begins behind the capacity.
                const uint64_t tile = model[step.stage].tileElements * push.steps;
                const uint64_t groups = uint64_t{step.groupCount[0]} * step.groupCount[1];
                ASSERT_GE(groups * tile, room * (count > 0));
                ASSERT_LE(groups, divideRoundingUp<uint64_t>(room, tile) + step.groupCount[0]);
            }
        }
    }
}

TEST(ExpandPlan, CapacityIsTheLeast)
{
    const ExpandModel model = modelOfExpand({}, portableDevice());
    ExpandArgs args = validExpandArgs(model, 1000, 5000);
    const auto capacityOf = [&] {
        Plan plan;
        EXPECT_EQ(planExpand(model, args, &plan), Status::Success);
        return lastStep(plan).push.get<vkscan::abi::ExpandPush>().capacity;
    };
    EXPECT_EQ(capacityOf(), 5000);
    args.capacity = 4000;
    EXPECT_EQ(capacityOf(), 4000);
    args.index.size = 3999 * sizeof(uint32_t) + 3;
    EXPECT_EQ(capacityOf(), 3999);
    args.output = {};
    args.index = {};
    EXPECT_EQ(capacityOf(), 4000);
    args.capacity = ~0u;
    EXPECT_EQ(capacityOf(), kMaxCapacity);
}

TEST(ExpandPlan, WorkgroupsAreSubgroupsWhereLoopsAreBounded)
{
    EXPECT_EQ(geometryOf(modelOfExpand({}, boundedLoopsDevice()), "Expand").workgroupSize, 8);
    EXPECT_EQ(geometryOf(modelOfExpand({}, portableDevice()), "Expand").workgroupSize, 256);
}

} // namespace
