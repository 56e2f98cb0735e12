// Plans of differences: the step, its grid and ranges, and descriptions and arguments that are refused.
#include "hazards.h"
#include "misuse.h"
#include "operations/difference.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

Schedule differenceModel(ElementType type, const Tuning& tuning, const Capabilities& capabilities)
{
    return modelFor<Schedule>(DifferenceDesc{type}, tuning, capabilities);
}

Status checkDifferenceDesc(const DifferenceDesc& desc, const Capabilities& capabilities)
{
    Schedule model;
    return makeModel(desc, {}, capabilities, &model);
}

// Every type on every kind of device, and in small numbers.
std::vector<Schedule> differenceModels()
{
    std::vector<Schedule> models;
    for (const ElementType type : kTypes) {
        for (const Capabilities& capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
            models.push_back(differenceModel(type, tuningFor(capabilities), capabilities));
        const ScanCase small = modelOfSmallNumbers(type, Strategy::Auto);
        models.push_back(differenceModel(type, small.tuning, small.capabilities));
    }
    return models;
}

uint64_t tileElements(const Schedule& model)
{
    return stageOf(model, "Difference").tileElements;
}

DifferenceArgs validDifferenceArgs(const Schedule& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    DifferenceArgs args;
    args.count = count;
    args.input = scan.input;
    args.output = scan.output;
    return args;
}

std::vector<uint64_t> countsOf(const Schedule& model)
{
    const uint64_t tile = tileElements(model);
    const uint64_t most = model.maxCount;
    std::vector<uint64_t> counts;
    for (const uint64_t count :
         {uint64_t{1}, uint64_t{14}, tile - 1, tile, tile + 1, 7 * tile, 7 * tile + 1, model.gridWidth * tile,
          model.gridWidth * tile + 1, uint64_t{1} << 32, (uint64_t{1} << 33) + 1, most})
        if (count <= most)
            counts.push_back(count);
    return counts;
}

TEST(DifferencePlan, IsOneDispatchOverAllTiles)
{
    for (const Schedule& model : differenceModels()) {
        const uint64_t tile = tileElements(model);
        for (const uint64_t count : countsOf(model)) {
            SCOPED_TRACE(describe(model, count));
            DifferenceArgs args = validDifferenceArgs(model, count);
            args.countBuffer = validCountBuffer();
            Plan plan;
            ASSERT_EQ(planDifference(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, 1);
            ASSERT_EQ(checkBarriers(plan), 0);
            const Step& step = plan.steps[0];
            ASSERT_EQ(nameOf(model, step), "Difference");
            const uint64_t width = step.groupCount[0];
            const uint64_t groups = width * step.groupCount[1];
            ASSERT_GE(groups * tile, count);
            ASSERT_LT((groups - width) * tile, count) << "a row too many";
            ASSERT_LE(width, model.gridWidth);
            ASSERT_LE(step.groupCount[1], model.capabilities.maxGroupCount[1]);
            ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().gridWidth, width);
            ASSERT_EQ(step.push.get<vkscan::abi::ScanPush>().maxCount, count);
            ASSERT_TRUE(pushesCount(step, args.countBuffer));
            ASSERT_EQ(step.accesses.count, 3);
        }
    }
}

TEST(DifferencePlan, DeclaresExactlyWhatItReadsAndWrites)
{
    const Schedule model = differenceModels()[0];
    DifferenceArgs args = validDifferenceArgs(model, 1000);
    args.input.size += 64;
    args.output.size += 64;
    Plan plan;
    ASSERT_EQ(planDifference(model, args, &plan), Status::Success);
    const AccessList& accesses = plan.steps[0].accesses;
    ASSERT_EQ(accesses.count, 2);
    EXPECT_EQ(accesses.items[0].range.address, args.input.address);
    EXPECT_EQ(accesses.items[0].range.size, 4000);
    EXPECT_FALSE(accesses.items[0].write);
    EXPECT_EQ(accesses.items[1].range.address, args.output.address);
    EXPECT_EQ(accesses.items[1].range.size, 4000);
    EXPECT_TRUE(accesses.items[1].write);
}

TEST(DifferencePlan, BeginsWithAVectorOfTheInput)
{
    for (const Schedule& model : differenceModels()) {
        const VkDeviceSize size = sizeOf(model.desc.type);
        for (VkDeviceSize head = 0; head < 16 / size; ++head) {
            DifferenceArgs args = validDifferenceArgs(model, tileElements(model));
            args.input.address += head * size;
            Plan plan;
            ASSERT_EQ(planDifference(model, args, &plan), Status::Success);
            const auto push = plan.steps[0].push.get<vkscan::abi::ScanPush>();
            EXPECT_EQ(push.head, head);
            EXPECT_EQ(push.inputAddress, args.input.address - head * size);
            EXPECT_EQ(push.outputAddress, args.output.address - head * size);
            EXPECT_EQ(plan.steps[0].groupCount[0], head == 0 ? 1 : 2);
        }
    }
}

TEST(DifferencePlan, OfNothingIsEmpty)
{
    const Schedule model = differenceModels()[0];
    Plan plan;
    ASSERT_EQ(planDifference(model, {}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

// 16 KiB is what every device has, for any order and tuple size of any type.
TEST(DifferencePlan, TilesFitSharedMemory)
{
    for (const Schedule& model : differenceModels()) {
        const VkDeviceSize size = sizeOf(model.desc.type);
        const VkDeviceSize halo = kMaxOrder * kMaxTupleSize * size;
        EXPECT_LE(tileElements(model) * size + halo, 16384);
        EXPECT_TRUE(model.gridWidth < 65535 || model.maxCount >= uint64_t{1} << 33);
    }
}

TEST(DifferencePlan, RefusesWrongArgumentsAndPlansNothing)
{
    const Schedule model = differenceModel(ElementType::U64, tuningFor(listedDevice()), listedDevice());
    expectRefused(
        model, validDifferenceArgs(model, 1000003), planDifference,
        {{Status(Argument::Count, Rule::TooLarge), [&](DifferenceArgs& a) { a.count = model.maxCount + 1; }}});
}

TEST(DifferencePlan, RefusesWrongDescriptions)
{
    const Capabilities capabilities = portableDevice();
    Capabilities withoutFloat64 = capabilities;
    withoutFloat64.float64 = false;
    EXPECT_EQ(checkDifferenceDesc({}, capabilities), Status::Success);
    EXPECT_EQ(checkDifferenceDesc({ElementType::F64, 16, 16}, capabilities), Status::Success);
    EXPECT_EQ(checkDifferenceDesc({ElementType::F64, 1, 1}, withoutFloat64), Status(Argument::Type, Rule::Unsupported));
    EXPECT_EQ(checkDifferenceDesc({static_cast<ElementType>(17), 1, 1}, capabilities),
              Status(Argument::Type, Rule::Invalid));
    for (const uint32_t wrong : {0u, 17u, 0xffffffffu}) {
        EXPECT_EQ(checkDifferenceDesc({ElementType::U32, wrong, 1}, capabilities),
                  Status(Argument::Order, Rule::Invalid));
        EXPECT_EQ(checkDifferenceDesc({ElementType::U32, 1, wrong}, capabilities),
                  Status(Argument::TupleSize, Rule::Invalid));
    }
}

} // namespace
