// Segmented scans in hostile schedules: exact, or given up and said so.
#include "hostile.h"
#include "segmented_check.h"

#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

// One run on scratch of its own.
Attempt attempt(const SegmentedScan& scan, const SegmentedScanDesc& desc, uint64_t count)
{
    const std::vector<uint32_t> values = randomValues<uint32_t>(Op::Add, count, 3);
    const std::vector<bool> heads = headsOf(Shape::Sparse, count, 256);
    const std::vector<uint32_t> words = segmentWords(desc.segments, heads);
    TestArray input(count * 4);
    TestArray output(count * 4);
    TestArray segments(words.size() * 4);
    TestArray scratch(scan.scratchSize(count));
    input.write(values.data(), count * 4);
    segments.write(words.data(), words.size() * 4);
    scratch.fill(0);
    SegmentedScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.segments = segments.range();
    args.scratch = scratch.range();
    args.count = count;
    submit(scan, args, 1, 1);
    std::vector<uint32_t> actual(count);
    output.read(actual.data(), count * 4);
    EXPECT_TRUE(output.intact() && scratch.intact());
    return {scratchStatus(scratch), actual == referenceSegmentedScan(values, desc, heads, 0u, std::plus<uint32_t>())};
}

Forced<SegmentedScanDesc> spineDesc()
{
    Forced<SegmentedScanDesc> desc;
    desc.strategy = Strategy::Spine;
    desc.segments = Segments::HeadBits;
    return desc;
}

TEST(SegmentedHostileTest, GivesUpWhenTilesNeverPublish)
{
    const Tuning tuning = impatientTuning(vkscan::abi::kHookWithhold);
    const SegmentedScan scan = createSegmented(spineDesc(), tuning, vkscan::abi::kOpAdd);
    EXPECT_EQ(attempt(scan, spineDesc(), 40 * 256).status, ScratchStatus::GaveUp);
}

TEST(SegmentedHostileTest, FallbackIsExactWhoeverPublishes)
{
    expectExactWithFallback([](const Tuning& tuning) {
        Forced<SegmentedScanDesc> desc = spineDesc();
        desc.strategy = Strategy::SpineWithFallback;
        return attempt(createSegmented(desc, tuning, vkscan::abi::kOpAdd), desc, 40 * 256);
    });
}

// A spine of its own waits for later workgroups, which not every device starts beside it: HostileTest tells more.
TEST(SegmentedHostileTest, SpineWorkgroupIsExactOrGivesUp)
{
    Tuning tuning = smallTuning();
    tuning.segmentSpine.spineSubgroups = tuning.keySpine.spineSubgroups = 1;
    tuning.waits.polls = std::max(tuning.waits.polls, 30000u);
    const SegmentedScan scan = createSegmented(spineDesc(), tuning, vkscan::abi::kOpAdd);
    unsigned complete = 0;
    for (unsigned i = 0; i < 100 && complete < 5; ++i) {
        const Attempt made = attempt(scan, spineDesc(), 6 * 256 + 1 + i);
        EXPECT_TRUE(made.exact || made.status == ScratchStatus::GaveUp) << "attempt " << i;
        complete += made.status == ScratchStatus::Complete ? 1 : 0;
    }
    std::printf("%u attempts complete\n", complete);
    if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

} // namespace
