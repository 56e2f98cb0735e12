// Descriptions with a maxCount: the same stages for all counts up to it, and no others compiled.
#include "mock_device.h"
#include "plan_models.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();

// Around what one workgroup and a window of flat sums take, and where counts no longer fit.
std::vector<uint64_t> limitsOf(const ScanModel& any)
{
    std::set<uint64_t> limits = {1, 2, kMost - 1, kMost};
    for (const std::string& stage : choicesOf(any)) {
        const uint64_t most = stageOf(any, stage).maxPositions;
        const uint64_t head = maxHead(any);
        for (const uint64_t near : {most - head - 1, most - head, most - head + 1, most + 1})
            limits.insert(near);
    }
    return {limits.begin(), limits.end()};
}

template <class Check>
void forEachLimit(const Check& check)
{
    for (const ScanCase& model : allModels()) {
        const ScanModel any = model;
        for (const uint64_t limit : limitsOf(any)) {
            SCOPED_TRACE(describe(any, limit));
            ScanCase limited = model;
            limited.desc.maxCount = limit;
            check(any, ScanModel(limited));
        }
    }
}

TEST(LimitedCount, IsTheLargestThatIsTaken)
{
    forEachLimit([](const ScanModel& any, const ScanModel& limited) {
        const uint64_t most = std::min(limited.desc.maxCount, maxScanCount(any));
        EXPECT_EQ(maxScanCount(limited), most);
        Plan plan;
        EXPECT_EQ(planScan(limited, validArgs(limited, most + 1), &plan), Status(Argument::Count, Rule::TooLarge));
        EXPECT_EQ(planScan(limited, validArgs(limited, most), &plan), Status::Success);
    });
}

TEST(LimitedCount, LeavesPlansAndScratchAlone)
{
    forEachLimit([](const ScanModel& any, const ScanModel& limited) {
        VkDeviceSize scratch = 0;
        for (const uint64_t count : interestingCounts(limited)) {
            for (const uint64_t positions : {count, count + maxHead(any)})
                EXPECT_EQ(chosenStage(limited, positions), chosenStage(any, positions)) << positions;
            EXPECT_EQ(scratchSize(limited, count), scratchSize(any, count)) << count;
            EXPECT_GE(scratchSize(limited, count), scratch) << count;
            scratch = scratchSize(limited, count);
        }
        EXPECT_EQ(scratchSize(limited, kMost), scratch);
    });
}

TEST(LimitedCount, CompilesWhatSmallerCountsTakeAndNothingElse)
{
    forEachLimit([](const ScanModel& any, const ScanModel& limited) {
        std::set<std::string> choices;
        for (const uint64_t count : interestingCounts(limited))
            for (const uint64_t positions : {count, count + maxHead(any)})
                choices.insert(limited[chooseStage(limited, positions)].name);
        const std::vector<std::string> offered = choicesOf(limited);
        EXPECT_EQ(std::set(offered.begin(), offered.end()), choices);
    });
}

TEST(LimitedCount, SparesPipelinesOnAListedDriver)
{
    const auto pipelinesOf = [](uint64_t maxCount) {
        Context context;
        EXPECT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
        Scan scan;
        EXPECT_EQ(Scan::create(context, {.maxCount = maxCount}, &scan), Status::Success);
        return mockDevice().pipelines.size();
    };
    EXPECT_EQ(pipelinesOf(0), 5u);
    EXPECT_EQ(pipelinesOf(2048), 1u);
    EXPECT_EQ(pipelinesOf(2049), 2u);
    EXPECT_EQ(pipelinesOf(4096), 2u);
    EXPECT_EQ(pipelinesOf(4097), 3u);
    EXPECT_EQ(pipelinesOf(1'000'000), 4u);
    EXPECT_EQ(pipelinesOf(100'000'000), 5u);
}

} // namespace
