// Schedules that no device should be asked for: nobody may hang, write out of bounds, or be silently wrong.
#include "hostile_scan.h"

#include "checked_sum.h"
#include "sum.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// A user's kernels wait as built-in ones do, whatever their tiles.
TEST(HostileTest, OwnKernelsGiveUpOrAreExact)
{
    for (const CustomKernels& kernels : {sum, checked_sum}) {
        for (const Strategy strategy : only(customStrategies(), waits)) {
            SCOPED_TRACE(study::toString(strategy));
            study::ScanDesc desc = hostileDesc(strategy);
            desc.kernels = kernels;
            const Scan withholding = createScan(desc, impatientTuning(vkscan::abi::kHookWithhold));
            const Scan sound = createScan(desc, smallTuning());
            const uint64_t count = std::min(kHostileCount, sound.maxCount());
            const std::vector<Attempt> outcomes = runInTurn({&withholding, &sound}, count, false);
            EXPECT_EQ(outcomes[0].status, ScratchStatus::GaveUp);
            EXPECT_EQ(outcomes[1].status, ScratchStatus::Complete);
            EXPECT_TRUE(outcomes[1].exact);
            const Scan reversed = createScan(desc, impatientTuning(vkscan::abi::kHookReverseTiles));
            const Attempt outcome = runHostile(reversed, count, false);
            EXPECT_TRUE(outcome.exact || outcome.status == ScratchStatus::GaveUp);
        }
    }
}

class WaitingTest : public testing::TestWithParam<Strategy> {};

TEST_P(WaitingTest, GivesUpWhenTilesNeverPublish)
{
    const study::ScanDesc desc = hostileDesc(GetParam());
    const Scan scan = createScan(desc, impatientTuning(vkscan::abi::kHookWithhold));
    const Scan sound = createScan(desc, smallTuning());
    const uint64_t count = std::min(kHostileCount, scan.maxCount());
    const std::vector<Attempt> outcomes = runInTurn({&scan, &sound}, count, false);
    EXPECT_EQ(outcomes[0].status, ScratchStatus::GaveUp);
    // Once the scratch is zeroed again, the next run is complete and exact; but for workgroups that all wait for each
    // other on a device that runs one at a time, as lavapipe does with one thread.
    if (GetParam() == study::kSam && !capabilities().forwardProgress && outcomes[1].status == ScratchStatus::GaveUp)
        return;
    EXPECT_EQ(outcomes[1].status, ScratchStatus::Complete);
    EXPECT_TRUE(outcomes[1].exact);
}

TEST_P(WaitingTest, IsNeverSilentlyWrongInReverseOrder)
{
    const Scan scan = createScan(hostileDesc(GetParam()), impatientTuning(vkscan::abi::kHookReverseTiles));
    const Attempt outcome = runHostile(scan, std::min(kHostileCount, scan.maxCount()), false);
    EXPECT_TRUE(outcome.exact || outcome.status == ScratchStatus::GaveUp);
}

INSTANTIATE_TEST_SUITE_P(Strategies, WaitingTest, testing::ValuesIn(only(scanStrategies(), waits)));

TEST(HostileTest, SpineWorkgroupIsExactOrGivesUp)
{
    Tuning tuning = smallTuning();
    tuning.spine.spineSubgroups = 1;
    tuning.polls = std::max(tuning.polls, 30000u);
    expectExactOrGivenUp(createScan(hostileDesc(Strategy::Spine), tuning), 14 * 256 + 1);
}

// Large states, which lanes share where a subgroup has as many lanes as a state has words.
TEST(HostileTest, SpineWorkgroupSharesLargeStates)
{
    Tuning tuning = smallTuning();
    tuning.sharedStateSpine.spineSubgroups = 1;
    tuning.polls = std::max(tuning.polls, 30000u);
    tuning.rounds = 0;
    study::ScanDesc desc = hostileDesc(Strategy::Spine);
    for (const uint32_t tupleSize : {12u, 16u}) {
        desc.tupleSize = tupleSize;
        expectExactOrGivenUp(createScan(desc, tuning), 14 * 768 + 1, tupleSize);
    }
}

} // namespace
