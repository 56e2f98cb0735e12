// Segmented scans by kernels of the user's: every source of segments, elements in vectors and one by one, and heads
// that kernels tell by themselves.
#include "custom_monoids.h"
#include "sample.h"
#include "segmented_check.h"

#include "runs.h"
#include "stored_runs.h"

#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

class CustomSegmentedTest : public testing::TestWithParam<Strategy> {};

// Each source in one direction and kind; all strategies together, in all.
template <class Monoid>
void checkSources(Strategy strategy, VkDeviceSize alignedElements)
{
    using State = typename Monoid::State;
    const Monoid monoid;
    Tuning tuning = smallTuning();
    for (Geometry* geometry :
         {&tuning.spans, &tuning.segmentSpine, &tuning.keySpine, &tuning.customSpine, &tuning.largeCustomSpine})
        geometry->rows = 2;
    unsigned variation = static_cast<unsigned>(strategy);
    Sample sample(variation, segmentForms().size());
    for (const Segments segments : segmentForms()) {
        if (!sample.takes())
            continue;
        Forced<SegmentedScanDesc> desc;
        desc.kernels = Monoid::kSegmented;
        desc.segments = segments;
        desc.strategy = strategy;
        desc.kind = variation % 2 == 0 ? Kind::Exclusive : Kind::Inclusive;
        desc.direction = variation / 2 % 2 == 0 ? Direction::Backward : Direction::Forward;
        const SegmentedScan scan = createSegmented(desc, tuning, 0);
        for (const Shape shape : {Shape::None, Shape::Sparse, Shape::Dense}) {
            for (uint64_t count : {1, 255, 1025, 5000}) {
                const unsigned run = variation++;
                constexpr uint32_t kRowLengths[] = {1, 3, 32, 100, 1337, 0xffffffffu};
                count = std::min(count, scan.maxCount());
                SegmentedCase of;
                of.inPlace = run % 2 == 1;
                of.inputMisalignment = run % 4 * alignedElements;
                of.outputMisalignment = of.inPlace ? of.inputMisalignment : run % 7 % 4 * alignedElements;
                of.segmentsMisalignment = run % 3;
                of.rowLength = kRowLengths[run % std::size(kRowLengths)];
                if (run % 3 == 0 && of.rowLength < 0xffffffffu)
                    of.rowPitch = of.rowLength + run % 5;
                if (run % 6 == 5)
                    of.gpuCount = static_cast<uint32_t>(count * 3 / 4);
                if (run % 5 == 2 && !of.inPlace)
                    of.submissions = 3;
                std::mt19937 random(run);
                std::vector<State> values(count);
                std::generate(values.begin(), values.end(), [&] { return monoid.make(random); });
                checkSegmented<State>(
                    scan, desc, of, headsOf(shape, count, 256), values, monoid.identity(),
                    [&](const State& earlier, const State& later) { return monoid.combine(earlier, later); });
            }
        }
        ++variation;
    }
}

TEST_P(CustomSegmentedTest, ComposesPermutations)
{
    checkSources<Permutation>(GetParam(), 1);
}

TEST_P(CustomSegmentedTest, ComposesAffineMaps)
{
    checkSources<Affine>(GetParam(), 1);
}

TEST_P(CustomSegmentedTest, FindsFirstMinima)
{
    checkSources<FirstMinimum>(GetParam(), 0);
}

TEST_P(CustomSegmentedTest, JoinsBounds)
{
    checkSources<Bounds>(GetParam(), 0);
}

struct RunParameters {
    VkDeviceAddress words;
    VkDeviceAddress sums;
};

TEST_P(CustomSegmentedTest, TakesHeadsFromKernels)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const bool stores : {false, true}) {
            Forced<SegmentedScanDesc> desc;
            desc.kernels = stores ? stored_runs : runs;
            desc.segments = Segments::Kernels;
            desc.direction = direction;
            desc.strategy = GetParam();
            const SegmentedScan scan = createSegmented(desc, smallTuning(), 0);
            for (uint32_t count : {1u, 300u, 5001u}) {
                count = static_cast<uint32_t>(std::min<uint64_t>(count, scan.maxCount()));
                SCOPED_TRACE(testing::Message() << count << (stores ? " stored by the kernel" : "")
                                                << (direction == Direction::Backward ? " backward" : ""));
                std::mt19937 random(count);
                std::vector<uint32_t> words(count);
                for (uint32_t& word : words)
                    word = (random() & 0xffff) | (random() % 37 == 0 ? 1u << 16 : 0);
                TestArray input(words);
                TestArray output(count * sizeof(uint32_t) * 2);
                const RunParameters parameters = {input.range().address, output.range().address};
                SegmentedScanArgs args;
                if (!stores) {
                    args.input = input.range();
                    args.output = {output.range().address, count * sizeof(uint32_t)};
                }
                args.parameters = {&parameters, sizeof(parameters)};
                args.scratch = sharedScratch(scan.scratchSize(count));
                args.count = count;
                submit(scan, args);
                const auto actual = output.values<uint32_t>();
                uint32_t sum = 0;
                for (uint32_t step = 0; step < count; ++step) {
                    const uint32_t i = direction == Direction::Backward ? count - 1 - step : step;
                    const uint32_t head = direction == Direction::Backward ? i + 1 : i;
                    if (head < count && (words[head] >> 16 & 1) != 0)
                        sum = 0;
                    const uint32_t before = sum;
                    sum += stores ? words[i] & 0xffff : words[i];
                    if (stores) {
                        ASSERT_EQ(actual[i * 2], before) << i;
                    }
                    ASSERT_EQ(actual[stores ? i * 2 + 1 : i], sum) << i;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomSegmentedTest, testing::ValuesIn(ownStrategies()), strategyName);

} // namespace
