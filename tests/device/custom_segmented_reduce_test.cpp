// Segmented reductions by kernels of one's own, segment by segment.
#include "custom_monoids.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"

#include "segmented_watched.h"

using namespace testing_support;
using namespace vkscan;

namespace {

class CustomReduceOfSegmentsTest : public testing::TestWithParam<Strategy> {
protected:
    static SegmentedReduce create(const CustomKernels& kernels, Segments segments)
    {
        Forced<SegmentedReduceDesc> desc;
        desc.segments = segments;
        desc.kernels = kernels;
        desc.strategy = GetParam();
        return createReduce(desc, smallTuning(), 0);
    }
};

// Offsets, some of them equal, or rows with padding.
SegmentedReduceCase variedCase(Segments segments, uint64_t count, unsigned run)
{
    SegmentedReduceCase reduceCase;
    reduceCase.misalignment = run % 4;
    constexpr Shape kSome[] = {Shape::None, Shape::Sparse, Shape::Dense};
    if (segments == Segments::Offsets) {
        reduceCase.offsets = segmentWords(segments, headsOf(kSome[run % 3], count, 256));
        reduceCase.offsets.insert(reduceCase.offsets.begin() + 1, run % 5, reduceCase.offsets[1]);
    } else {
        constexpr uint32_t kRowLengths[] = {1, 2, 5, 32, 100, 1337};
        reduceCase.rowLength = kRowLengths[run % std::size(kRowLengths)];
        reduceCase.rowPitch = reduceCase.rowLength + run % 3;
    }
    if (run % 6 == 5)
        reduceCase.gpuCount = static_cast<uint32_t>(count * 3 / 4);
    return reduceCase;
}

constexpr uint64_t kVariedCounts[] = {1, 255, 1025, 5000};

template <class Monoid>
void checkMonoid(const SegmentedReduce& reduce, Segments segments)
{
    using State = typename Monoid::State;
    const Monoid monoid;
    for (unsigned run = 0; run < 12; ++run) {
        const uint64_t count = std::min(kVariedCounts[run / 3], reduce.maxCount());
        std::mt19937 random(run);
        std::vector<State> values(count);
        std::generate(values.begin(), values.end(), [&] { return monoid.make(random); });
        checkReduce(reduce, variedCase(segments, count, run), values, monoid.identity(),
                    [&](const State& earlier, const State& later) { return monoid.combine(earlier, later); });
    }
}

TEST_P(CustomReduceOfSegmentsTest, ComposesPermutations)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        checkMonoid<Permutation>(create(segmented_permutation, segments), segments);
}

TEST_P(CustomReduceOfSegmentsTest, ComposesAffineMaps)
{
    checkMonoid<Affine>(create(segmented_affine, Segments::Offsets), Segments::Offsets);
}

TEST_P(CustomReduceOfSegmentsTest, JoinsBounds)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        checkMonoid<Bounds>(create(segmented_bounds, segments), segments);
}

// Each element is loaded once, each result stored once, unless its segment is empty, and operands are results or
// elements: custom/watched.glsl.
TEST_P(CustomReduceOfSegmentsTest, LoadsAndStoresOnce)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const SegmentedReduce reduce = create(segmented_watched, segments);
        for (unsigned run = 0; run < 12; ++run) {
            const auto count = static_cast<uint32_t>(std::min(kVariedCounts[run / 3], reduce.maxCount()));
            const SegmentedReduceCase reduceCase = variedCase(segments, count, run);
            const auto ranges = segmentsOf(reduceCase, count);
            const uint32_t end = reduceCase.gpuCount.value_or(count);
            std::minstd_rand random(run);
            std::vector<uint32_t> halves((count + 1) / 2);
            std::generate(halves.begin(), halves.end(), random);
            TestArray input(halves);
            TestArray before(ranges.size() * 4);
            TestArray through(ranges.size() * 4);
            TestArray loads(count * 4);
            TestArray stores(ranges.size() * 4);
            TestArray faults(4);
            TestArray offsets(reduceCase.offsets.size() * 4);
            TestArray countBuffer(sizeof(uint32_t));
            offsets.write(reduceCase.offsets.data(), reduceCase.offsets.size() * 4);
            countBuffer.write(&end, sizeof(end));
            for (TestArray* array : {&before, &through, &loads, &stores, &faults})
                array->fill(0);
            const VkDeviceAddress parameters[] = {input.range().address,   before.range().address,
                                                  through.range().address, loads.range().address,
                                                  stores.range().address,  faults.range().address};
            SegmentedReduceArgs args;
            args.segments = offsets.range();
            args.rowLength = reduceCase.rowLength;
            args.rowPitch = reduceCase.rowPitch;
            if (segments == Segments::Offsets)
                args.segmentCount = static_cast<uint32_t>(ranges.size());
            args.parameters = {parameters, sizeof(parameters)};
            args.scratch = sharedScratch(reduce.scratchSize(count));
            args.count = count;
            if (reduceCase.gpuCount)
                args.countBuffer = countBuffer.range();
            submit(reduce, args);

            std::vector<uint32_t> actual(ranges.size());
            std::vector<uint32_t> stored(ranges.size());
            std::vector<uint32_t> loaded(count);
            uint32_t faultCount = 0;
            through.read(actual.data(), actual.size() * 4);
            stores.read(stored.data(), stored.size() * 4);
            loads.read(loaded.data(), loaded.size() * 4);
            faults.read(&faultCount, sizeof(faultCount));
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
            EXPECT_EQ(faultCount, 0u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomReduceOfSegmentsTest, testing::ValuesIn(ownStrategies()), strategyName);

} // namespace
