// Schedules that no device should be asked for: nobody may hang, write out of bounds, or be silently wrong.
#include "hostile.h"
#include "scan_check.h"

#include "checked_sum.h"
#include "sum.h"

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc hostileDesc(Strategy strategy)
{
    study::ScanDesc desc;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

// Scans ones, with each of the scans in turn, all on the same scratch, which is zeroed before each.
std::vector<Attempt> runInTurn(std::initializer_list<const Scan*> scans, uint64_t count, bool inPlace,
                               uint32_t tupleSize = 1)
{
    TestArray input(count * sizeof(uint32_t));
    TestArray separateOutput(inPlace ? 0 : count * sizeof(uint32_t));
    TestArray& output = inPlace ? input : separateOutput;
    TestArray scratch((*scans.begin())->scratchSize(count));
    const std::vector<uint32_t> ones(count, 1);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = count;

    std::vector<Attempt> outcomes;
    for (const Scan* scan : scans) {
        input.write(ones.data(), count * sizeof(uint32_t));
        scratch.fill(0);
        submit(*scan, args, 1);
        outcomes.push_back({scratchStatus(scratch), true});
        std::vector<uint32_t> actual(count);
        output.read(actual.data(), count * sizeof(uint32_t));
        for (uint64_t i = 0; i < count; ++i)
            outcomes.back().exact = outcomes.back().exact && actual[i] == i / tupleSize + 1;
        EXPECT_TRUE(input.intact() && separateOutput.intact() && scratch.intact());
    }
    return outcomes;
}

Attempt runHostile(const Scan& scan, uint64_t count, bool inPlace, uint32_t tupleSize = 1)
{
    return runInTurn({&scan}, count, inPlace, tupleSize).front();
}

const uint64_t kHostileCount = 40 * 256 + 3; // 41 tiles

TEST(HostileTest, LookBackNeedsNoProgressOutOfPlace)
{
    for (const uint32_t hooks : {uint32_t{0}, vkscan::abi::kHookWithhold, vkscan::abi::kHookReverseTiles,
                                 vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles}) {
        for (const uint32_t polls : {0u, 1u, 3u}) {
            Tuning tuning = impatientTuning(hooks);
            tuning.polls = polls;
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
    tuning.polls = 0;
    const Scan scan = createScan(hostileDesc(study::kDecoupledLookback), tuning);
    EXPECT_EQ(runHostile(scan, kHostileCount, false).status, ScratchStatus::GaveUp);
}

// A user's kernels wait as built-in ones do, whatever their tiles.
TEST(HostileTest, OwnKernelsGiveUpOrAreExact)
{
    for (const CustomKernels& kernels : {sum, checked_sum}) {
        for (const Strategy strategy : customStrategies()) {
            if (!isSinglePass(strategy))
                continue;
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

INSTANTIATE_TEST_SUITE_P(Strategies, WaitingTest,
                         testing::Values(Strategy::FlatSum, Strategy::Spine, study::kChained, study::kSam));

// Workgroups that wait for later ones. Where a device starts those only when the others are done, a run gives up and
// says so; with a thread for each workgroup (LP_NUM_THREADS) lavapipe completes some, and those are exact.
void expectExactOrGivenUp(const Scan& scan, uint64_t count, uint32_t tupleSize = 1)
{
    unsigned complete = 0;
    unsigned attempts = 0;
    for (; attempts < 100 && complete < 5; ++attempts) {
        const Attempt outcome = runHostile(scan, count + attempts, attempts % 2 == 1, tupleSize);
        EXPECT_TRUE(outcome.exact || outcome.status == ScratchStatus::GaveUp) << "attempt " << attempts;
        complete += outcome.status == ScratchStatus::Complete ? 1 : 0;
    }
    std::printf("%u of %u attempts complete\n", complete, attempts);
    if (capabilities().forwardProgress)
        EXPECT_EQ(complete, attempts);
    else if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

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

// Several laps of the slots of five workgroups.
TEST(HostileTest, SamWorkgroupsAreExactOrGiveUp)
{
    Tuning tuning = smallTuning();
    tuning.samWorkgroups = 5;
    expectExactOrGivenUp(createScan(hostileDesc(study::kSam), tuning), 38 * 1024 + 1);
}

} // namespace
