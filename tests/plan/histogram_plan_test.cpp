// Plans of histograms: steps, barriers, shared memory, how integers are divided, and what is refused.
#include "hazards.h"
#include "operations/histogram.h"
#include "plan_models.h"

#include "histogram_abi.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

HistogramModel histogramModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities)
{
    return modelFor<HistogramModel>(desc, tuning, capabilities);
}

Status checkHistogramDesc(const HistogramDesc& desc)
{
    HistogramModel model;
    return makeModel(desc, {}, portableDevice(), &model);
}

std::vector<HistogramModel> histogramModels()
{
    std::vector<HistogramModel> models;
    for (const ElementType type : typesOfBytes(4)) {
        for (const uint32_t bins : {1u, 256u, 257u, 4096u, 4097u, kMaxBinCount}) {
            for (const Capabilities& capabilities :
                 {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()})
                models.push_back(histogramModel({type, bins}, tuningFor(capabilities), capabilities));
            const ScanCase small = modelOfSmallNumbers(type, Strategy::Auto);
            models.push_back(histogramModel({type, bins}, small.tuning, small.capabilities));
        }
    }
    return models;
}

HistogramArgs validHistogramArgs(const HistogramModel& model, uint64_t count)
{
    const ScanArgs scan = validArgs(model, count);
    HistogramArgs args;
    args.count = count;
    args.input = scan.input;
    args.counts = {scan.output.address, model.binCount * sizeof(uint32_t)};
    args.countBuffer = validCountBuffer();
    return args;
}

TEST(HistogramPlan, ClearsThenCounts)
{
    for (const HistogramModel& model : histogramModels()) {
        const uint64_t tile = stageOf(model, "Histogram").tileElements;
        for (const uint64_t count : {uint64_t{1}, tile - 1, tile, tile + 1, 1000 * tile, 5000 * tile, model.maxCount}) {
            if (count > model.maxCount)
                continue;
            SCOPED_TRACE(describe(model, count));
            const HistogramArgs args = validHistogramArgs(model, count);
            Plan plan;
            ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, 2);
            ASSERT_EQ(checkBarriers(plan), 1);
            const Step& clear = plan.steps[0];
            const Step& add = plan.steps[1];
            const Geometry words = geometryOf(model, "FillWords");
            ASSERT_GE(uint64_t{clear.groupCount[0]} * clear.groupCount[1] * words.workgroupSize * words.rows,
                      model.binCount);
            ASSERT_EQ(add.groupCount[1], model.parts());
            ASSERT_LE(add.groupCount[0], model.gridWidth);
            ASSERT_LE((count + tile - 1) / tile, 257 * uint64_t{add.groupCount[0]}) << "of a workgroup's tiles";
        }
    }
}

TEST(HistogramPlan, CountsAsManyBinsInSharedMemoryAsThereIs)
{
    Capabilities capabilities = portableDevice();
    for (const uint32_t bytes : {16384u, 32768u, 49152u}) {
        capabilities.maxSharedBytes = bytes;
        const uint32_t most = bytes / 4;
        for (const uint32_t bins : {1u, 256u, most - 1, most, most + 1, 2 * most, 2 * most + 1, kMaxBinCount}) {
            const HistogramModel model = histogramModel({ElementType::U32, bins}, {}, capabilities);
            EXPECT_EQ(model.parts(), (bins + most - 1) / most) << bins << " bins in " << bytes << " bytes";
            EXPECT_LE(model.partBins, most);
            EXPECT_GE(model.partBins * model.parts(), bins);
            EXPECT_LT(model.partBins * (model.parts() - 1), bins);
        }
    }
}

TEST(HistogramPlan, StartsWorkgroupsThatRunAtOnce)
{
    Capabilities capabilities = listedLargeDevice();
    capabilities.maxSharedBytes = 49152;
    for (const auto& [bins, parts, each] :
         {std::tuple{256u, 1u, 2u}, {4096u, 1u, 2u}, {12288u, 1u, 1u}, {kMaxBinCount, 6u, 1u}}) {
        const HistogramModel model = histogramModel({ElementType::U32, bins}, tuningFor(capabilities), capabilities);
        const HistogramArgs args = validHistogramArgs(model, uint64_t{1} << 26);
        Plan plan;
        ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
        const uint32_t spans = each * capabilities.multiprocessors / parts;
        EXPECT_EQ(plan.steps[1].groupCount[0], spans) << bins << " bins";
        EXPECT_EQ(plan.steps[1].groupCount[1], parts) << bins << " bins";
        EXPECT_EQ(plan.steps[1].push.get<vkscan::abi::HistogramPush>().gridWidth, spans) << bins << " bins";
    }
}

