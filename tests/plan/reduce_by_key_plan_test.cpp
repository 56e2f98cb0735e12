// Plans of reductions by key, with and without values: their steps, what these push and touch, and what is refused.
#include "hazards.h"
#include "misuse.h"
#include "operations/reduce_by_key.h"
#include "plan_models.h"
#include "reduce_by_key_abi.h"

#include <gtest/gtest.h>

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr RunValue kRunValues[] = {RunValue::Reduced, RunValue::First, RunValue::None};

Forced<ReduceByKeyDesc> descOf(uint32_t keySize, ElementType type, RunValue runValue, Strategy strategy)
{
    return {{.keySize = keySize, .runValue = runValue, .type = type}, strategy};
}

RunModel listedByKeyModel(uint32_t keySize = 4, RunValue runValue = RunValue::Reduced,
                          ElementType type = ElementType::U32)
{
    return modelFor<RunModel>(descOf(keySize, type, runValue, Strategy::Spine), tuningFor(listedDevice()),
                              listedDevice());
}

std::vector<RunModel> byKeyModels()
{
    std::vector<RunModel> models;
    for (const uint32_t keySize : {4u, 8u}) {
        for (const ElementType type : {ElementType::U32, ElementType::U64}) {
            for (const RunValue runValue : kRunValues) {
                for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
                    const Forced<ReduceByKeyDesc> desc = descOf(keySize, type, runValue, strategy);
                    for (const Capabilities& capabilities : {portableDevice(), listedDevice(), listedLargeDevice(),
                                                             boundedLoopsDevice(), fewRegistersDevice()})
                        models.push_back(modelFor<RunModel>(desc, tuningFor(capabilities), capabilities));
                    const ScanCase small = modelOfSmallNumbers(ElementType::U32, strategy);
                    models.push_back(modelFor<RunModel>(desc, small.tuning, small.capabilities));
                }
            }
        }
    }
    return models;
}

// All outputs, with room for as many runs as there are elements.
ReduceByKeyArgs validByKeyArgs(const RunModel& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    ReduceByKeyArgs args;
    args.input = {scan.input.address, count * model.keyBytes};
    args.unique = {scan.output.address, count * model.keyBytes};
    if (model.valueBytes > 0) {
        args.values = {6 * kApart, count * model.valueBytes};
        args.reduced = {7 * kApart, count * model.valueBytes};
    }
    args.lengths = {8 * kApart, count * 4};
    args.starts = {9 * kApart, count * 4};
    args.runCount = {10 * kApart, 4};
    args.indirect = {{11 * kApart, 4}, 64, Rounding::Up};
    args.scratch = scan.scratch;
    args.count = count;
    args.countBuffer = validCountBuffer();
    return args;
}

