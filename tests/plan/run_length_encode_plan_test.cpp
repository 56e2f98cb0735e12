// Plans of run-length encodings: their steps, what these push and touch, and what is refused.
#include "hazards.h"
#include "misuse.h"
#include "operations/run_length_encode.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

RunModel runModel(const Forced<RunLengthEncodeDesc>& desc, const Tuning& tuning, const Capabilities& capabilities)
{
    return modelFor<RunModel>(desc, tuning, capabilities);
}

RunModel listedModel(Strategy strategy = Strategy::Spine)
{
    return runModel({{4}, strategy}, tuningFor(listedDevice()), listedDevice());
}

std::vector<RunModel> runModels()
{
    std::vector<RunModel> models;
    for (const uint32_t elementSize : {4u, 8u}) {
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            for (const Capabilities& capabilities :
                 {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                models.push_back(runModel({{elementSize}, strategy}, tuningFor(capabilities), capabilities));
            const ScanCase small = modelOfSmallNumbers(ElementType::U32, strategy);
            models.push_back(runModel({{elementSize}, strategy}, small.tuning, small.capabilities));
        }
    }
    return models;
}

// All outputs, with room for as many runs as there are elements.
RunLengthEncodeArgs validRunArgs(const RunModel& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    RunLengthEncodeArgs args;
    args.input = scan.input;
    args.unique = scan.output;
    args.lengths = {6 * kApart, count * 4};
    args.starts = {7 * kApart, count * 4};
    args.runCount = {8 * kApart, 4};
    args.indirect = {{9 * kApart, 4}, 64, Rounding::Up};
    args.scratch = scan.scratch;
    args.count = count;
    args.countBuffer = validCountBuffer();
    return args;
}

TEST(RunLengthEncodePlan, ReadsOnceOrTwiceAndWritesInTheLastStep)
{
    for (const RunModel& model : runModels()) {
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0 || count > model.maxCount)
                continue;
            SCOPED_TRACE(describe(model, count));
            const RunLengthEncodeArgs args = validRunArgs(model, count);
            Plan plan;
            ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
            const std::string stage = chosenStage(model, count);
            ASSERT_EQ(plan.stepCount, 1 + stepsOf(model, stage, count));
            const Step& fill = plan.steps[0];
            ASSERT_EQ(nameOf(model, fill), "RunStarts");
            ASSERT_TRUE(touches(fill, args.starts, true) && touches(fill, args.countBuffer, false));
            ASSERT_EQ(fill.accesses.count, 2);
            ASSERT_EQ(fill.push.get<vkscan::abi::RunPush>().startsCapacity, count);
            ASSERT_GE(uint64_t{fill.groupCount[0]} * fill.groupCount[1] * 1024, count);
            const bool reducesMeanwhile = nameOf(model, plan.steps[1]).starts_with("Reduce");
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - (reducesMeanwhile ? 2 : 1));
            for (uint32_t i = 1; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                ASSERT_TRUE(usesStage(model, nameOf(model, step)));
                const bool isScan = !nameOf(model, step).starts_with("Reduce");
                ASSERT_TRUE(i + 1 < plan.stepCount || isScan);
                ASSERT_TRUE(touches(step, args.input, false) && touches(step, args.countBuffer, false));
                for (const BufferRange output :
                     {args.unique, args.lengths, args.starts, args.runCount, args.indirect.field})
                    ASSERT_EQ(touches(step, output, true), isScan);
                const auto push = step.push.get<vkscan::abi::RunPush>();
                ASSERT_EQ(push.inputAddress, args.input.address);
                ASSERT_EQ(push.outputAddress, args.unique.address);
                ASSERT_EQ(push.lengthsAddress, args.lengths.address);
                ASSERT_EQ(push.startsAddress, args.starts.address);
                ASSERT_EQ(push.startsCapacity, count);
                ASSERT_EQ(push.totalAddress, args.runCount.address);
                ASSERT_EQ(push.indirectAddress, args.indirect.field.address);
                ASSERT_EQ(push.scratchAddress, args.scratch.address);
                ASSERT_TRUE(pushesCount(step, args.countBuffer));
                ASSERT_EQ(push.maxCount, count);
                ASSERT_EQ(push.capacity, count);
                ASSERT_EQ(push.head, 0);
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                ASSERT_EQ(push.divisor, 64);
                ASSERT_EQ(push.rounding, 1);
            }
        }
    }
}

TEST(RunLengthEncodePlan, PushesTheWholeVectorsOfTheInput)
{
    const RunModel model = listedModel();
    RunLengthEncodeArgs args = validRunArgs(model, 1000);
    args.input.address += 12;
    Plan plan;
    ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
    EXPECT_EQ(plan.steps[1].push.get<vkscan::abi::RunPush>().inputAddress, args.input.address - 12);
    EXPECT_EQ(plan.steps[1].push.get<vkscan::abi::RunPush>().head, 3);
    EXPECT_TRUE(touches(plan.steps[1], args.input, false));
}

