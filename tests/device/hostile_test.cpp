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

// A tile that waits for nobody is scanned in place in each attempt: once, since its elements are first what they were.
TEST(PatienceTest, BeginsAgainWithWhatArraysHeld)
{
    const Scan scan = createScan(hostileDesc(Strategy::Spine), impatientTuning(vkscan::abi::kHookWithhold));
    TestArray array(kHostileCount * 4);
    TestArray scratch(scan.scratchSize(kHostileCount));
    const std::vector<uint32_t> ones(kHostileCount, 1);
    array.write(ones.data(), kHostileCount * 4);
    scratch.fill(0);
    ScanArgs args;
    args.input = args.output = array.range();
    args.scratch = scratch.range();
    args.count = kHostileCount;
    submitRecorded([&](VkCommandBuffer commandBuffer) { return scan.record(commandBuffer, args); },
                   {.mostAttempts = 3, .mayGiveUp = true, .scratch = {args.scratch}});
    EXPECT_EQ(scratchStatus(scratch), ScratchStatus::GaveUp);
    uint32_t first[256];
    array.read(first, sizeof(first));
    for (uint32_t i = 0; i < 256; ++i)
        ASSERT_EQ(first[i], i + 1);
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

// Large states, which lanes share where a subgroup has as many lanes as a state has words.
TEST(HostileTest, SpineWorkgroupSharesLargeStates)
{
    auto tuning = smallTuning();
    tuning.sharedStateSpine.spineSubgroups = 1;
    tuning.waits.polls = std::max(tuning.waits.polls, 30000u);
    tuning.waits.rounds = 0;
    study::ScanDesc desc = hostileDesc(Strategy::Spine);
    for (const uint32_t tupleSize : {12u, 16u}) {
        desc.tupleSize = tupleSize;
        expectExactOrGivenUp(createScan(desc, tuning), 14 * 768 + 1, tupleSize);
    }
}

// Schedules whose waits are given up: hooks, and polls before that.
constexpr std::pair<uint32_t, uint32_t> kFallbackSchedules[] = {
    {0, 64},
    {0, 1},
    {vkscan::abi::kHookReverseTiles, 1},
    {vkscan::abi::kHookWithhold, 1},
    {vkscan::abi::kHookWithhold, 64},
    {vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles, 1}};

study::Tuning fallbackTuning(uint32_t hooks, uint32_t polls)
{
    auto tuning = impatientTuning(hooks);
    tuning.shortWaits.polls = polls;
    tuning.maxGridWidth = 7; // a workgroup of the recovery pass checks six tiles
    return tuning;
}

TEST(HostileTest, FallbackIsExactWhoeverPublishes)
{
    for (const auto& [hooks, polls] : kFallbackSchedules) {
        for (const uint32_t spineSubgroups : {0u, 1u}) {
            SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", polls " << polls << ", " << spineSubgroups);
            auto tuning = fallbackTuning(hooks, polls);
            tuning.spine.spineSubgroups = spineSubgroups;
            study::ScanDesc desc = hostileDesc(Strategy::SpineWithFallback);
            desc.assumeForwardProgress = false;
            for (const bool inPlace : {false, true}) {
                const Attempt outcome = runHostile(createScan(desc, tuning), kHostileCount, inPlace);
                EXPECT_TRUE(outcome.exact);
                EXPECT_EQ(outcome.status, ScratchStatus::Complete);
                const bool withholds = (hooks & vkscan::abi::kHookWithhold) != 0;
                EXPECT_GE(outcome.fallbacks, withholds ? 1u : 0u);
                EXPECT_LE(outcome.fallbacks, 1u);
            }
        }
    }
}

// Runs scans on the same scratch, some of which are given up; others find all slots published. Workgroups draw tickets
// unless they start in order.
void expectFallbackOfEachRun(bool inOrder)
{
    const study::ScanDesc desc = hostileDesc(Strategy::SpineWithFallback);
    auto haste = fallbackTuning(vkscan::abi::kHookWithhold, 1);
    auto patience = smallTuning();
    haste.shortWaits.inOrder = patience.shortWaits.inOrder = inOrder;
    const Scan withholding = createScan(desc, haste);
    const Scan patient = createScan(desc, patience);
    TestArray input(kHostileCount * 4);
    TestArray output(kHostileCount * 4);
    TestArray scratch(withholding.scratchSize(kHostileCount));
    const std::vector<uint32_t> ones(kHostileCount, 1);
    input.write(ones.data(), kHostileCount * 4);
    scratch.fill(0);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = kHostileCount;
    uint32_t fallbacks = 0;
    std::vector<uint32_t> slots; // aggregates of tiles, then their carries
    for (uint32_t tile = 0; tile * 256 < kHostileCount; ++tile)
        slots.push_back(256);
    for (uint32_t tile = 0; tile * 256 < kHostileCount; ++tile)
        slots.push_back(tile * 256);
    for (const Scan* scan : {&withholding, &patient, &patient, &withholding, &patient}) {
        if (scan == &patient)
            publishSlots(scratch, slots);
        output.fill(0xcc);
        submit(*scan, args, 1);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
        const auto actual = output.values<uint32_t>();
        for (uint64_t i = 0; i < kHostileCount; ++i)
            ASSERT_EQ(actual[i], i + 1);
        const uint32_t now = fallbacksOf(scratch);
        EXPECT_EQ(now - fallbacks, scan == &withholding ? 1u : 0u);
        fallbacks = now;
    }
}

// Each run on the same scratch finds out by itself whether it was given up.
TEST(HostileTest, FallbackIsOfEachRun)
{
    expectFallbackOfEachRun(false);
    if (capabilities().startsInOrder)
        expectFallbackOfEachRun(true);
}

} // namespace