TEST(ReduceByKeyPlan, ReadsOnceOrTwiceAndWritesInTheLastStep)
{
    for (const RunModel& model : byKeyModels()) {
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0 || count > model.maxCount)
                continue;
            SCOPED_TRACE(describe(model, count));
            const ReduceByKeyArgs args = validByKeyArgs(model, count);
            Plan plan;
            ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
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
                const auto push = step.push.get<vkscan::abi::ReduceByKeyPush>();
                if (model.valueBytes > 0) {
                    ASSERT_TRUE(touches(step, args.values, false));
                    ASSERT_EQ(touches(step, args.reduced, true), isScan);
                    ASSERT_EQ(push.valuesAddress, args.values.address);
                    ASSERT_EQ(push.reducedAddress, args.reduced.address);
                }
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

// Tiles begin with the vectors of the values.
TEST(ReduceByKeyPlan, PushesTheWholeVectorsOfTheValues)
{
    for (const RunValue runValue : {RunValue::Reduced, RunValue::First}) {
        const RunModel model = listedByKeyModel(8, runValue);
        ReduceByKeyArgs args = validByKeyArgs(model, 1000);
        args.values.address += 12;
        args.input.address += 8;
        Plan plan;
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        const auto push = plan.steps[1].push.get<vkscan::abi::ReduceByKeyPush>();
        EXPECT_EQ(push.head, 3);
        EXPECT_EQ(push.valuesAddress, args.values.address - 12);
        EXPECT_EQ(push.inputAddress, args.input.address - 24);
    }
}

// Without values, they begin with those of the keys.
TEST(ReduceByKeyPlan, PushesTheWholeVectorsOfTheKeysAlone)
{
    const RunModel model = listedByKeyModel(4, RunValue::None);
    ReduceByKeyArgs args = validByKeyArgs(model, 1000);
    args.input.address += 12;
    Plan plan;
    ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
    const auto push = plan.steps[1].push.get<vkscan::abi::RunPush>();
    EXPECT_EQ(push.head, 3);
    EXPECT_EQ(push.inputAddress, args.input.address - 12);
    EXPECT_TRUE(touches(plan.steps[1], args.input, false));
}

// The capacity is that of the given output with the least room.
TEST(ReduceByKeyPlan, TakesTheSmallestCapacity)
{
    for (const RunValue runValue : kRunValues) {
        const RunModel model = listedByKeyModel(8, runValue, ElementType::U64);
        const auto capacityOf = [&](const std::function<void(ReduceByKeyArgs&)>& change) {
            ReduceByKeyArgs args = validByKeyArgs(model, 1000);
            change(args);
            Plan plan;
            EXPECT_EQ(planReduceByKey(model, args, &plan), Status::Success);
            EXPECT_EQ(plan.stepCount, args.starts.size > 0 ? 2 : 1);
            return plan.steps[plan.stepCount - 1].push.get<vkscan::abi::ReduceByKeyPush>().capacity;
        };
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.unique.size = 87; }), 10);
        if (runValue != RunValue::None) {
            EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.reduced.size = 87; }), 10);
        }
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.lengths.size = 43; }), 10);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.starts.size = 0; }), 0);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) {
                      a.unique.size = 80;
                      a.lengths = {};
                      a.starts.size = 36;
                  }),
                  9);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.unique = a.reduced = a.lengths = a.starts = {}; }), 0xffffffff);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) {
                      a.unique.size = uint64_t{1} << 40;
                      a.reduced = a.lengths = a.starts = {};
                  }),
                  0xffffffff);
    }
}

// No more is touched than there may be runs.
TEST(ReduceByKeyPlan, TouchesWhatIsWritten)
{
    for (const RunValue runValue : kRunValues) {
        const RunModel model = listedByKeyModel(4, runValue);
        ReduceByKeyArgs args = validByKeyArgs(model, 1000);
        args.unique.size = 400;
        Plan plan;
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        EXPECT_TRUE(touches(plan.steps[1], {args.unique.address, 400}, true));
        EXPECT_TRUE(runValue == RunValue::None || touches(plan.steps[1], {args.reduced.address, 400}, true));
        EXPECT_TRUE(touches(plan.steps[1], {args.lengths.address, 400}, true));
        EXPECT_TRUE(touches(plan.steps[1], {args.starts.address, 4000}, true)); // also the end of the last run kept
        args.unique.size = args.lengths.size = args.starts.size = 1 << 20;
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        for (uint32_t i = 0; i < 2; ++i) // and the end of the last run
            EXPECT_TRUE(touches(plan.steps[i], {args.starts.address, 4004}, true));
    }
}

TEST(ReduceByKeyPlan, OfNothingTellsWhatIsAskedFor)
{
    for (const RunModel& model : byKeyModels()) {
        SCOPED_TRACE(describe(model, 0));
        ReduceByKeyArgs args;
        args.scratch = validByKeyArgs(model, 0).scratch;
        Plan plan;
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.unique = {2 * kApart, 400}; // nothing of it is written
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
        args.starts = {7 * kApart, 400};
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        ASSERT_TRUE(touches(plan.steps[0], {args.starts.address, 4}, true)); // the end of no run
        args.runCount = {8 * kApart, 4};
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        ASSERT_GT(plan.stepCount, 1);
        for (uint32_t i = 0; i < plan.stepCount; ++i)
            ASSERT_NE(plan.steps[i].push.get<vkscan::abi::RunPush>().countAddress, 0);
        args = validByKeyArgs(model, 1000);
        args.unique = args.reduced = args.lengths = args.starts = args.runCount = args.indirect.field = {};
        ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, 0);
    }
}

