// Segmented scans by kernels of the user's: every source of segments, elements in vectors and one by one, and heads
// that kernels tell by themselves.
#include "custom_monoids.h"
#include "sample.h"
#include "scan_check.h"

#include "runs.h"
#include "stored_runs.h"

#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

class CustomSegmentedTest : public testing::TestWithParam<Strategy> {};

// Each source in one direction and kind; all strategies together, in all.
template <class Monoid>
void checkSources(Strategy strategy)
{
    auto tuning = smallTuning();
    for (Geometry* geometry :
         {&tuning.spans, &tuning.segmentSpine, &tuning.keySpine, &tuning.customSpine, &tuning.largeCustomSpine})
        geometry->rows = 2;
    auto run = static_cast<unsigned>(strategy);
    Sample sample(run, segmentForms().size());
    for (const Segments segments : segmentForms()) {
        if (!sample.takes())
            continue;
        auto form =
            monoidForm<SegmentedScan, Monoid>({.kind = run % 2 == 0 ? Kind::Exclusive : Kind::Inclusive,
                                           .direction = run / 2 % 2 == 0 ? Direction::Backward : Direction::Forward,
                                           .segments = segments});
        SegmentedScan scan;
        ASSERT_EQ(createTuned(context(), Forced<SegmentedScanDesc>{form.desc, strategy}, tuning, 0, &scan),
                  Status::Success);
        for (const Shape shape : {Shape::None, Shape::Sparse, Shape::Dense}) {
            for (uint64_t count : {1, 255, 1025, 5000}) {
                count = std::min(count, scan.maxCount());
                form.change = [=](SegmentedScanArgs& args) { varyArguments(args, form.desc, run); };
                CallCase c = {
                    .count = count, .place = run, .inPlace = run % 2 == 1, .submissions = run % 5 == 2 ? 3u : 1u};
                if (run % 6 == 5)
                    c.gpuCount = static_cast<uint32_t>(count * 3 / 4);
                checkSegments(scan, form, c, segmentWords(segments, headsOf(shape, count, 256)));
                ++run;
            }
        }
        ++run;
    }
}

TEST_P(CustomSegmentedTest, ComposesPermutations)
{
    checkSources<Permutation>(GetParam());
}

TEST_P(CustomSegmentedTest, ComposesAffineMaps)
{
    checkSources<Affine>(GetParam());
}

TEST_P(CustomSegmentedTest, FindsFirstMinima)
{
    checkSources<FirstMinimum>(GetParam());
}

TEST_P(CustomSegmentedTest, JoinsBounds)
{
    checkSources<Bounds>(GetParam());
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
            SegmentedScan scan;
            ASSERT_EQ(createTuned(context(), desc, smallTuning(), 0, &scan), Status::Success);
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
