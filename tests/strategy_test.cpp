// Which strategy a scan takes, how far it reaches, and what it needs of scratch.
#include "plan_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

uint64_t mostIn(const ScanModel& model, Strategy strategy, uint64_t tiles)
{
    return tiles * geometryOf(model.tuning, scanStage(strategy)).tileElements(model.desc.type);
}

TEST(Strategy, AutoOnAListedDriverTakesSinglePassesByCount)
{
    for (const Capabilities& capabilities : {listedDevice(), listedLargeDevice()}) {
        for (const Type type : kTypes) {
            const ScanModel model = modelOf(capabilities, type, Strategy::Auto);
            const uint64_t single = mostIn(model, Strategy::SingleWorkgroup, 1);
            const uint64_t flat = mostIn(model, Strategy::FlatSum, model.tuning.window);
            ASSERT_LT(single, flat);
            EXPECT_EQ(chooseStrategy(model, 0), Strategy::SingleWorkgroup);
            EXPECT_EQ(chooseStrategy(model, single), Strategy::SingleWorkgroup);
            EXPECT_EQ(chooseStrategy(model, single + 1), Strategy::FlatSum);
            EXPECT_EQ(chooseStrategy(model, flat), Strategy::FlatSum);
            EXPECT_EQ(chooseStrategy(model, flat + 1), Strategy::Spine);
            EXPECT_EQ(chooseStrategy(model, maxScanCount(model)), Strategy::Spine);
        }
    }
}

TEST(Strategy, AutoElsewhereNeedsNothingOfTheDevice)
{
    Capabilities withoutAtomics = listedDevice();
    withoutAtomics.bufferInt64Atomics = false;
    for (const Capabilities& capabilities : {portableDevice(), boundedLoopsDevice(), withoutAtomics}) {
        for (const Type type : kTypes) {
            const ScanModel model = modelOf(capabilities, type, Strategy::Auto);
            const uint64_t single = mostIn(model, Strategy::SingleWorkgroup, 1);
            EXPECT_EQ(chooseStrategy(model, 0), Strategy::SingleWorkgroup);
            EXPECT_EQ(chooseStrategy(model, single), Strategy::SingleWorkgroup);
            EXPECT_EQ(chooseStrategy(model, single + 1), Strategy::ReduceThenScan);
            EXPECT_EQ(chooseStrategy(model, maxScanCount(model)), Strategy::ReduceThenScan);
        }
    }
}

TEST(Strategy, IsTheRequestedOneUpToTheLargestCountAndNoneBeyond)
{
    for (const ScanModel& model : allModels()) {
        const uint64_t most = maxScanCount(model);
        SCOPED_TRACE(describe(model, most));
        EXPECT_EQ(chooseStrategy(model, most + 1), Strategy::Auto);
        EXPECT_EQ(chooseStrategy(model, std::numeric_limits<uint64_t>::max()), Strategy::Auto);
        if (model.desc.strategy == Strategy::Auto)
            continue;
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, most})
            EXPECT_EQ(chooseStrategy(model, count), model.desc.strategy);
    }
}

TEST(Strategy, PipelinesOfEveryChosenStrategyAndNoOtherAreCompiled)
{
    for (const ScanModel& model : allModels()) {
        std::set<Stage> needed;
        for (const uint64_t count : interestingCounts(model)) {
            const Strategy strategy = chooseStrategy(model, count);
            needed.insert(scanStage(strategy));
            if (strategy == Strategy::ReduceThenScan)
                needed.insert(Stage::ReduceSpans);
        }
        SCOPED_TRACE(describe(model, maxScanCount(model)));
        for (uint32_t i = 0; i < kStageCount; ++i)
            EXPECT_EQ(usesStage(model, static_cast<Stage>(i)), needed.count(static_cast<Stage>(i)) == 1) << i;
    }
}