TEST(ReduceByKeyPlan, FitsScratchAndSharedMemory)
{
    for (const RunModel& model : byKeyModels()) {
        const uint64_t most = model.maxCount;
        EXPECT_LE(most, 0xffffffff);
        const uint64_t words = 2 + model.valueBytes / 4;
        EXPECT_EQ(model.slotBytes, 8 * words);
        for (const uint64_t count : {uint64_t{1}, most / 3, most})
            EXPECT_LE(scratchOf(model, chosenStage(model, count), count), scratchSize(model, count));
        for (const std::string& stage : choicesOf(model)) {
            const Geometry geometry = geometryOf(model, stage);
            const uint64_t staged = geometry.workgroupSize * model.vectorElements +
                                    geometry.workgroupSize / model.capabilities.subgroupSize;
            const uint64_t bytes = staged * (4 + sizeOf(model.desc.type));
            const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * 4 * words;
            EXPECT_LE(bytes + totals + kSharedRest, model.capabilities.maxSharedBytes);
        }
    }
}

TEST(ReduceByKeyPlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = ReduceByKeyArgs;
    for (const RunValue runValue : {RunValue::Reduced, RunValue::First}) {
        const RunModel model = listedByKeyModel(8, runValue);
        expectRefused(
            model, validByKeyArgs(model, 1000003), planReduceByKey,
            {{Status(Argument::Count, Rule::TooLarge), [&](Args& a) { a.count = model.maxCount + 1; }},
             {Status(Argument::Input, Rule::Misaligned), [](Args& a) { a.input.address += 4; }},
             {Status(Argument::Values, Rule::Misaligned), [](Args& a) { a.values.address += 2; }},
             {Status(Argument::Values, Rule::TooSmall), [](Args& a) { a.values.size -= 1; }},
             {Status(Argument::Values, Rule::Null), [](Args& a) { a.values = {}; }},
             {Status(Argument::Reduced, Rule::Misaligned), [](Args& a) { a.reduced.address += 2; }},
             {Status(Argument::Reduced, Rule::Overlaps), [](Args& a) { a.reduced.address = a.values.address; }},
             {Status(Argument::Unique, Rule::Overlaps), [](Args& a) { a.unique.address = a.input.address; }},
             {Status(Argument::IndirectDivisor, Rule::Zero), [](Args& a) { a.indirect.divisor = 0; }}});
    }
    const RunModel model = listedByKeyModel(4, RunValue::None);
    expectRefused(model, validByKeyArgs(model, 1000003), planReduceByKey,
                  {{Status(Argument::Count, Rule::TooLarge), [&](Args& a) { a.count = model.maxCount + 1; }},
                   {Status(Argument::Count, Rule::TooLarge), [](Args& a) { a.count = kLastByte; }},
                   {Status(Argument::Values, Rule::Incompatible),
                    [](Args& a) {
                        a.values = {6 * kApart, 1000003 * 4};
                    }},
                   {Status(Argument::Reduced, Rule::Incompatible),
                    [](Args& a) {
                        a.reduced = {7 * kApart, 400};
                    }},
                   {Status(Argument::IndirectDivisor, Rule::Zero), [](Args& a) { a.indirect.divisor = 0; }},
                   {Status(Argument::IndirectRounding, Rule::Invalid),
                    [](Args& a) { a.indirect.rounding = static_cast<Rounding>(2); }}});
}

TEST(ReduceByKeyPlan, RefusesWrongDescriptions)
{
    const auto check = [](const ReduceByKeyDesc& desc) {
        RunModel model;
        return makeModel(desc, {}, portableDevice(), &model);
    };
    EXPECT_EQ(check({}), Status::Success);
    for (const RunValue runValue : kRunValues) {
        EXPECT_EQ(check({.keySize = 8, .runValue = runValue}), Status::Success);
        for (const uint32_t keySize : {0u, 1u, 2u, 3u, 5u, 12u, 16u, ~0u})
            EXPECT_EQ(check({.keySize = keySize, .runValue = runValue}), Status(Argument::KeySize, Rule::Invalid));
    }
    for (const int value : {-1, 3, 99})
        EXPECT_EQ(check({.runValue = static_cast<RunValue>(value)}), Status(Argument::RunValue, Rule::Invalid));
    EXPECT_EQ(check({.type = ElementType::U16}), Status(Argument::Type, Rule::NotOffered));
    EXPECT_EQ(check({.type = static_cast<ElementType>(99)}), Status(Argument::Type, Rule::Invalid));
    EXPECT_EQ(check({.op = static_cast<Op>(99)}), Status(Argument::Op, Rule::Invalid));
    EXPECT_EQ(check({.type = ElementType::F32, .op = Op::Xor}), Status(Argument::Op, Rule::Incompatible));
}

} // namespace
