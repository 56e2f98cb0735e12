// Segmented reductions by kernels of one's own, segment by segment.
#include "custom_monoids.h"
#include "scan_check.h"

#include "segmented_watched.h"

using namespace testing_support;
using namespace vkscan;

namespace {

class CustomReduceOfSegmentsTest : public testing::TestWithParam<Strategy> {
protected:
    static SegmentedReduce create(const SegmentedReduceDesc& desc)
    {
        SegmentedReduce reduce;
        EXPECT_EQ(createTuned(context(), Forced<SegmentedReduceDesc>{desc, GetParam()}, smallTuning(), 0, &reduce),
                  Status::Success);
        return reduce;
    }
    template <class Monoid>
    static void checkMonoid(Segments segments);
};

// Offsets, some of them equal; none of rows, which have padding.
std::vector<uint32_t> variedOffsets(Segments segments, uint64_t count, unsigned run)
{
    constexpr Shape kSome[] = {Shape::None, Shape::Sparse, Shape::Dense};
    std::vector<uint32_t> offsets = segmentWords(segments, headsOf(kSome[run % 3], count, 256));
    if (segments == Segments::Offsets)
        offsets.insert(offsets.begin() + 1, run % 5, offsets[1]);
    return offsets;
}

void varyRows(SegmentedReduceArgs& args, unsigned run)
{
    constexpr uint32_t kRowLengths[] = {1, 2, 5, 32, 100, 1337};
    args.rowLength = kRowLengths[run % std::size(kRowLengths)];
    args.rowPitch = args.rowLength + run % 3;
}

std::optional<uint32_t> variedCount(uint64_t count, unsigned run)
{
    return run % 6 == 5 ? std::optional(static_cast<uint32_t>(count * 3 / 4)) : std::nullopt;
}

constexpr uint64_t kVariedCounts[] = {1, 255, 1025, 5000};

template <class Monoid>
void CustomReduceOfSegmentsTest::checkMonoid(Segments segments)
{
    auto form = monoidForm<SegmentedReduce, Monoid>({.segments = segments});
    const SegmentedReduce reduce = create(form.desc);
    for (unsigned run = 0; run < 12; ++run) {
        const uint64_t count = std::min(kVariedCounts[run / 3], reduce.maxCount());
        form.change = [=](SegmentedReduceArgs& args) { varyRows(args, run); };
        checkSegments(reduce, form, {.count = count, .gpuCount = variedCount(count, run), .place = run},
                      variedOffsets(segments, count, run));
    }
}

TEST_P(CustomReduceOfSegmentsTest, ComposesPermutations)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        checkMonoid<Permutation>(segments);
}

TEST_P(CustomReduceOfSegmentsTest, ComposesAffineMaps)
{
    checkMonoid<Affine>(Segments::Offsets);
}

TEST_P(CustomReduceOfSegmentsTest, JoinsBounds)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        checkMonoid<Bounds>(segments);
}

// Each element is loaded once, each result stored once, unless its segment is empty, and operands are results or
// elements: custom/watched.glsl.
TEST_P(CustomReduceOfSegmentsTest, LoadsAndStoresOnce)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const SegmentedReduce reduce = create({.segments = segments, .kernels = segmented_watched});
        for (unsigned run = 0; run < 12; ++run) {
            const auto count = static_cast<uint32_t>(std::min(kVariedCounts[run / 3], reduce.maxCount()));
            const uint32_t end = variedCount(count, run).value_or(count);
            const std::vector<uint32_t> offsets = variedOffsets(segments, count, run);
            SegmentedReduceArgs args;
            varyRows(args, run);
            std::vector<std::pair<uint64_t, uint64_t>> ranges; // of segments
            const auto add = [&](uint64_t first, uint64_t last) {
                ranges.emplace_back(std::min<uint64_t>(first, end), std::min<uint64_t>(last, end));
            };
            for (std::size_t k = 0; k + 1 < offsets.size(); ++k)
                add(offsets[k], offsets[k + 1]);
            for (uint64_t first = 0; segments == Segments::Rows && first < count; first += args.rowPitch)
                add(first, first + args.rowLength);

            std::minstd_rand random(run);
            std::vector<uint32_t> halves((count + 1) / 2);
            std::generate(halves.begin(), halves.end(), random);
            TestArray input(halves);
            TestArray before(ranges.size() * 4);
            TestArray through(ranges.size() * 4);
            TestArray loads(count * 4);
            TestArray stores(ranges.size() * 4);
            TestArray faults(4);
            const TestArray offsetArray(offsets);
            const CountBuffer countBuffer(variedCount(count, run));
            for (TestArray* array : {&before, &through, &loads, &stores, &faults})
                array->fill(0);
            const VkDeviceAddress parameters[] = {input.range().address,   before.range().address,
                                                  through.range().address, loads.range().address,
                                                  stores.range().address,  faults.range().address};
            args.segments = offsetArray.range();
            if (segments == Segments::Offsets)
                args.segmentCount = static_cast<uint32_t>(ranges.size());
            args.parameters = {parameters, sizeof(parameters)};
            args.scratch = sharedScratch(reduce.scratchSize(count));
            args.count = count;
            args.countBuffer = countBuffer.range();
            submit(reduce, args);

            const auto actual = through.values<uint32_t>();
            const auto stored = stores.values<uint32_t>();
            const auto loaded = loads.values<uint32_t>();
            for (std::size_t k = 0; k < ranges.size(); ++k) {
                uint32_t sum = 0;
                for (uint64_t i = ranges[k].first; i < ranges[k].second; ++i)
                    sum += (halves[i / 2] >> i % 2 * 16 & 0xffff) * 3;
                ASSERT_EQ(actual[k], sum) << "segment " << k << " of run " << run;
                const bool isEmpty = ranges[k].first >= ranges[k].second;
                ASSERT_TRUE(stored[k] == 1 || (isEmpty && stored[k] > 1))
                    << stored[k] << " stores of segment " << k << " of run " << run;
            }
            for (uint32_t i = 0; i < count; ++i)
                ASSERT_EQ(loaded[i], i < end ? 1u : 0u) << "element " << i << " of run " << run;
            EXPECT_EQ(faults.value<uint32_t>(), 0u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomReduceOfSegmentsTest, testing::ValuesIn(ownStrategies()), strategyName);

} // namespace