TEST(MaxCount, ReachesPastThirtyThreeBits)
{
    for (const ScanModel& model : allModels()) {
        SCOPED_TRACE(describe(model, maxScanCount(model)));
        const bool isForSmallArrays = model.desc.strategy == Strategy::SingleWorkgroup ||
                                      model.desc.strategy == Strategy::FlatSum || model.tuning.maxGridWidth < 65535;
        EXPECT_GE(maxScanCount(model), isForSmallArrays ? mostIn(model, model.desc.strategy, 1) : uint64_t{1} << 33);
        // Bytes of the arrays, and addresses of them, cannot overflow.
        EXPECT_LT(maxScanCount(model), (uint64_t{1} << 50) / sizeOf(model.desc.type));
    }
}

TEST(MaxCount, KeepsTileIndicesInThirtyTwoBits)
{
    Capabilities unlimited = listedDevice();
    unlimited.maxGroupCount[0] = unlimited.maxGroupCount[1] = 0xffffffff;
    for (const Type type : kTypes) {
        for (const Strategy strategy : kStrategies) {
            const ScanModel model = modelOf(unlimited, type, strategy);
            const Strategy chosen = chooseStrategy(model, maxScanCount(model));
            // Kernels count tiles, aggregates' and carries' slots in 32 bits.
            EXPECT_LE(2 * tilesOf(model, chosen, maxScanCount(model)), uint64_t{1} << 31);
        }
    }
}

std::vector<uint64_t> manyCounts(const ScanModel& model)
{
    std::vector<uint64_t> counts = interestingCounts(model);
    std::mt19937_64 random(1);
    for (int i = 0; i < 3000; ++i) // spread evenly over the magnitudes
        counts.push_back((random() >> (random() % 64)) % (maxScanCount(model) + 1));
    std::sort(counts.begin(), counts.end());
    return counts;
}

TEST(ScratchSize, IsMonotoneAndCoversEverySmallerRecording)
{
    for (const ScanModel& model : allModels()) {
        VkDeviceSize size = 0;
        VkDeviceSize mostRecorded = 0;
        for (const uint64_t count : manyCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            mostRecorded = std::max(mostRecorded, recordingScratchSize(model, chooseStrategy(model, count), count));
            ASSERT_LE(size, scanScratchSize(model, count));
            size = scanScratchSize(model, count);
            ASSERT_LE(mostRecorded, size);
        }
        EXPECT_EQ(size, mostRecorded) << "more than any recording takes, " << describe(model, 0);
        EXPECT_EQ(scanScratchSize(model, std::numeric_limits<uint64_t>::max()), size);
    }
}

TEST(ScratchSize, OfARecordingIsMonotone)
{
    for (const ScanModel& model : allModels()) {
        const Strategy strategy = model.desc.strategy;
        if (strategy == Strategy::Auto)
            continue;
        VkDeviceSize size = 0;
        for (const uint64_t count : manyCounts(model)) {
            ASSERT_LE(size, recordingScratchSize(model, strategy, count)) << describe(model, count);
            size = recordingScratchSize(model, strategy, count);
        }
    }
}

TEST(ScratchSize, IsSmall)
{
    for (const ScanModel& model : allModels()) {
        const uint64_t words = sizeOf(model.desc.type) / 4;
        for (const uint64_t count : interestingCounts(model)) {
            const Strategy strategy = chooseStrategy(model, count);
            const uint64_t tiles = tilesOf(model, strategy, count);
            const VkDeviceSize size = recordingScratchSize(model, strategy, count);
            SCOPED_TRACE(describe(model, count));
            // At least what the kernels address, the header and their slots, and not much more.
            if (strategy == Strategy::SingleWorkgroup) {
                ASSERT_EQ(size, 0);
            } else if (strategy == Strategy::ReduceThenScan) {
                ASSERT_LE(size, 64 + 8 * words * std::max<uint64_t>(1024, tiles / 256 + 1));
                ASSERT_GE(size, 64 + 8 * words * workgroupCount(model, strategy, count));
            } else {
                ASSERT_LE(size, 64 + 32 * words * tiles);
                ASSERT_GE(size, 64 + 16 * words * tiles);
            }
        }
    }
}

} // namespace
