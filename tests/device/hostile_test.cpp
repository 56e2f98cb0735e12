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

// Hooks of tests of the fallback, which is exact with all of them.
constexpr uint32_t kFallbackHooks[] = {0,
                                       vkscan::abi::kHookReverseTiles,
                                       vkscan::abi::kHookWithhold,
                                       vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles,
                                       vkscan::abi::kHookWithholdAll,
                                       vkscan::abi::kHookWithholdAll | vkscan::abi::kHookReverseTiles};
constexpr uint32_t kTilesWithheld = 10; // of the 41, by kHookWithhold

TEST(HostileTest, FallbackIsExactWhoeverPublishes)
{
    for (const uint32_t hooks : kFallbackHooks) {
        for (const uint32_t polls : {1u, 64u}) {
            SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", polls " << polls);
            Tuning tuning = impatientTuning(hooks);
            tuning.fallbackPolls = polls;
            study::ScanDesc desc = hostileDesc(Strategy::DecoupledFallback);
            desc.assumeForwardProgress = false;
            const Attempt outcome = runHostile(createScan(desc, tuning), kHostileCount, false);
            EXPECT_TRUE(outcome.exact);
            EXPECT_EQ(outcome.status, ScratchStatus::Complete);
            const bool withholds = (hooks & vkscan::abi::kHookWithhold) != 0;
            const bool withholdsAll = (hooks & vkscan::abi::kHookWithholdAll) != 0;
            EXPECT_GE(outcome.fallbacks, withholdsAll ? kHostileCount / 256 - 1 : withholds ? kTilesWithheld : 0);
            EXPECT_LE(outcome.fallbacks, 41 * 40 / 2) << "each tile reduces those before it at most";
        }
    }
}

// In place, tiles that others may have overwritten are not read again.
TEST(HostileTest, FallbackInPlaceNeedsNoneOfIt)
{
    const Scan scan =
        createScan(hostileDesc(Strategy::DecoupledFallback), impatientTuning(vkscan::abi::kHookWithholdAll));
    const Attempt outcome = runHostile(scan, kHostileCount, true);
    EXPECT_TRUE(outcome.exact);
    EXPECT_EQ(outcome.fallbacks, 0u);
}

// Sums of floats have the same bits, whoever publishes, in every run on the same scratch.
TEST(HostileTest, FallbackAddsInOneOrder)
{
    constexpr uint64_t kCount = 23 * 256 + 3;
    const std::vector<float> values = randomValues<float>(Op::Add, kCount, 1);
    TestArray input(kCount * sizeof(float));
    TestArray output(kCount * sizeof(float));
    input.write(values.data(), kCount * sizeof(float));
    std::vector<uint32_t> expected;
    for (const uint32_t hooks : kFallbackHooks) {
        SCOPED_TRACE(testing::Message() << "hooks " << hooks);
        study::ScanDesc desc = hostileDesc(Strategy::DecoupledFallback);
        desc.type = ElementType::F32;
        const Scan scan = createScan(desc, impatientTuning(hooks));
        TestArray scratch(scan.scratchSize(kCount));
        scratch.fill(0);
        ScanArgs args;
        args.input = input.range();
        args.output = output.range();
        args.scratch = scratch.range();
        args.count = kCount;
        for (unsigned run = 0; run < 3; ++run) {
            submit(scan, args, 1);
            EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
            std::vector<uint32_t> bits(kCount);
            output.read(bits.data(), kCount * sizeof(float));
            if (expected.empty())
                expected = bits;
            EXPECT_EQ(bits, expected) << "run " << run;
        }
    }
}

} // namespace
