// Scans by kernels of the user's: exact for monoids that do not commute and states of 1 to 16 words, with every
// strategy, and what vkscan/kernel.glsl promises of combine, load and store.
#include "custom_monoids.h"
#include "hostile.h"
#include "scan_check.h"

#include "study/create.h"

#include "greatest.h"
#include "least.h"
#include "schedule/array_operation.h"
#include "watched.h"

#include <vkscan/reference.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc describe(const CustomKernels& kernels, Strategy strategy)
{
    study::ScanDesc desc;
    desc.kernels = kernels;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

template <class Monoid>
void checkStrategy(Strategy strategy)
{
    using State = typename Monoid::State;
    std::mt19937 random(1);
    std::vector<State> values(5000);
    std::generate(values.begin(), values.end(), [&] { return Monoid().make(random); });
    ASSERT_TRUE(reference::isMonoid(values.begin(), values.end(), Monoid(), std::equal_to<State>()));
    auto run = static_cast<unsigned>(strategy);
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        const Kind kind = run++ % 2 == 0 ? Kind::Inclusive : Kind::Exclusive;
        const auto form = monoidForm<Scan, Monoid>({.kind = kind, .direction = direction});
        auto tuning = smallTuning();
        tuning.singleWorkgroup.rows = 2;
        const Scan scan = createScan({form.desc, strategy, true}, tuning);
        for (uint64_t count : {0, 1, 5, 63, 64, 65, 255, 256, 257, 513, 2049, 5000}) {
            count = std::min(count, scan.maxCount());
            CallCase c = {.count = count, .inPlace = ++run % 2 == 0, .submissions = run % 4 == 1 ? 3u : 1u};
            if (run % 3 == 0)
                c.gpuCount = static_cast<uint32_t>(count * 2 / 3);
            checkCall(scan, form, c);
        }
    }
}

// Counts about whole rows and tiles, wherever in a vector of 16 bytes arrays begin.
template <class Monoid>
void checkAlignments(Strategy strategy)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const Kind kind : {Kind::Inclusive, Kind::Exclusive}) {
            const auto form = monoidForm<Scan, Monoid>({.kind = kind, .direction = direction});
            auto tuning = smallTuning();
            for (Geometry* geometry :
                 {&tuning.spans, &tuning.spine, &tuning.customSpine, &tuning.largeCustomSpine, &tuning.singleWorkgroup})
                geometry->rows = 2;
            const Scan scan = createScan({form.desc, strategy, true}, tuning);
            for (const uint64_t count : {3, 4, 7, 127, 128, 129, 130, 131, 1024, 1500})
                for (unsigned place = 0; place < 5; ++place) // of the output, twice that of the input
                    checkCall(scan, form,
                              {.count = std::min(count, scan.maxCount()), .place = place, .inPlace = place == 4});
        }
    }
}

class CustomTest : public testing::TestWithParam<Strategy> {};

TEST_P(CustomTest, ComposesPermutations)
{
    checkStrategy<Permutation>(GetParam());
}

TEST_P(CustomTest, ComposesAffineMaps)
{
    checkStrategy<Affine>(GetParam());
}

TEST_P(CustomTest, FindsFirstMinima)
{
    checkStrategy<FirstMinimum>(GetParam());
}

TEST_P(CustomTest, JoinsBounds)
{
    checkStrategy<Bounds>(GetParam());
}

TEST_P(CustomTest, MultipliesMatrices)
{
    checkStrategy<Matrix>(GetParam());
}

// Reduces as many elements as take one span, and several.
template <class Monoid>
void checkReduction()
{
    const auto form = monoidForm<Reduce, Monoid>({});
    Reduce reduce;
    ASSERT_EQ(createTuned(context(), form.desc, smallTuning(), 0, &reduce), Status::Success);
    for (const uint32_t count : {0, 1, 64, 257, 1000, 20011})
        for (const std::optional<uint32_t> gpuCount : {std::optional<uint32_t>(), {count / 2}})
            checkCall(reduce, form, {.count = count, .gpuCount = gpuCount, .submissions = 2});
}

