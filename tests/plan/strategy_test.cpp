// The strategy that a scan takes, its largest count, and its scratch.
#include "plan_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

uint64_t mostIn(const ScanModel& model, const std::string& stage, uint64_t tiles)
{
    return tiles * stageOf(model, stage).tileElements;
}

// A single workgroup takes an array that may begin within a vector.
uint64_t mostInATile(const ScanModel& model, const std::string& stage)
{
    return mostIn(model, stage, 1) + maxHeadOf(model);
}

uint64_t mostInAWindow(const ScanModel& model, const std::string& stage)
{
    return mostIn(model, stage, windowOf(model, stage));
}

// The stages of ascending counts, each from one more than the last takes.
void expectStages(const ScanModel& model, const std::vector<std::pair<std::string, uint64_t>>& stages)
{
    uint64_t first = 0;
    for (const auto& [stage, most] : stages) {
        SCOPED_TRACE(describe(model, most));
        ASSERT_LT(first, most);
        EXPECT_EQ(chosenStage(model, first), stage);
        EXPECT_EQ(chosenStage(model, most), stage);
        first = most + 1;
    }
}

TEST(Strategy, AutoOnAListedDriverTakesSinglePassesByCount)
{
    for (const ElementType type : kTypes) {
        const ScanCase model = modelOf(listedDevice(), type, Strategy::Auto);
        expectStages(model, {{"SingleWorkgroup", mostInATile(model, "SingleWorkgroup")},
                             {"FlatSum", mostInAWindow(model, "FlatSum")},
                             {"Spine", maxScanCount(model)}});
        const ScanCase large = modelOf(listedLargeDevice(), type, Strategy::Auto);
        expectStages(large, {{"SingleWorkgroupSmall", mostInATile(large, "SingleWorkgroupSmall")},
                             {"SingleWorkgroup", mostInATile(large, "SingleWorkgroup")},
                             {"FlatSumSmall", mostInAWindow(large, "FlatSumSmall")},
                             {"FlatSum", mostInAWindow(large, "FlatSum")},
                             {"Spine", maxScanCount(large)}});
    }
}

TEST(Strategy, AutoElsewhereNeedsNothingOfTheDevice)
{
    for (const Capabilities& capabilities : {portableDevice(), boundedLoopsDevice()}) {
        for (const ElementType type : kTypes) {
            const ScanCase model = modelOf(capabilities, type, Strategy::Auto);
            std::vector<std::pair<std::string, uint64_t>> stages = {
                {"SingleWorkgroup", mostInATile(model, "SingleWorkgroup")},
                {"ScanSpans", model.tuning.fallbackBytes / sizeOf(type) - 1},
                {"SpineWithFallback", std::min(stageOf(model, "SpineWithFallback").maxPositions, maxScanCount(model))}};
            if (capabilities.boundedLoops)
                stages.emplace_back("ScanSpans", maxScanCount(model));
            expectStages(model, stages);
        }
    }
}

// A single pass publishes words of 64 bits: no device runs one without atomics of that size, listed or not.
TEST(Strategy, WithoutInt64AtomicsNobodyWaits)
{
    for (Capabilities capabilities : {portableDevice(), boundedLoopsDevice(), listedDevice()}) {
        capabilities.bufferInt64Atomics = false;
        for (const ElementType type : kTypes) {
            const ScanCase model = modelOf(capabilities, type, Strategy::Auto);
            expectStages(model, {{"SingleWorkgroup", mostInATile(model, "SingleWorkgroup")},
                                 {"ScanSpans", maxScanCount(model)}});
            const ScanCase fallback = modelOf(capabilities, type, Strategy::SpineWithFallback);
            expectStages(fallback, {{"ScanSpans", maxScanCount(fallback)}});
        }
    }
}

TEST(Strategy, IsTheRequestedOneUpToTheLargestCountAndNoneBeyond)
{
    for (const ScanModel model : allModels()) {
        const uint64_t most = maxScanCount(model) + maxHeadOf(model); // with those missing in front
        SCOPED_TRACE(describe(model, most));
        EXPECT_EQ(chosenStage(model, most + 1), "none");
        EXPECT_EQ(chosenStage(model, std::numeric_limits<uint64_t>::max()), "none");
        if (model.strategy == Strategy::Auto)
            continue;
        const bool fallsBack = model.strategy == Strategy::SpineWithFallback;
        const bool spines = fallsBack && usesStage(model, "SpineWithFallback");
        const uint64_t mostOfSpine = spines ? stageOf(model, "SpineWithFallback").maxPositions : 0;
        for (const uint64_t positions : {uint64_t{0}, uint64_t{1}, most}) {
            const bool others = fallsBack && (!spines || positions > mostOfSpine);
            EXPECT_EQ(stageOf(model, chosenStage(model, positions)).strategy,
                      others ? Strategy::ReduceThenScan : model.strategy);
        }
    }
}

TEST(Strategy, PipelinesOfEveryChosenStrategyAndNoOtherAreCompiled)
{
    for (const ScanModel model : allModels()) {
        std::set<std::string> needed;
        for (const uint64_t count : interestingCounts(model)) {
            const std::string stage = chosenStage(model, count);
            needed.insert(stage);
            if (stage == "SpineWithFallback")
                needed.insert("SpineRecovery");
            if (needed.contains("ScanSpans"))
                needed.insert("ReduceSpans");
            if (stage == "CascadeScan")
                needed.insert({"CascadeReduce", "CascadeCarries"});
            if (stage == "TruncatedScan")
                needed.insert({"TruncatedReduce", "TruncatedCarries"});
            if (stage == "DoublingScan")
                needed.insert({"DoublingReduce", "DoublingStep"});
            if (stage == "ScanTiles")
                needed.insert({"ScanAggregates", "Propagate", "PropagateAggregates"});
        }
        SCOPED_TRACE(describe(model, maxScanCount(model)));
        std::set<std::string> used;
        for (uint32_t i = 0; i < model.stageCount; ++i)
            EXPECT_TRUE(used.insert(model[i].name).second) << model[i].name;
        EXPECT_EQ(used, needed);
    }
}

