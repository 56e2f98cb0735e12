// Plans of reductions by key: their steps, what these push and touch, and what is refused.
#include "hazards.h"
#include "misuse.h"
#include "operations/reduce_by_key.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

Forced<ReduceByKeyDesc> descOf(uint32_t keySize, ElementType type, bool keepsFirst, Strategy strategy)
{
    return {{.keySize = keySize, .type = type, .keepsFirst = keepsFirst}, strategy};
}

RunModel listedByKeyModel(uint32_t keySize = 4, ElementType type = ElementType::U32, bool keepsFirst = false)
{
    return modelFor<RunModel>(descOf(keySize, type, keepsFirst, Strategy::Spine), tuningFor(listedDevice()),
                              listedDevice());
}

std::vector<RunModel> byKeyModels()
{
    std::vector<RunModel> models;
    for (const uint32_t keySize : {4u, 8u}) {
        for (const ElementType type : {ElementType::U32, ElementType::U64}) {
            for (const bool keepsFirst : {false, true}) {
                for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
                    const Forced<ReduceByKeyDesc> desc = descOf(keySize, type, keepsFirst, strategy);
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
    args.values = {6 * kApart, count * model.valueBytes};
    args.unique = {scan.output.address, count * model.keyBytes};
    args.reduced = {7 * kApart, count * model.valueBytes};
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
            ASSERT_EQ(nameOf(model, plan.steps[0]), "RunStarts");
            ASSERT_TRUE(touches(plan.steps[0], args.starts, true));
            const bool reducesMeanwhile = nameOf(model, plan.steps[1]).starts_with("Reduce");
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - (reducesMeanwhile ? 2 : 1));
            for (uint32_t i = 1; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                const bool isScan = !nameOf(model, step).starts_with("Reduce");
                ASSERT_TRUE(i + 1 < plan.stepCount || isScan);
                ASSERT_TRUE(touches(step, args.input, false) && touches(step, args.countBuffer, false));
                ASSERT_TRUE(touches(step, args.values, false));
                for (const BufferRange output :
                     {args.unique, args.reduced, args.lengths, args.starts, args.runCount, args.indirect.field})
                    ASSERT_EQ(touches(step, output, true), isScan);
                const auto push = step.push.get<vkscan::abi::ReduceByKeyPush>();
                ASSERT_EQ(push.inputAddress, args.input.address);
                ASSERT_EQ(push.valuesAddress, args.values.address);
                ASSERT_EQ(push.outputAddress, args.unique.address);
                ASSERT_EQ(push.reducedAddress, args.reduced.address);
                ASSERT_TRUE(pushesCount(step, args.countBuffer));
                ASSERT_EQ(push.capacity, count);
                ASSERT_EQ(push.head, 0);
            }
        }
    }
}

// Tiles begin with the vectors of the values.
TEST(ReduceByKeyPlan, PushesTheWholeVectorsOfTheValues)
{
    for (const bool keepsFirst : {false, true}) {
        const RunModel model = listedByKeyModel(8, ElementType::U32, keepsFirst);
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

// The capacity is that of the given output with the least room.
TEST(ReduceByKeyPlan, TakesTheSmallestCapacity)
{
    for (const bool keepsFirst : {false, true}) {
        const RunModel model = listedByKeyModel(8, ElementType::U64, keepsFirst);
        const auto capacityOf = [&](const std::function<void(ReduceByKeyArgs&)>& change) {
            ReduceByKeyArgs args = validByKeyArgs(model, 1000);
            change(args);
            Plan plan;
            EXPECT_EQ(planReduceByKey(model, args, &plan), Status::Success);
            return plan.steps[plan.stepCount - 1].push.get<vkscan::abi::ReduceByKeyPush>().capacity;
        };
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.unique.size = 87; }), 10);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.reduced.size = 87; }), 10);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.lengths.size = 43; }), 10);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.starts.size = 0; }), 0);
        EXPECT_EQ(capacityOf([](ReduceByKeyArgs& a) { a.unique = a.reduced = a.lengths = a.starts = {}; }), 0xffffffff);
    }
}

TEST(ReduceByKeyPlan, OfNothingTellsWhatIsAskedFor)
{
    const RunModel model = listedByKeyModel();
    ReduceByKeyArgs args;
    args.scratch = validByKeyArgs(model, 0).scratch;
    Plan plan;
    ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 0);
    args.runCount = {8 * kApart, 4};
    ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    args = validByKeyArgs(model, 1000);
    args.unique = args.reduced = args.lengths = args.starts = args.runCount = args.indirect.field = {};
    ASSERT_EQ(planReduceByKey(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 0);
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
            const uint64_t bytes = staged * (4 + model.valueBytes);
            const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * 4 * words;
            EXPECT_LE(bytes + totals + kSharedRest, model.capabilities.maxSharedBytes);
        }
    }
}

TEST(ReduceByKeyPlan, RefusesWrongArgumentsAndPlansNothing)
{
    using Args = ReduceByKeyArgs;
    for (const bool keepsFirst : {false, true}) {
        const RunModel model = listedByKeyModel(8, ElementType::U32, keepsFirst);
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
}

TEST(ReduceByKeyPlan, RefusesWrongDescriptions)
{
    const auto check = [](const ReduceByKeyDesc& desc) {
        RunModel model;
        return makeModel(desc, {}, portableDevice(), &model);
    };
    EXPECT_EQ(check({}), Status::Success);
    EXPECT_EQ(check({.keySize = 8, .keepsFirst = true}), Status::Success);
    for (const uint32_t keySize : {0u, 1u, 2u, 5u, 12u, 16u, ~0u})
        EXPECT_EQ(check({.keySize = keySize}), Status(Argument::KeySize, Rule::Invalid));
    EXPECT_EQ(check({.type = ElementType::U16}), Status(Argument::Type, Rule::NotOffered));
    EXPECT_EQ(check({.type = static_cast<ElementType>(99)}), Status(Argument::Type, Rule::Invalid));
    EXPECT_EQ(check({.op = static_cast<Op>(99)}), Status(Argument::Op, Rule::Invalid));
    EXPECT_EQ(check({.type = ElementType::F32, .op = Op::Xor}), Status(Argument::Op, Rule::Incompatible));
}

} // namespace