// The capacity is that of the given output with the least room.
TEST(RunLengthEncodePlan, TakesTheSmallestCapacity)
{
    const RunModel model = runModel({{8}}, tuningFor(listedDevice()), listedDevice());
    const auto capacityOf = [&](const std::function<void(RunLengthEncodeArgs&)>& change) {
        RunLengthEncodeArgs args = validRunArgs(model, 1000);
        change(args);
        Plan plan;
        EXPECT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, args.starts.size > 0 ? 2 : 1);
        return plan.steps[plan.stepCount - 1].push.get<vkscan::abi::RunPush>().capacity;
    };
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) { a.unique.size = 87; }), 10);
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) { a.lengths.size = 43; }), 10);
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) { a.starts.size = 0; }), 0);
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) {
                  a.unique.size = 80;
                  a.lengths = {};
                  a.starts.size = 36;
              }),
              9);
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) { a.unique = a.lengths = a.starts = {}; }), 0xffffffff);
    EXPECT_EQ(capacityOf([](RunLengthEncodeArgs& a) {
                  a.unique.size = uint64_t{1} << 40;
                  a.lengths = a.starts = {};
              }),
              0xffffffff);
}

// No more is touched than there may be runs.
TEST(RunLengthEncodePlan, TouchesWhatIsWritten)
{
    const RunModel model = listedModel();
    RunLengthEncodeArgs args = validRunArgs(model, 1000);
    args.unique.size = 400;
    Plan plan;
    ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
    EXPECT_TRUE(touches(plan.steps[1], {args.unique.address, 400}, true));
    EXPECT_TRUE(touches(plan.steps[1], {args.lengths.address, 400}, true));
    EXPECT_TRUE(touches(plan.steps[1], {args.starts.address, 4000}, true)); // the end of the last run that is kept, too
    args.unique.size = args.lengths.size = args.starts.size = 1 << 20;
    ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < 2; ++i) // and the end of the last run
        EXPECT_TRUE(touches(plan.steps[i], {args.starts.address, 4004}, true));
}

TEST(RunLengthEncodePlan, OfNothingTellsWhatIsAskedFor)
{
    for (const RunModel& model : runModels()) {
        SCOPED_TRACE(describe(model, 0));
        RunLengthEncodeArgs args;
        args.scratch = validRunArgs(model, 0).scratch;
        Plan plan;
        ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.unique = {2 * kApart, 400}; // of which nothing is written
        ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.starts = {7 * kApart, 400};
        ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        ASSERT_TRUE(touches(plan.steps[0], {args.starts.address, 4}, true)); // the end of no run
        args.runCount = {8 * kApart, 4};
        ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        ASSERT_GT(plan.stepCount, 1);
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            ASSERT_NE(plan.steps[i].push.get<vkscan::abi::RunPush>().countAddress, 0);
        args = validRunArgs(model, 1000);
        args.unique = args.lengths = args.starts = args.runCount = args.indirect.field = {};
        ASSERT_EQ(planRunLengthEncode(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
    }
}

TEST(RunLengthEncodePlan, FitsScratchAndSharedMemory)
{
    for (const RunModel& model : runModels()) {
        const uint64_t most = model.maxCount;
        EXPECT_LE(most, 0xffffffff);
        EXPECT_EQ(model.slotBytes, 16);
        for (const uint64_t count : {uint64_t{1}, most / 3, most})
            EXPECT_LE(scratchOf(model, chosenStage(model, count), count), scratchSize(model, count));
        for (const std::string& stage : choicesOf(model)) {
            const Geometry geometry = geometryOf(model, stage);
            const uint64_t elements = geometry.workgroupSize * 16 / sizeOf(model.desc.type);
            const uint64_t staged =
                (elements + geometry.workgroupSize / model.capabilities.subgroupSize) * (4 + sizeOf(model.desc.type));
            const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * 8;
            EXPECT_LE(staged + totals + kSharedRest, model.capabilities.maxSharedBytes);
        }
    }
}

TEST(RunLengthEncodePlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = RunLengthEncodeArgs;
    const RunModel model = listedModel();
    expectRefused(model, validRunArgs(model, 1000003), planRunLengthEncode,
                  {{Status(Argument::Count, Rule::TooLarge), [&](Args& a) { a.count = model.maxCount + 1; }},
                   {Status(Argument::Count, Rule::TooLarge), [](Args& a) { a.count = kLastByte; }},
                   {Status(Argument::IndirectDivisor, Rule::Zero), [](Args& a) { a.indirect.divisor = 0; }},
                   {Status(Argument::IndirectRounding, Rule::Invalid),
                    [](Args& a) { a.indirect.rounding = static_cast<Rounding>(2); }}});
}

TEST(RunLengthEncodePlan, RefusesWrongDescriptions)
{
    const auto check = [](const RunLengthEncodeDesc& desc) {
        RunModel model;
        return makeModel(desc, {}, portableDevice(), &model);
    };
    EXPECT_EQ(check({}), Status::Success);
    EXPECT_EQ(check({8}), Status::Success);
    for (const uint32_t elementSize : {0u, 1u, 2u, 3u, 5u, 12u, 16u, ~0u})
        EXPECT_EQ(check({elementSize}), Status(Argument::ElementSize, Rule::Invalid));
}

} // namespace