TEST(CustomReduceTest, CombinesInOrder)
{
    checkReduction<Permutation>();
    checkReduction<Affine>();
    checkReduction<FirstMinimum>();
    checkReduction<Bounds>();
    checkReduction<Matrix>();
}

// Fields of each type by a built-in operator. Now and then a float is NaN.
template <Op kOp>
struct Extremes {
    struct State {
        uint32_t cost;
        int32_t height;
        float depth;
        bool operator==(const State& other) const
        {
            return cost == other.cost && height == other.height && depth == other.depth;
        }
    };
    static constexpr CustomKernels kKernels = kOp == Op::Min ? least : greatest;

    [[nodiscard]] State identity() const
    {
        return {testing_support::identity<uint32_t>(kOp), testing_support::identity<int32_t>(kOp),
                testing_support::identity<float>(kOp)};
    }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        return {testing_support::combine(kOp, earlier.cost, later.cost),
                testing_support::combine(kOp, earlier.height, later.height),
                testing_support::combine(kOp, earlier.depth, later.depth)};
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        return {static_cast<uint32_t>(random()), static_cast<int32_t>(random()),
                random() % 500 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                    : static_cast<float>(static_cast<int32_t>(random()))};
    }
};

TEST(CustomReduceTest, CombinesFieldsByBuiltInOperators)
{
    checkReduction<Extremes<Op::Min>>();
    checkReduction<Extremes<Op::Max>>();
}

TEST_P(CustomTest, TakesPermutationsAtAnyWord)
{
    checkAlignments<Permutation>(GetParam());
}

TEST_P(CustomTest, TakesAffineMapsAtAnyPair)
{
    checkAlignments<Affine>(GetParam());
}

TEST_P(CustomTest, TakesFirstMinimaAtAnyWord)
{
    checkAlignments<FirstMinimum>(GetParam());
}

TEST_P(CustomTest, TakesBoundsAtAnyPair)
{
    checkAlignments<Bounds>(GetParam());
}

struct WatchedParameters {
    VkDeviceAddress halves;
    VkDeviceAddress before;
    VkDeviceAddress through;
    VkDeviceAddress loads;
    VkDeviceAddress stores;
    VkDeviceAddress faults;
};

// How the waits of a run end: with what is waited for; or, to force both cases of SpineWithFallback, before they begin,
// since all is published beforehand, or since they are given up unasked.
enum class Waits { End, AreNotNeeded, AreGivenUp };

uint32_t watchedSum(uint32_t half)
{
    return half * 3;
}

// Slots of all tiles: the aggregates, then the carries.
std::vector<uint32_t> watchedSlots(std::vector<uint16_t> halves, Direction direction, uint32_t tileElements)
{
    if (direction == Direction::Backward)
        std::reverse(halves.begin(), halves.end());
    std::vector<uint32_t> aggregates;
    std::vector<uint32_t> carries;
    uint32_t carry = 0;
    const auto append = [](std::vector<uint32_t>& states, uint32_t sum) {
        states.insert(states.end(), {sum, sum * 0x9e3779b9u ^ 0x5bd1e995u}); // as in custom/watched.glsl
    };
    for (std::size_t first = 0; first < halves.size(); first += tileElements) {
        uint32_t aggregate = 0;
        for (std::size_t i = first; i < std::min(first + tileElements, halves.size()); ++i)
            aggregate += watchedSum(halves[i]);
        append(aggregates, aggregate);
        append(carries, carry);
        carry += aggregate;
    }
    aggregates.insert(aggregates.end(), carries.begin(), carries.end());
    return aggregates;
}

