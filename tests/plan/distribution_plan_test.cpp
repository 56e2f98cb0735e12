// Plans of distributions: steps, barriers, which rows take which stage, and what is refused.
#include "hazards.h"
#include "operations/distribution.h"
#include "plan_models.h"

#include "distribution_abi.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

using namespace testing_support;
using namespace vkscan;

namespace {

std::vector<DistributionModel> distributionModels(const DistributionDesc& desc = {})
{
    std::vector<DistributionModel> models;
    for (const Capabilities& capabilities :
         {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
        models.push_back(modelFor<DistributionModel>(desc, tuningFor(capabilities), capabilities));
    const ScanCase small = modelOfSmallNumbers(ElementType::F32, Strategy::Auto);
    models.push_back(modelFor<DistributionModel>(desc, small.tuning, small.capabilities));
    return models;
}

DistributionArgs validDistributionArgs(uint64_t count, uint32_t rowLength)
{
    DistributionArgs args;
    args.count = count;
    args.rowLength = rowLength;
    args.input = {1 * kApart, count * sizeof(float)};
    args.output = {2 * kApart, distributionEntries(count, rowLength) * sizeof(float)};
    args.countBuffer = validCountBuffer();
    return args;
}

// The shortest tile that holds a row, or the longest.
uint64_t tileFor(const Schedule& model, uint64_t elements)
{
    uint64_t tile = 0;
    for (uint32_t i = 0; i < model.stageCount; ++i)
        if (tile < elements)
            tile = std::max(tile, model[i].tileElements);
    return tile;
}

TEST(DistributionPlan, SumsRowsThenTheirTotals)
{
    for (const DistributionModel& model : distributionModels()) {
        for (const uint32_t rowLength : {1u, 3u, 512u, 2048u, 4097u, kMaxDistributionRowLength}) {
            for (const uint64_t count :
                 {uint64_t{1}, uint64_t{rowLength}, uint64_t{rowLength} + 1, 1000 * uint64_t{rowLength} - 1,
                  std::min(kMaxDistributionRows * uint64_t{rowLength}, model.maxCount)}) {
                SCOPED_TRACE(describe(model, count) + ", rows of " + std::to_string(rowLength));
                const uint64_t rows = (count + rowLength - 1) / rowLength;
                const uint64_t padding = (rows + 3) / 4 * 4;
                const DistributionArgs args = validDistributionArgs(count, rowLength);
                ASSERT_EQ(args.output.size, (padding + count) * 4);
                Plan plan;
                ASSERT_EQ(planDistribution(model, args, &plan), Status::Success);
                ASSERT_EQ(plan.stepCount, 2);
                ASSERT_EQ(checkBarriers(plan), 1);

                const Step& ofRows = plan.steps[0];
                const auto push = ofRows.push.get<vkscan::abi::DistributionPush>();
                ASSERT_EQ(ofRows.groupCount[0], std::min<uint64_t>(rows, model.gridWidth));
                ASSERT_EQ(ofRows.groupCount[1], 1);
                ASSERT_EQ(push.outputAddress, args.output.address + padding * 4);
                ASSERT_EQ(push.rowCount, rows);
                ASSERT_EQ(model[ofRows.stage].tileElements, tileFor(model, std::min<uint64_t>(rowLength, count)));

                const Step& ofTotals = plan.steps[1];
                const auto totals = ofTotals.push.get<vkscan::abi::DistributionPush>();
                ASSERT_EQ(dispatchedBy(ofTotals), 1);
                ASSERT_EQ(totals.maxCount, rows);
                ASSERT_EQ(totals.rowLength, rows);
                ASSERT_GT(totals.maxWeight, push.maxWeight) << "totals are not clamped as weights are";
                ASSERT_EQ(model[ofTotals.stage].tileElements, tileFor(model, rows));
                ASSERT_TRUE(touches(ofTotals, {args.output.address, rows * 4}, true));
            }
        }
    }
}

// lavapipe ends loops after 65,535 iterations of an invocation, in all loops together.
TEST(DistributionPlan, LoopsAreBounded)
{
    const Capabilities capabilities = boundedLoopsDevice();
    const auto model = modelFor<DistributionModel>(DistributionDesc(), tuningFor(capabilities), capabilities);
    for (const uint32_t elements : {kMaxDistributionRowLength, kMaxDistributionRows}) {
        const Stage& stage = model[chooseStage(model, elements)];
        const uint64_t tiles = (elements + stage.tileElements - 1) / stage.tileElements;
        EXPECT_LT(tiles * (1 + stage.geometry.workgroupSize / 4), 65535) << elements << " elements in a row";
    }
}

DistributionArgs validAliasArgs(uint64_t count, uint32_t rowLength)
{
    DistributionArgs args = validDistributionArgs(count, rowLength);
    args.alias = {6 * kApart, distributionAliasEntries(count, rowLength) * 8};
    args.temporary = {7 * kApart, distributionTemporaryBytes(count, rowLength)};
    return args;
}

TEST(DistributionPlan, MakesAnAliasTableOfTheTable)
{
    for (const DistributionModel& model : distributionModels({.withAlias = true})) {
        for (const uint32_t rowLength : {1u, 3u, 2048u, kMaxDistributionRowLength}) {
            for (const uint64_t count : {uint64_t{1}, uint64_t{rowLength} + 1,
                                         std::min(kMaxDistributionRows * uint64_t{rowLength}, model.maxCount)}) {
                SCOPED_TRACE(describe(model, count) + ", rows of " + std::to_string(rowLength));
                const uint64_t rows = (count + rowLength - 1) / rowLength;
                const uint64_t padding = (rows + 3) / 4 * 4;
                const DistributionArgs args = validAliasArgs(count, rowLength);
                ASSERT_EQ(args.alias.size, (rows + count) * 8);
                ASSERT_EQ(args.temporary.size, (2 * rows + count + 1) * 16);
                Plan plan;
                ASSERT_EQ(planDistribution(model, args, &plan), Status::Success);
                ASSERT_EQ(plan.stepCount, 4);
                ASSERT_EQ(checkBarriers(plan), 3);

                const auto sums = plan.steps[2].push.get<vkscan::abi::DistributionPush>();
                ASSERT_EQ(plan.steps[2].groupCount[0], std::min<uint64_t>(rows + 1, model.gridWidth));
                ASSERT_EQ(sums.inputAddress, args.output.address + padding * 4);
                ASSERT_EQ(sums.rowCount, rows);

                const uint64_t workgroup = model[model.alias].geometry.workgroupSize;
                ASSERT_EQ(plan.steps[3].groupCount[0],
                          std::min<uint64_t>((rows + count + workgroup - 1) / workgroup, model.gridWidth));
            }
        }
    }
}

// lavapipe ends loops after 65,535 iterations of an invocation. The dispatch of sums takes two loops over a list, that
// of the table three searches of 21 steps an entry.
TEST(DistributionPlan, LoopsOfAliasTablesAreBounded)
{
    const Capabilities capabilities = boundedLoopsDevice();
    const auto model =
        modelFor<DistributionModel>(DistributionDesc{.withAlias = true}, tuningFor(capabilities), capabilities);
    const uint64_t workgroup = model[model.alias].geometry.workgroupSize;
    const uint64_t rowRounds = (uint64_t{kMaxDistributionRows} + 1 + model.gridWidth - 1) / model.gridWidth;
    const uint64_t inRow = std::min<uint64_t>(kMaxDistributionRowLength, model.maxCount / kMaxDistributionRows);
    const uint64_t ofRow = 2 + inRow / workgroup + inRow / (4 * workgroup);
    const uint64_t ofRows = 2 + kMaxDistributionRows / workgroup + kMaxDistributionRows / (4 * workgroup);
    EXPECT_LT(ofRows + rowRounds * (1 + ofRow), 32768U);
    EXPECT_LT((model.maxCount + kMaxDistributionRows) / (workgroup * model.gridWidth) * (1 + 3 * 21), 32768U);
}

TEST(DistributionPlan, TakesAsManyWeightsAsItsSumsStayFinite)
{
    for (const DistributionModel& model : distributionModels())
        EXPECT_EQ(model.maxCount, uint64_t{1} << 31);
}

constexpr DistributionDesc kOfImage = {
    .withAlias = true, .input = Resource::SampledImage, .inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT};

DistributionArgs validImageArgs(VkExtent2D extent)
{
    DistributionArgs args = validAliasArgs(uint64_t{extent.width} * extent.height, extent.width);
    args.input = {};
    args.countBuffer = {};
    args.count = ~uint64_t{0}; // ignored, as the next
    args.rowLength = 0;
    args.image.extent = extent;
    args.image.view = reinterpret_cast<VkImageView>(uintptr_t{1});
    args.image.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    args.image.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    return args;
}

// The plan of an array of as many weights, but for the input, which is no memory.
TEST(DistributionPlan, OfAnImageIsThatOfItsTexels)
{
    const std::vector<DistributionModel> ofArrays = distributionModels({.withAlias = true});
    const std::vector<DistributionModel> ofImages = distributionModels(kOfImage);
    for (std::size_t i = 0; i < ofImages.size(); ++i) {
        for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{2048, 1024}, VkExtent2D{65536, 3}}) {
            const uint64_t count = uint64_t{extent.width} * extent.height;
            DistributionArgs array = validAliasArgs(count, extent.width);
            array.countBuffer = {};
            Plan expected;
            Plan plan;
            ASSERT_EQ(planDistribution(ofArrays[i], array, &expected), Status::Success);
            ASSERT_EQ(planDistribution(ofImages[i], validImageArgs(extent), &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, 4);
            ASSERT_EQ(checkBarriers(plan), 3);
            for (uint32_t step = 0; step < 4; ++step) {
                SCOPED_TRACE(step);
                auto push = plan.steps[step].push.get<vkscan::abi::DistributionPush>();
                auto other = expected.steps[step].push.get<vkscan::abi::DistributionPush>();
                EXPECT_EQ(plan.steps[step].stage, expected.steps[step].stage);
                EXPECT_EQ(plan.steps[step].groupCount[0], expected.steps[step].groupCount[0]);
                EXPECT_EQ(push.inputAddress, step == 0 ? push.outputAddress : other.inputAddress) << "it can be read";
                EXPECT_EQ(push.texelScale, step == 0 ? 0x3f800000u : 0u);
                EXPECT_EQ(push.isSphere, 0u);
                push.inputAddress = other.inputAddress;
                push.texelScale = other.texelScale;
                push.countAddress = other.countAddress;
                EXPECT_EQ(std::memcmp(&push, &other, sizeof(push)), 0);
            }
            EXPECT_EQ(plan.steps[0].accesses.count, 1u);
            EXPECT_TRUE(touches(plan.steps[0], validImageArgs(extent).output, true));
        }
    }
}

TEST(DistributionPlan, WeighsTheRowsOfMaps)
{
    DistributionDesc desc = kOfImage;
    desc.equirectangular = true;
    for (const DistributionModel& model : distributionModels(desc)) {
        Plan plan;
        ASSERT_EQ(planDistribution(model, validImageArgs({8, 4}), &plan), Status::Success);
        const auto push = plan.steps[0].push.get<vkscan::abi::DistributionPush>();
        EXPECT_EQ(push.isSphere, 1u);
        // 4 pi / 8 sin(pi / 8)
        EXPECT_NEAR(static_cast<double>(std::bit_cast<float>(push.texelScale)), 0.60111, 1e-4);
        EXPECT_EQ(plan.steps[1].push.get<vkscan::abi::DistributionPush>().isSphere, 0u);
    }
}

TEST(DistributionPlan, RefusesWrongDescriptionsOfImages)
{
    const Capabilities capabilities = portableDevice();
    const auto statusOf = [&](Resource input, VkFormat format) {
        DistributionModel model;
        return makeModel(DistributionDesc{.input = input, .inputFormat = format}, tuningFor(capabilities), capabilities,
                         &model);
    };
    EXPECT_EQ(statusOf(Resource::SampledImage, VK_FORMAT_R32_SFLOAT), Status::Success);
    EXPECT_EQ(statusOf(Resource::StorageImage, VK_FORMAT_R32_SFLOAT), Status(Argument::Input, Rule::NotOffered));
    for (const VkFormat format : {VK_FORMAT_UNDEFINED, VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R8_SNORM})
        EXPECT_EQ(statusOf(Resource::SampledImage, format), Status(Argument::InputFormat, Rule::Unsupported));
    // Arrays have no format.
    EXPECT_EQ(statusOf(Resource::Buffer, VK_FORMAT_R32_UINT), Status::Success);
    EXPECT_EQ(statusOf(static_cast<Resource>(7), VK_FORMAT_R32_SFLOAT), Status(Argument::Input, Rule::Invalid));
}

} // namespace
