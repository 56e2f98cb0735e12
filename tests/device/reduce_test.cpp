// Reductions on the device: every type and operator, any count and alignment, in one dispatch and in two.
#include "axis_values.h"
#include "reduce_check.h"
#include "schedule/array_operation.h"

#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

TEST_P(ReduceTest, EveryTypeAndOperator)
{
    unsigned variation = 0;
    Sample sample(GetParam() ? 1 : 0, 5);
    for (const ElementType type : kTypes) {
        for (const OpRow& op : kOps) {
            if ((isFloat(type) && !op.takesFloats) || !sample.takes())
                continue;
            study::ReduceDesc desc;
            desc.type = type;
            desc.op = op.value;
            const Reduce reduce = createReduce(desc);
            const uint64_t tile = smallTuning().reduce.tileElements(type);
            for (const uint64_t count : {uint64_t{1}, tile - 1, 5 * tile + 1, 70 * tile, 300 * tile + 7}) {
                checkVariation(reduce, type, op.value, count, variation++);
            }
        }
    }
}

// The library's own tuning, and arrays without elements.
TEST_P(ReduceTest, AnyCount)
{
    const Reduce reduce = createReduce({}, tuningFor(capabilities()));
    const auto add = [](uint32_t earlier, uint32_t later) { return earlier + later; };
    for (const uint64_t count : {0u, 1u, 3u, 4095u, 4097u, 65521u, 1000003u}) {
        for (const bool withInitial : {false, true}) {
            ReduceCase reduceCase;
            reduceCase.count = count;
            reduceCase.withInitial = withInitial;
            checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Add, count, 3), 0u, add);
        }
    }
    ReduceCase none;
    none.gpuCount = 0;
    none.withInitial = true;
    checkReduce(reduce, none, randomValues<uint32_t>(Op::Add, 12345, 3), 0u, add);
}

TEST_P(ReduceTest, FloatsHaveTheSameBitsInEveryRun)
{
    study::ReduceDesc desc;
    desc.type = ElementType::F32;
    const Reduce reduce = createReduce(desc);
    std::vector<float> values(100003);
    double exact = 0, magnitude = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = std::sin(static_cast<float>(i)) * 1000.0f;
        exact += static_cast<double>(values[i]);
        magnitude += std::fabs(static_cast<double>(values[i]));
    }
    const float first = reduceOnDevice(reduce, {}, values, 0.0f);
    // A value passes an addition for each of its invocation's elements, 32 a tile at most, and some 50 over invocations
    // and spans.
    EXPECT_NEAR(static_cast<double>(first), exact, 100 * magnitude * std::ldexp(1.0, -24));
    for (int run = 0; run < 100; ++run) {
        const float again = reduceOnDevice(reduce, {}, values, 0.0f);
        ASSERT_EQ(std::memcmp(&first, &again, sizeof(float)), 0) << "run " << run;
    }
}

INSTANTIATE_TEST_SUITE_P(Dispatches, ReduceTest, testing::Bool(), dispatchesName);

// Workgroups that never publish: the last one's wait ends, and scratch says so.
TEST(HostileReduceTest, GivesUpWhenSpansNeverPublish)
{
    Tuning tuning = smallTuning();
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