// Runs on `count` of `maxCount` elements; another count is read on the device. An element is loaded once; twice with
// ReduceThenScan, and where the wait of its tile was given up.
void checkWatched(const Scan& scan, const study::ScanDesc& desc, Waits waits, uint32_t maxCount, uint32_t count)
{
    SCOPED_TRACE(testing::Message() << maxCount << " elements at most, " << count << ", waits "
                                    << static_cast<int>(waits));
    std::vector<uint16_t> values(maxCount + maxCount % 2);
    std::mt19937 random(maxCount);
    std::generate(values.begin(), values.end(), [&] { return static_cast<uint16_t>(random()); });
    TestArray halves(values);
    values.resize(count);
    const VkDeviceSize bytes = maxCount * sizeof(uint32_t);
    TestArray results[4] = {TestArray(bytes), TestArray(bytes), TestArray(bytes), TestArray(bytes)};
    for (TestArray& result : results)
        result.fill(0);
    TestArray faults(sizeof(uint32_t));
    faults.fill(0);
    TestArray countBuffer(sizeof(uint32_t));
    countBuffer.write(&count, sizeof(count));
    TestArray scratch(scan.scratchSize(maxCount));
    scratch.fill(0);
    const Geometry geometry = smallTuning().customSpine;
    const uint32_t tileElements = geometry.workgroupSize * geometry.rows * 2; // rows of 4 words, states of 2
    if (waits == Waits::AreNotNeeded)
        publishSlots(scratch, watchedSlots(values, desc.direction, tileElements));
    const WatchedParameters parameters = {halves.range().address,     results[0].range().address,
                                          results[1].range().address, results[2].range().address,
                                          results[3].range().address, faults.range().address};
    ScanArgs args;
    args.parameters = {&parameters, sizeof(parameters)};
    args.scratch = scratch.range();
    args.count = maxCount;
    if (count != maxCount)
        args.countBuffer = countBuffer.range();
    submit(scan, args);

    std::vector<uint32_t> actual[4];
    for (std::size_t i = 0; i < 4; ++i) {
        actual[i].resize(maxCount);
        results[i].read(actual[i].data(), bytes);
    }
    const bool passesTwice = strategyFor(scan, maxCount) == Strategy::ReduceThenScan;
    // The first tile waits for the workgroup that keeps the spine, if there is one.
    const uint32_t firstGivenUp = waits != Waits::AreGivenUp || passesTwice ? count
                                  : geometry.spineSubgroups > 0             ? 0
                                                                            : tileElements;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t at = desc.direction == Direction::Backward ? count - 1 - i : i;
        ASSERT_EQ(actual[0][at], sum) << at;
        sum += watchedSum(values[at]);
        ASSERT_EQ(actual[1][at], sum) << at;
        ASSERT_EQ(actual[2][at], passesTwice || i >= firstGivenUp ? 2u : 1u) << "loads of " << at;
        ASSERT_EQ(actual[3][at], 1u) << "stores of " << at;
    }
    for (const std::vector<uint32_t>& array : actual)
        ASSERT_EQ(std::count(array.begin() + count, array.end(), 0u), maxCount - count);
    const auto faultCount = faults.value<uint32_t>();
    EXPECT_EQ(faultCount, 0u) << "of combine's operands";
}

TEST_P(CustomTest, KeepsWhatKernelsArePromised)
{
    const bool mayPassTwice = GetParam() == Strategy::ReduceThenScan || GetParam() == Strategy::SpineWithFallback ||
                              (GetParam() == Strategy::Auto && !capabilities().forwardProgress);
    std::vector<Waits> endings = {Waits::End};
    if (GetParam() == Strategy::SpineWithFallback)
        endings = {Waits::AreNotNeeded, Waits::AreGivenUp};
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const Waits waits : endings) {
            study::ScanDesc desc = describe(watched, GetParam());
            desc.direction = direction;
            auto tuning = smallTuning();
            if (waits == Waits::AreGivenUp)
                tuning.shortWaits.polls = tuning.shortWaits.rounds = 0;
            const Scan scan = createScan(desc, tuning);
            for (const uint64_t most : {1, 100, 256, 700, 3001}) {
                const auto maxCount = static_cast<uint32_t>(std::min(most, scan.maxCount()));
                EXPECT_TRUE(mayPassTwice || strategyFor(scan, maxCount) != Strategy::ReduceThenScan);
                for (const uint32_t count : {maxCount, maxCount / 2}) {
                    checkWatched(scan, desc, waits, maxCount, count);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomTest, testing::ValuesIn(customStrategies(WithAuto::Yes)), strategyName);

} // namespace
