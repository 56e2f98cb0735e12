// Plans of reductions by key, with and without values: their steps, what these push and touch, and what is refused.
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
