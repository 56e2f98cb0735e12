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

} // namespace