TEST(MaxCount, ReachesPastThirtyThreeBits)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        SCOPED_TRACE(describe(model, maxScanCount(model)));
        const Strategy strategy = model.strategy;
        const bool hasFixedWorkgroups = strategy == study::kSam || model[chooseStage(model, 0)].grid == Grid::Fixed;
        const bool isForSmallArrays = strategy == Strategy::SingleWorkgroup || strategy == Strategy::FlatSum ||
                                      scan.tuning.maxGridWidth < 65535 ||
                                      (model.capabilities.boundedLoops && hasFixedWorkgroups);
        uint64_t least = uint64_t{1} << (partCount(model) > 1 ? 32 : 33);
        if (model.desc.hasFixedOrder) // spans of a window, on 65,535 workgroups at least
            least = (model.capabilities.boundedLoops ? kBoundedWindows : 65535) * kFixedWindow * kFixedTileVectors * 2;
        EXPECT_GE(maxScanCount(model),
                  isForSmallArrays ? mostIn(model, chosenStage(model, maxScanCount(model)), 1) - 3 : least);
        // Bytes of the arrays, and addresses of them, cannot overflow.
        EXPECT_LT(maxScanCount(model), (uint64_t{1} << 50) / sizeOf(model.desc.type));
    }
}

TEST(MaxCount, KeepsTileIndicesInThirtyTwoBits)
{
    Capabilities unlimited = listedDevice();
    unlimited.maxGroupCount[0] = unlimited.maxGroupCount[1] = 0xffffffff;
    for (const ElementType type : kTypes) {
        for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
            if (!takesType(strategy, type))
                continue;
            const ScanCase model = modelOf(unlimited, type, strategy);
            // Kernels count tiles, aggregates' and carries' slots in 32 bits.
            EXPECT_LE(2 * tilesOf(model, chosenStage(model, maxScanCount(model)),
                                  maxScanCount(model) + 16 / sizeOf(type) - 1),
                      uint64_t{1} << 31);
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
    for (const ScanModel model : allModels()) {
        VkDeviceSize size = 0;
        VkDeviceSize mostRecorded = 0;
        for (const uint64_t count : manyCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            for (uint64_t positions = count; positions <= count + maxHeadOf(model); ++positions)
                mostRecorded = std::max(mostRecorded, scratchOf(model, chosenStage(model, positions), positions));
            ASSERT_LE(size, scratchSize(model, count));
            size = scratchSize(model, count);
            ASSERT_LE(mostRecorded, size);
        }
        EXPECT_EQ(size, mostRecorded) << "more than any recording takes, " << describe(model, 0);
        EXPECT_EQ(scratchSize(model, std::numeric_limits<uint64_t>::max()), size);
    }
}

TEST(ScratchSize, OfARecordingIsMonotone)
{
    for (const ScanModel model : allModels()) {
        for (const std::string& stage : choicesOf(model)) {
            VkDeviceSize size = 0;
            for (const uint64_t count : manyCounts(model)) {
                ASSERT_LE(size, scratchOf(model, stage, count)) << describe(model, count);
                size = scratchOf(model, stage, count);
            }
        }
    }
}

TEST(ScratchSize, IsSmall)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        const uint64_t words = partCount(model) * sizeOf(model.desc.type) / 4;
        for (const uint64_t count : interestingCounts(model)) {
            const std::string stage = chosenStage(model, count);
            const uint64_t tiles = tilesOf(model, stage, count);
            const VkDeviceSize size = scratchOf(model, stage, count);
            SCOPED_TRACE(describe(model, count));
            // At least what the kernels address, the header and their slots, and not much more.
            if (stageOf(model, stage).strategy == Strategy::SingleWorkgroup) {
                ASSERT_EQ(size, 0);
            } else if (stage == "ScanSpans") {
                const uint64_t spanTiles = model.desc.hasFixedOrder ? kFixedWindow : 256;
                ASSERT_LE(size, 64 + 8 * words * std::max<uint64_t>(1024, tiles / spanTiles + 1));
                ASSERT_GE(size, 64 + 8 * words * groupsOf(model, stage, count));
            } else if (stage == "SpineWithFallback") {
                ASSERT_LE(size, 64 + 32 * words * std::max<uint64_t>(tiles, 1));
                ASSERT_GE(size, 64 + (8 * words * 2 + 8) * tiles);
            } else if (stage == "CascadeScan") {
                ASSERT_EQ(size, 64 + 8 * words * scan.tuning.cascadeWorkgroups);
            } else if (stage == "DoublingScan") {
                ASSERT_EQ(size, 64 + 2 * 8 * words * scan.tuning.cascadeWorkgroups);
            } else if (stage == "TruncatedScan") {
                ASSERT_EQ(size, 64 + 8 * words * (scan.tuning.cascadeWorkgroups - 1));
            } else if (stage == "Sam") {
                ASSERT_EQ(size, 64 + 8 * words * std::min<uint64_t>(tiles, 3 * windowOf(model, stage)));
            } else if (stage == "ScanTiles") {
                ASSERT_LE(size, 64 + 4 * words * (tiles + tiles / 8) + 3 * 16);
                ASSERT_GE(size, tiles > 1 ? 64 + 4 * words * tiles : 0);
            } else {
                ASSERT_LE(size, 64 + 32 * words * tiles);
                ASSERT_GE(size, 64 + 16 * words * tiles);
            }
        }
    }
}

} // namespace
