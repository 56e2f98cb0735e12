// Plans of reductions: steps, barriers, scratch, and arguments that are refused.
#include "hazards.h"
#include "misuse.h"
#include "plan_models.h"
#include "study/reduce.h"

#include <vkscan/study.h>

#include <gtest/gtest.h>

#include <limits>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

// Every type, with and without 64-bit atomics, and indices.
struct ReduceCase {
    study::ReduceDesc desc;
    Tuning tuning;
    Capabilities capabilities;

    operator ReduceModel() const { return modelFor<ReduceModel>(desc, tuning, capabilities); }
};

std::vector<ReduceCase> reduceModels()
{
    std::vector<ReduceCase> models;
    for (const ElementType type : kTypes) {
        for (Capabilities capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
            for (const bool atomics : {false, true}) {
                capabilities.bufferInt64Atomics = atomics;
                models.push_back({{{type, Op::Min}}, tuningFor(capabilities), capabilities});
                models.push_back(models.back());
                models.back().desc.withIndex = true;
                models.push_back(models[models.size() - 2]);
                models.back().desc.method = study::ReduceMethod::Unrolled;
                models.push_back(models.back());
                models.back().desc.method = study::ReduceMethod::Decomposed;
                models.push_back({{{type, Op::Add}}, tuningFor(capabilities), capabilities});
                models.back().desc.reproducible = true;
            }
        }
        const ScanCase small = modelOfSmallNumbers(type, Strategy::Auto);
        models.push_back({{{type, Op::Min}}, small.tuning, small.capabilities});
    }
    return models;
}

ReduceArgs validReduceArgs(const ReduceModel& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    ReduceArgs args;
    args.count = count;
    args.input = scan.input;
    args.result = validTotal(model);
    if (model.withIndex)
        args.index = {VkDeviceAddress{6} << 50, sizeof(uint32_t)};
    args.scratch = {scan.scratch.address, scratchSize(model, count)};
    return args;
}

std::vector<uint64_t> countsOf(const ReduceModel& model)
{
    std::set<uint64_t> counts = {0, 1, model.maxCount};
    for (const uint64_t count : interestingCounts(model))
        if (count <= model.maxCount)
            counts.insert(count);
    return {counts.begin(), counts.end()};
}

TEST(ReducePlan, HasOneDispatchOrTwoAndABarrier)
{
    for (const ReduceCase& reduced : reduceModels()) {
        const ReduceModel model = reduced;
        const bool one = model.capabilities.bufferInt64Atomics &&
                         reduced.desc.method != study::ReduceMethod::Decomposed && !model.desc.hasFixedOrder;
        for (const uint64_t count : countsOf(model)) {
            SCOPED_TRACE(describe(model, count));
            ReduceArgs args = validReduceArgs(model, count);
            args.countBuffer = validCountBuffer();
            Plan plan;
            ASSERT_EQ(planReduce(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, one ? 1 : 2);
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
            const Step& first = plan.steps[0];
            const Step& last = plan.steps[plan.stepCount - 1];
            ASSERT_EQ(nameOf(model, first), one ? "ReduceArray" : "ReduceSpans");
            ASSERT_EQ(nameOf(model, last), one ? "ReduceArray" : "ReduceSlots");
            ASSERT_EQ(last.push.get<vkscan::abi::ScanPush>().totalAddress, args.result.address);
            ASSERT_EQ(last.push.get<vkscan::abi::ScanPush>().outputAddress, args.index.address);
            ASSERT_EQ(first.push.get<vkscan::abi::ScanPush>().gridWidth, first.groupCount[0]);
            ASSERT_LE(first.groupCount[0], model.gridWidth);
            ASSERT_TRUE(one || last.push.get<vkscan::abi::ScanPush>().spans == first.groupCount[0]);
            ASSERT_TRUE(one || last.groupCount[0] == 1);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                ASSERT_EQ(plan.steps[i].groupCount[1], 1);
                ASSERT_EQ(plan.steps[i].push.get<vkscan::abi::ScanPush>().maxCount, count);
                ASSERT_TRUE(pushesCount(plan.steps[i], args.countBuffer));
            }
            // Header and slots, unless one workgroup does it all.
            const uint64_t words = sizeOf(model.desc.type) / 4 + (model.withIndex ? 1 : 0);
            const uint64_t lastWindow = model.desc.hasFixedOrder ? kFixedWindow : 0;
            const VkDeviceSize slots = 64 + 8 * words * (first.groupCount[0] + lastWindow);
            ASSERT_LE(one && first.groupCount[0] == 1 ? 0 : slots, args.scratch.size);
        }
    }
}

TEST(ReducePlan, BeginsWithAVectorOfTheInput)
{
    for (const ReduceModel model : reduceModels()) {
        const VkDeviceSize size = sizeOf(model.desc.type);
        for (VkDeviceSize head = 0; head <= maxHeadOf(model); ++head) {
            ReduceArgs args = validReduceArgs(model, 1000);
            args.input.address += head * size;
            Plan plan;
            ASSERT_EQ(planReduce(model, args, &plan), Status::Success);
            EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::ScanPush>().head, head);
            EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::ScanPush>().inputAddress, args.input.address - head * size);
        }
    }
}

TEST(ReducePlan, ScratchIsMonotoneAndBounded)
{
    for (const ReduceModel model : reduceModels()) {
        VkDeviceSize size = 0;
        for (const uint64_t count : countsOf(model)) {
            ASSERT_LE(size, scratchSize(model, count)) << describe(model, count);
            size = scratchSize(model, count);
        }
        EXPECT_EQ(scratchSize(model, kLastByte), size);
        uint64_t least = uint64_t{1} << 33;
        if (model.desc.hasFixedOrder) // spans of a window
            least = (model.capabilities.boundedLoops ? kBoundedWindows : 65535) * kFixedWindow * kFixedTileVectors * 2;
        EXPECT_TRUE(model.gridWidth < 65535 || model.withIndex || model.maxCount >= least);
        EXPECT_TRUE(!model.withIndex || model.maxCount == kNoIndex - (16 / sizeOf(model.desc.type) - 1));
    }
}

TEST(ReducePlan, RefusesWrongArgumentsAndPlansNothing)
{
    const auto model =
        modelFor<ReduceModel>(ReduceDesc{ElementType::U64, Op::Min, true}, tuningFor(listedDevice()), listedDevice());
    expectRefused(model, validReduceArgs(model, 1000003), planReduce,
                  {{Status(Argument::Count, Rule::TooLarge), [&](ReduceArgs& a) { a.count = model.maxCount + 1; }},
                   {Status(Argument::Initial, Rule::WrongType), [](ReduceArgs& a) { a.initial = int64_t{1}; }}});
}

TEST(ReducePlan, RefusesAnIndexThatItDoesNotTell)
{
    const auto model =
        modelFor<ReduceModel>(study::ReduceDesc{ElementType::F32}, tuningFor(listedDevice()), listedDevice());
    ReduceArgs args = validReduceArgs(model, 1000);
    args.index = {VkDeviceAddress{6} << 50, sizeof(uint32_t)};
    Plan plan;
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Index, Rule::Incompatible));
    args.index.address = 0;
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Index, Rule::Incompatible));
}

} // namespace
