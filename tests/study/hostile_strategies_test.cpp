// Schedules that no device should be asked for, by single-pass strategies of the literature.
#include "hostile_scan.h"

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(HostileTest, LookBackNeedsNoProgressOutOfPlace)
{
    for (const uint32_t hooks : {uint32_t{0}, vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles,
                                 vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles}) {
        for (const uint32_t polls : {0u, 1u, 3u}) {
            Tuning tuning = impatientTuning(hooks);
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
    Tuning tuning = impatientTuning(vkscan::abi::kHookReverseTiles);
    tuning.fallbacks = 3;
    tuning.waits.polls = 0;
    const Scan scan = createScan(hostileDesc(study::kDecoupledLookback), tuning);
    EXPECT_EQ(runHostile(scan, kHostileCount, false).status, ScratchStatus::GaveUp);
}

// Several laps of the slots of five workgroups.
TEST(HostileTest, SamWorkgroupsAreExactOrGiveUp)
{
    Tuning tuning = smallTuning();
    tuning.samWorkgroups = 5;
    expectExactOrGivenUp(createScan(hostileDesc(study::kSam), tuning), 38 * 1024 + 1);
}

} // namespace