// As the kernel does it, which is to be the quotient for every element.
TEST(HistogramPlan, DividesExactly)
{
    const HistogramModel model = histogramModel({ElementType::U32, 7}, {}, portableDevice());
    std::mt19937 random(1);
    const auto next = [&] { return static_cast<uint32_t>(random()); };
    for (uint32_t i = 0; i < 100000; ++i) {
        const uint32_t width = i < 1000 ? i + 1 : std::max(next() >> next() % 32, 1u);
        HistogramArgs args = validHistogramArgs(model, 1000);
        args.width = width;
        Plan plan;
        ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
        const auto push = plan.steps[1].push.get<vkscan::abi::HistogramPush>();
        const uint32_t multiple = next() / width * width;
        for (const uint32_t distance : {0u, 1u, multiple - 1, multiple, multiple + 1, 0xfffffffeu, 0xffffffffu}) {
            const auto high = static_cast<uint32_t>(uint64_t{distance} * push.scale >> 32);
            ASSERT_EQ((high + ((distance - high) >> push.firstShift)) >> push.secondShift, distance / width)
                << distance << " by " << width;
        }
    }
}

TEST(HistogramPlan, RefusesWrongDescriptions)
{
    EXPECT_EQ(checkHistogramDesc({}), Status::Success);
    EXPECT_EQ(checkHistogramDesc({ElementType::F32, 1}), Status::Success);
    EXPECT_EQ(checkHistogramDesc({ElementType::I32, kMaxBinCount}), Status::Success);
    EXPECT_EQ(checkHistogramDesc({static_cast<ElementType>(17), 256}), Status(Argument::Type, Rule::Invalid));
    for (const ElementType type : typesOfBytes(8))
        EXPECT_EQ(checkHistogramDesc({type, 256}), Status(Argument::Type, Rule::NotOffered));
    for (const uint32_t bins : {0u, kMaxBinCount + 1, 0xffffffffu})
        EXPECT_EQ(checkHistogramDesc({ElementType::U32, bins}), Status(Argument::BinCount, Rule::Invalid));
}

constexpr HistogramDesc kOfLight = {
    .type = ElementType::F32, .binCount = 64, .inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT};

HistogramArgs validLightArgs(VkExtent2D extent)
{
    HistogramArgs args;
    args.counts = {4096, 64 * sizeof(uint32_t)};
    args.lower = -10.0f;
    args.width = 0.25f;
    args.count = ~uint64_t{0}; // ignored
    args.image.extent = extent;
    args.image.view = reinterpret_cast<VkImageView>(uintptr_t{1});
    args.image.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    return args;
}

HistogramModel imageModel(const Capabilities& capabilities)
{
    return histogramModel(kOfLight, tuningFor(capabilities), capabilities);
}

// One dispatch clears counts and mean if they are neighbours, otherwise two do, with no barrier between them.
TEST(HistogramPlan, ClearsTheMeanWithTheCounts)
{
    for (const Capabilities& capabilities : {portableDevice(), listedDevice(), listedLargeDevice()}) {
        const HistogramModel model = imageModel(capabilities);
        for (const auto& [mean, steps] : {std::pair{uint64_t{0}, 2}, {4096 + 64 * 4, 2}, {8192, 3}}) {
            HistogramArgs args = validLightArgs({3840, 2160});
            if (mean != 0)
                args.mean = {mean, sizeof(float)};
            Plan plan;
            ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
            ASSERT_EQ(plan.stepCount, static_cast<uint32_t>(steps));
            ASSERT_EQ(checkBarriers(plan), 1);
            const Step& last = plan.steps[plan.stepCount - 1];
            EXPECT_TRUE(last.barrierBefore);
            const auto push = last.push.get<vkscan::abi::HistogramImagePush>();
            EXPECT_EQ(push.gridWidth, last.groupCount[0]);
            EXPECT_EQ(last.groupCount[1], 1u);
            const Geometry geometry = model[0].geometry;
            EXPECT_EQ(push.tileCount * geometry.workgroupSize * geometry.rows,
                      push.tileColumns * (geometry.workgroupSize / 4) *
                          ((2160 + 4 * geometry.rows - 1) / (4 * geometry.rows)) * 4 * geometry.rows)
                << "tiles cover the image";
            EXPECT_LE(last.groupCount[0], push.tileCount);
            EXPECT_EQ(last.groupCount[0], std::min(push.tileCount, tuningFor(capabilities).imageGroups));
            EXPECT_EQ(push.meanAddress, mean != 0 ? mean | vkscan::abi::kPresent : args.counts.address);
            EXPECT_EQ(push.weightsAddress, args.counts.address) << "it can be read";
        }
    }
}

// lavapipe ends loops after 65,535 iterations of an invocation.
TEST(HistogramPlan, LoopsOverTilesOfImagesAreBounded)
{
    const HistogramModel model = imageModel(boundedLoopsDevice());
    Plan plan;
    ASSERT_EQ(planHistogram(model, validLightArgs({kMaxHistogramExtent, kMaxHistogramExtent}), &plan), Status::Success);
    const auto push = plan.steps[1].push.get<vkscan::abi::HistogramImagePush>();
    EXPECT_LT(push.tileCount / plan.steps[1].groupCount[0] * (1 + model[0].geometry.rows), 32768u);
}

