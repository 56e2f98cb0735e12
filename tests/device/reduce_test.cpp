// Reductions on the device: every type and operator, any count and alignment, in one dispatch and in two.
#include "axis_values.h"
#include "reduce_check.h"
#include "schedule/array_operation.h"

#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

// The library's own tuning, and arrays without elements.
TEST_P(ReduceTest, AnyCount)
{
    const Reduce reduce = createReduce({}, tuningFor(capabilities()));
    for (const uint64_t count : {0u, 1u, 3u, 4095u, 4097u, 65521u, 1000003u})
        for (const unsigned variation : {0u, 1u, 4u}) // also with initial values, and counts on the device
            checkVariation(reduce, ElementType::U32, Op::Add, count, variation);
    Form<Reduce> none;
    none.change = [](ReduceArgs& args) { args.initial = 3u; };
    checkCall(reduce, none, {.count = 12345, .gpuCount = 0});
}

INSTANTIATE_TEST_SUITE_P(Dispatches, ReduceTest, testing::Bool(), dispatchesName);

// Workgroups that never publish: the last one's wait ends, and scratch says so.
TEST(HostileReduceTest, GivesUpWhenSpansNeverPublish)
{
    auto tuning = smallTuning();
    tuning.waits.polls = 1;
    tuning.waits.rounds = 64;
    tuning.testHooks = vkscan::abi::kHookWithhold;
    Reduce reduce;
    study::ReduceDesc desc;
    desc.op = Op::Max; // sums of integers wait for nobody
    ASSERT_EQ(createTuned(context(), desc, tuning, vkscan::abi::kOpMax, &reduce), Status::Success);
    const std::vector<uint32_t> ones(40 * 256, 1);
    TestArray input(ones);
    TestArray result(sizeof(uint32_t));
    TestArray scratch(reduce.scratchSize(ones.size()));
    scratch.fill(0);
    ReduceArgs args;
    args.input = input.range();
    args.result = result.range();
    args.scratch = scratch.range();
    args.count = ones.size();
    device().run(
        [&](VkCommandBuffer commandBuffer) { EXPECT_EQ(reduce.record(commandBuffer, args), Status::Success); });
    EXPECT_EQ(scratchStatus(scratch), ScratchStatus::GaveUp);
}

} // namespace
