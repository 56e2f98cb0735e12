// Schedules that no device should be asked for, by single-pass strategies of the literature.
#include "device_call.h"
#include "garbage.h"
#include "hostile_scan.h"

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(HostileTest, LookBackNeedsNoProgressOutOfPlace)
{
    for (const uint32_t hooks : {uint32_t{0}, vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles,
                                 vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles}) {
        for (const uint32_t polls : {0u, 1u, 3u}) {
            auto tuning = impatientTuning(hooks);
            tuning.waits.polls = polls;
            const Attempt outcome =
                runHostile(createScan(hostileDesc(study::kDecoupledLookback), tuning), kHostileCount, false);
            EXPECT_TRUE(outcome.exact) << "hooks " << hooks << ", polls " << polls;
            EXPECT_EQ(outcome.status, ScratchStatus::Complete);
        }
    }
}

// Orders and tuples carry states across recomputed tiles, too.
TEST(HostileTest, LookBackRecomputesOrdersAndTuples)
{
    study::ScanDesc desc = hostileDesc(study::kDecoupledLookback);
    desc.order = 3;
    desc.tupleSize = 2;
    const Scan scan = createScan(desc, impatientTuning(vkscan::abi::kHookWithhold));
    ScanCase scanCase;
    scanCase.count = 9 * 256 + 3;
    checkScan<uint32_t>(scan, desc, scanCase);
}

TEST(HostileTest, LookBackGivesUpWhenItMayNotRecompute)
{
    const Scan scan = createScan(hostileDesc(study::kDecoupledLookback), impatientTuning(vkscan::abi::kHookWithhold));
    EXPECT_EQ(runHostile(scan, kHostileCount, true).status, ScratchStatus::GaveUp);
}

TEST(HostileTest, LookBackGivesUpBeyondItsFallbacks)
{
    auto tuning = impatientTuning(vkscan::abi::kHookReverseTiles);
    tuning.fallbacks = 3;
    tuning.waits.polls = 0;
    const Scan scan = createScan(hostileDesc(study::kDecoupledLookback), tuning);
    EXPECT_EQ(runHostile(scan, kHostileCount, false).status, ScratchStatus::GaveUp);
}

// Several laps of the slots of five workgroups.
TEST(HostileTest, SamWorkgroupsAreExactOrGiveUp)
{
    auto tuning = smallTuning();
    tuning.samWorkgroups = 5;
    expectExactOrGivenUp(createScan(hostileDesc(study::kSam), tuning), 38 * 1024 + 1);
}

bool isOfTheLiterature(Strategy strategy)
{
    return !findRow(study::kStrategies, strategy)->isOwn;
}

class StudyGarbageTest : public testing::TestWithParam<Strategy> {};

// As every operation is tested with vkscan's own strategies. In place, a look-back may not recompute what it misses.
TEST_P(StudyGarbageTest, GarbageInScratchIsHarmless)
{
    for (const bool inPlace : {false, true}) {
        study::ScanDesc desc = hostileDesc(GetParam());
        if (!inPlace && takesOrders(GetParam()))
            desc.order = 3;
        const Scan patient = createScan(desc, smallTuning());
        auto hasty = smallTuning();
        hasty.waits.polls = 1;
        hasty.waits.rounds = 64;
        DeviceCall<Scan> call(patient, {"", desc},
                              {.count = std::min<uint64_t>(20 * 256 + 3, patient.maxCount()), .inPlace = inPlace, .ownScratch = true});
        checkGarbage(createScan(desc, hasty), patient, call, isSinglePass(GetParam()));
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, StudyGarbageTest, testing::ValuesIn(only(scanStrategies(), isOfTheLiterature)),
                         strategyName);

// Every strategy of scans after every other on one scratch, with lengths and so layouts that differ from run to run.
TEST(SharedScratchTest, StrategiesTakeTurns)
{
    std::vector<std::pair<study::ScanDesc, Scan>> scans;
    for (const Strategy strategy : scanStrategies())
        for (const ElementType type : {ElementType::U32, ElementType::U64}) {
            if (!takesType(strategy, type))
                continue;
            study::ScanDesc desc = hostileDesc(strategy);
            desc.type = type;
            scans.emplace_back(desc, createScan(desc, smallTuning()));
        }
    std::minstd_rand random(3);
    for (unsigned run = 0; run < 600; ++run) {
        const auto& [desc, scan] = scans[random() % scans.size()];
        const uint64_t count = std::min<uint64_t>(1 + random() % 9000, scan.maxCount());
        checkCall(scan, {"", desc}, {.count = count, .place = run});
        requireNoLaterTags(scan.scratchSize(count));
    }
}

} // namespace