// As the kernel divides distances, and scales columns to those of weights.
TEST(HistogramPlan, DividesLogarithmsAndColumnsExactly)
{
    const HistogramModel model = imageModel(portableDevice());
    std::mt19937 random(1);
    const auto next = [&] { return static_cast<uint32_t>(random()); };
    for (uint32_t i = 0; i < 20000; ++i) {
        HistogramArgs args = validLightArgs({1 + next() % kMaxHistogramExtent, 1});
        const uint32_t width = std::max(next() >> (8 + next() % 23), 2u);
        args.width = static_cast<float>(width) * 0x1p-23f;
        args.weights = {1 << 20, 1 << 20};
        args.weightExtent = {1 + next() % kMaxHistogramExtent, 1};
        Plan plan;
        ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
        const auto push = plan.steps[1].push.get<vkscan::abi::HistogramImagePush>();
        const uint32_t multiple = (next() >> 1) / width * width;
        for (const uint32_t distance : {0u, 1u, multiple - (multiple > 0), multiple, 0x7fffffffu})
            ASSERT_EQ((uint64_t{distance} * push.scale >> 32) >> push.shift, distance / width)
                << distance << " by " << width;
        const uint32_t column = next() % args.image.extent.width;
        for (const uint32_t x : {0u, column, args.image.extent.width - 1})
            ASSERT_EQ(x * push.columnStep + (uint64_t{x} * push.columnFraction >> 32),
                      uint64_t{x} * args.weightExtent.width / args.image.extent.width);
    }
}

TEST(HistogramPlan, RefusesWrongImages)
{
    const HistogramModel model = imageModel(portableDevice());
    const auto statusOf = [&](const auto& change) {
        HistogramArgs args = validLightArgs({64, 64});
        args.weights = {1 << 20, 1 << 20};
        args.weightExtent = {4, 4};
        args.mean = {8192, 4};
        change(args);
        Plan plan;
        return planHistogram(model, args, &plan);
    };
    EXPECT_EQ(statusOf([](HistogramArgs&) {}), Status::Success);
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.image.extent.width = 0; }), Status(Argument::Image, Rule::Zero));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.image.extent = {16385, 1}; }), Status(Argument::Image, Rule::TooLarge));
    EXPECT_EQ(statusOf([](HistogramArgs& a) {
                  a.image.extent = {8192, 4096};
              }), // 2^25
              Status(Argument::Image, Rule::TooLarge));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.image.extent = {8192, 4095}; }), Status::Success);
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.weightExtent.height = 0; }),
              Status(Argument::WeightExtent, Rule::Invalid));
    EXPECT_EQ(statusOf([](HistogramArgs& a) {
                  a.weightExtent = {16384, 64};
              }),
              Status(Argument::Weights, Rule::TooSmall));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.lower = -97.0f; }), Status(Argument::Lower, Rule::Invalid));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.width = 0.0f; }), Status(Argument::Width, Rule::Invalid));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.width = 2.25f; }), Status(Argument::Width, Rule::Invalid));
    for (const auto& [from, to] : {std::pair{0.5f, 0.5f},
                                   {0.6f, 0.5f},
                                   {-0.1f, 1.0f},
                                   {0.0f, 1.1f},
                                   {0.5f, 0.500001f},
                                   {std::nanf(""), 1.0f},
                                   {0.0f, std::nanf("")}})
        EXPECT_EQ(statusOf([&](HistogramArgs& a) { a.meanFrom = from, a.meanTo = to; }),
                  Status(Argument::MeanRange, Rule::Invalid));
    EXPECT_EQ(statusOf([](HistogramArgs& a) { a.mean.address = a.counts.address; }),
              Status(Argument::Mean, Rule::Overlaps));
    EXPECT_EQ(statusOf([](HistogramArgs& a) {
                  a.countBuffer = {1 << 22, 4};
              }),
              Status(Argument::CountBuffer, Rule::Incompatible));

    const HistogramModel ofArray = histogramModel({}, {}, portableDevice());
    HistogramArgs args = validHistogramArgs(ofArray, 100);
    args.mean = {1 << 22, 4};
    Plan plan;
    EXPECT_EQ(planHistogram(ofArray, args, &plan), Status(Argument::Mean, Rule::Incompatible));
}

TEST(HistogramPlan, RefusesWrongDescriptionsOfImages)
{
    EXPECT_EQ(checkHistogramDesc(kOfLight), Status::Success);
    const auto statusOf = [](const auto& change) {
        HistogramDesc desc = kOfLight;
        change(desc);
        return checkHistogramDesc(desc);
    };
    EXPECT_EQ(statusOf([](HistogramDesc& d) { d.type = ElementType::U32; }), Status(Argument::Type, Rule::NotOffered));
    EXPECT_EQ(statusOf([](HistogramDesc& d) { d.binCount = 1025; }), Status(Argument::BinCount, Rule::TooLarge));
    EXPECT_EQ(statusOf([](HistogramDesc& d) { d.input = StoredType::F16; }),
              Status(Argument::Input, Rule::Incompatible));
    for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R8_SNORM})
        EXPECT_EQ(statusOf([&](HistogramDesc& d) { d.inputFormat = format; }),
                  Status(Argument::InputFormat, Rule::Unsupported));
}

} // namespace
