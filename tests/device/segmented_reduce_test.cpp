// Segmented reductions on the device, segment by segment: offsets and rows of every kind, type and operator.
#include "custom_monoids.h"
#include "hostile.h"
#include "segmented_check.h"

#include "segmented_watched.h"

#include "operations/segmented_scan.h"

#include <cmath>
#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr Op kOps[] = {Op::Add, Op::Multiply, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor};
constexpr Strategy kStrategies[] = {Strategy::SingleWorkgroup, Strategy::FlatSum, Strategy::Spine,
                                    Strategy::ReduceThenScan};

SegmentedReduceDesc descOf(ElementType type, Op op, Segments segments, Strategy strategy)
{
    SegmentedReduceDesc desc;
    desc.type = type;
    desc.op = op;
    desc.segments = segments;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

SegmentedReduce createReduce(const SegmentedReduceDesc& desc, const Tuning& tuning, uint32_t operatorCode)
{
    SegmentedReduce reduce;
    EXPECT_EQ(createTuned(context(), desc, tuning, operatorCode, &reduce), Status::Success);
    return reduce;
}

struct ReduceCase {
    std::vector<uint32_t> offsets = {}; // none: rows
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    VkDeviceSize misalignment = 0; // of input and result, elements
    std::optional<uint32_t> gpuCount = std::nullopt;
};

// Where each segment begins and ends.
std::vector<std::pair<uint64_t, uint64_t>> segmentsOf(const ReduceCase& reduceCase, uint64_t count)
{
    const uint64_t end = std::min<uint64_t>(count, reduceCase.gpuCount.value_or(0xffffffffu));
    std::vector<std::pair<uint64_t, uint64_t>> segments;
    const auto append = [&](uint64_t first, uint64_t last) {
        segments.emplace_back(std::min(first, end), std::min(last, end));
    };
    for (std::size_t k = 0; k + 1 < reduceCase.offsets.size(); ++k)
        append(reduceCase.offsets[k], reduceCase.offsets[k + 1]);
    if (reduceCase.offsets.empty())
        for (uint64_t i = 0; i < count; i += std::max(reduceCase.rowLength, reduceCase.rowPitch))
            append(i, i + reduceCase.rowLength);
    return segments;
}

template <class T>
std::vector<T> reduceOnDevice(const SegmentedReduce& reduce, const ReduceCase& reduceCase, const std::vector<T>& values)
{
    const VkDeviceSize misalignment = reduceCase.misalignment * sizeof(T) % 16;
    std::vector<T> results(segmentsOf(reduceCase, values.size()).size());
    TestArray input(values.size() * sizeof(T), misalignment);
    TestArray result(results.size() * sizeof(T), misalignment);
    TestArray offsets(reduceCase.offsets.size() * 4, misalignment);
    TestArray countBuffer(sizeof(uint32_t));
    input.write(values.data(), values.size() * sizeof(T));
    result.fill(0xcc);
    offsets.write(reduceCase.offsets.data(), reduceCase.offsets.size() * 4);

    SegmentedReduceArgs args;
    args.input = input.range();
    args.result = result.range();
    args.segments = offsets.range();
    args.rowLength = reduceCase.rowLength;
    args.rowPitch = reduceCase.rowPitch;
    if (!reduceCase.offsets.empty())
        args.segmentCount = static_cast<uint32_t>(reduceCase.offsets.size() - 1);
    args.count = values.size();
    args.scratch = sharedScratch(reduce.scratchSize(args.count));
    if (reduceCase.gpuCount) {
        countBuffer.write(&*reduceCase.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(reduce, args);
    result.read(results.data(), results.size() * sizeof(T));
    EXPECT_TRUE(input.intact() && result.intact() && offsets.intact());
    EXPECT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
    return results;
}

template <class T, class Combine>
void checkReduce(const SegmentedReduce& reduce, const ReduceCase& reduceCase, const std::vector<T>& values,
                 T identityValue, const Combine& combineElements)
{
    const std::vector<T> actual = reduceOnDevice(reduce, reduceCase, values);
    const auto segments = segmentsOf(reduceCase, values.size());
    for (std::size_t k = 0; k < segments.size(); ++k) {
        T expected = identityValue;
        for (uint64_t i = segments[k].first; i < segments[k].second; ++i)
            expected = combineElements(expected, values[i]);
        ASSERT_EQ(actual[k], expected) << "segment " << k << " of " << segments.size() << ", " << segments[k].first
                                       << " to " << segments[k].second << " of " << values.size() << ", rows of "
                                       << reduceCase.rowLength << " every " << reduceCase.rowPitch;
    }
}

class SegmentedReduceTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

TEST_P(SegmentedReduceTest, OffsetsAndRows)
{
    const auto [strategy, type] = GetParam();
    unsigned run = static_cast<unsigned>(strategy) + static_cast<unsigned>(type);
    const Op op = kOps[run % (type == ElementType::F32 || type == ElementType::F64 ? 4 : std::size(kOps))];
    Tuning tuning = smallTuning();
    if (run % 3 == 0)
        tuning.reduceSegments = {32, 4};
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const SegmentedReduce reduce =
            createReduce(descOf(type, op, segments, strategy), tuning, static_cast<uint32_t>(op));
        const uint64_t tile = tuning.reduceSegments.tileElements(type);
        for (const Shape shape : kShapes) {
            for (uint64_t count : {uint64_t{1}, tile - 1, 2 * tile, 3 * tile + 1, 13 * tile + 7}) {
                constexpr uint32_t kRowLengths[] = {1, 2, 3, 4, 5, 32, 100, 256, 1337};
                constexpr uint32_t kPaddings[] = {0, 1, 3, 4, 32, 701};
                ++run;
                count = std::min(count, reduce.maxCount());
                ReduceCase reduceCase;
                reduceCase.misalignment = run % 4;
                if (segments == Segments::Offsets) {
                    reduceCase.offsets = segmentWords(segments, headsOf(shape, count, tile));
                } else {
                    reduceCase.rowLength = kRowLengths[run % std::size(kRowLengths)];
                    if (run % 2 == 0)
                        reduceCase.rowPitch = reduceCase.rowLength + kPaddings[run / 2 % std::size(kPaddings)];
                }
                if (run % 6 == 5)
                    reduceCase.gpuCount = static_cast<uint32_t>(count * 3 / 4);
                withType(type, [&]<class T>() {
                    checkReduce(reduce, reduceCase, randomValues<T>(op, count, run), identity<T>(op),
                                [&](T earlier, T later) { return combine(op, earlier, later); });
                });
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

std::string cellName(const testing::TestParamInfo<SegmentedReduceTest::ParamType>& info)
{
    std::string name = std::string(toString(std::get<0>(info.param))) + "_" + toString(std::get<1>(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Matrix, SegmentedReduceTest,
                         testing::Combine(testing::ValuesIn(kStrategies),
                                          testing::Values(ElementType::U32, ElementType::F32, ElementType::I64,
                                                          ElementType::F64)),
                         cellName);

// Far more segments than elements: before, between and behind the elements, and without any.
TEST(SegmentedReduceEdgesTest, ManyEmptySegments)
{
    constexpr uint32_t kMany = 200000;
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Min, Segments::Offsets, strategy),
                                                    smallTuning(), vkscan::abi::kOpMin);
        for (const uint32_t count : {0u, 1u, 1000u}) {
            for (const uint32_t at : {0u, count / 2, count}) {
                for (const std::optional<uint32_t> gpuCount : {std::optional<uint32_t>(), {count / 3}, {0u}}) {
                    ReduceCase reduceCase;
                    reduceCase.offsets = {0, count / 4, count / 2, count};
                    reduceCase.offsets.insert(
                        std::upper_bound(reduceCase.offsets.begin(), reduceCase.offsets.end(), at), kMany, at);
                    reduceCase.gpuCount = gpuCount;
                    checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Min, count, at), ~0u,
                                [](uint32_t a, uint32_t b) { return std::min(a, b); });
                    if (HasFatalFailure())
                        return;
                }
            }
        }
    }
}

// Results are undefined then, but memory outside the arguments, which are fenced, stays as it is.
TEST(SegmentedReduceEdgesTest, OffsetsThatDoNotAscendHarmNothing)
{
    std::minstd_rand random(1);
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, Segments::Offsets, strategy),
                                                    smallTuning(), vkscan::abi::kOpAdd);
        for (unsigned run = 0; run < 20; ++run) {
            ReduceCase reduceCase;
            reduceCase.offsets.resize(1 + random() % 3000);
            const auto next = [&] { return static_cast<uint32_t>(random()); };
            const uint32_t most = next() % 3000 + 1;
            for (uint32_t& offset : reduceCase.offsets)
                offset = run % 2 == 0 ? next() : next() % most / 7 * 7;
            static_cast<void>(reduceOnDevice(reduce, reduceCase, randomValues<uint32_t>(Op::Add, 2500, run)));
        }
    }
}

// Where segments end beside the ends of parts, of tiles and of spans, and reach over several of them: one tile a span,
// or many. Order matters to the composition of maps.
TEST(SegmentedReduceSpansTest, SegmentsEndBesideSpansAndReachOverThem)
{
    for (const Strategy strategy : kStrategies) {
        for (const uint32_t gridWidth : {~0u, 3u, 1u}) {
            Tuning tuning = smallTuning();
            tuning.maxGridWidth = gridWidth;
            const auto create = [&](Segments segments) {
                return createReduce(descOf(ElementType::U32, Op::Add, segments, strategy), tuning,
                                    vkscan::abi::kOpTestAffine);
            };
            const auto tile = static_cast<uint32_t>(tuning.reduceSegments.tileElements(ElementType::U32));
            const uint32_t count = 14 * tile + 5;
            const uint32_t part = tile / tuning.reduceSegments.workgroupSize * capabilities().subgroupSize;
            std::vector<ReduceCase> cases;
            for (const uint32_t every : {part, tile, 2 * tile, 5 * tile}) {
                std::vector<uint32_t> exact;
                std::vector<uint32_t> beside;
                for (uint32_t at = 0; at <= count; at += every) {
                    exact.insert(exact.end(), 1 + at / every % 3, at);
                    for (const uint32_t offset : {at - 1, at, at + 1})
                        if (offset <= count)
                            beside.push_back(offset);
                }
                for (const VkDeviceSize misalignment : {0, 1, 3}) {
                    cases.push_back({.offsets = exact, .misalignment = misalignment});
                    cases.push_back({.offsets = beside, .misalignment = misalignment});
                    for (const uint32_t length : {every - 1, every, every + 1}) {
                        cases.push_back({.rowLength = length, .misalignment = misalignment});
                        cases.push_back({.rowLength = length / 2, .rowPitch = length, .misalignment = misalignment});
                    }
                }
            }
            cases.push_back({.offsets = {0, count}});
            cases.push_back({.offsets = {tile - 1, 9 * tile + 1}});
            cases.push_back({.offsets = {count - 1, count}, .gpuCount = count - 1});
            cases.push_back({.offsets = {1, 4 * tile, count}, .gpuCount = 4 * tile});
            cases.push_back({.rowLength = 5 * tile, .gpuCount = 10 * tile});
            cases.push_back({.rowLength = 5 * tile, .rowPitch = 6 * tile, .gpuCount = 6 * tile - 1});
            const SegmentedReduce byOffsets = create(Segments::Offsets);
            const SegmentedReduce byRows = create(Segments::Rows);
            for (const ReduceCase& reduceCase : cases) {
                checkReduce(reduceCase.offsets.empty() ? byRows : byOffsets, reduceCase,
                            randomValues<uint32_t>(Op::Multiply, count, gridWidth % 7), 1u, composeMaps);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

// Runs of equal offsets that are long enough to be left out, of every length around that, between dense segments.
TEST(SegmentedReduceSpansTest, RunsOfEmptySegmentsOfAnyLength)
{
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        for (const uint32_t gridWidth : {~0u, 2u}) {
            Tuning tuning = smallTuning();
            tuning.maxGridWidth = gridWidth;
            const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, Segments::Offsets, strategy),
                                                        tuning, vkscan::abi::kOpAdd);
            std::minstd_rand random(7);
            for (const uint32_t run : {255u, 256u, 511u, 600u, 769u, 1100u, 3001u}) {
                ReduceCase reduceCase;
                uint32_t at = 0;
                for (unsigned i = 0; i < 40; ++i) {
                    reduceCase.offsets.insert(reduceCase.offsets.end(), i % 3 == 0 ? run + i : 1 + i % 2, at);
                    at += static_cast<uint32_t>(random() % 90);
                }
                checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Add, at, run), 0u, std::plus<uint32_t>());
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

class CustomReduceOfSegmentsTest : public testing::TestWithParam<Strategy> {
protected:
    static SegmentedReduce create(const CustomKernels& kernels, Segments segments)
    {
        SegmentedReduceDesc desc;
        desc.segments = segments;
        desc.kernels = kernels;
        desc.strategy = GetParam();
        desc.assumeForwardProgress = true;
        return createReduce(desc, smallTuning(), 0);
    }
};

// Offsets, some of them equal, or rows with padding.
ReduceCase variedCase(Segments segments, uint64_t count, unsigned run)
{
    ReduceCase reduceCase;
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
        if (testing::Test::HasFatalFailure())
            return;
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
            const ReduceCase reduceCase = variedCase(segments, count, run);
            const auto ranges = segmentsOf(reduceCase, count);
            const uint32_t end = reduceCase.gpuCount.value_or(count);
            std::minstd_rand random(run);
            std::vector<uint32_t> halves((count + 1) / 2);
            std::generate(halves.begin(), halves.end(), random);
            TestArray input(halves.size() * 4);
            TestArray before(ranges.size() * 4);
            TestArray through(ranges.size() * 4);
            TestArray loads(count * 4);
            TestArray stores(ranges.size() * 4);
            TestArray faults(4);
            TestArray offsets(reduceCase.offsets.size() * 4);
            TestArray countBuffer(4);
            input.write(halves.data(), halves.size() * 4);
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
            EXPECT_TRUE(before.intact() && through.intact() && loads.intact() && stores.intact());
            EXPECT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomReduceOfSegmentsTest, testing::ValuesIn(kStrategies), strategyName);

TEST(SegmentedReduceHostileTest, GivesUpWhenSpansNeverPublish)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, segments, Strategy::Spine),
                                                    impatientTuning(vkscan::abi::kHookWithhold), vkscan::abi::kOpAdd);
        constexpr uint64_t kCount = 40 * 256;
        TestArray input(kCount * 4);
        TestArray result(kCount * 4);
        TestArray offsets(8);
        TestArray scratch(reduce.scratchSize(kCount));
        const uint32_t both[] = {0, kCount};
        offsets.write(both, sizeof(both));
        input.fill(1);
        scratch.fill(0);
        SegmentedReduceArgs args;
        args.input = input.range();
        args.result = result.range();
        args.segments = offsets.range();
        args.segmentCount = 1;
        args.rowLength = 1000;
        args.scratch = scratch.range();
        args.count = kCount;
        submit(reduce, args);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::GaveUp);
        EXPECT_TRUE(input.intact() && result.intact() && offsets.intact() && scratch.intact());
    }
}

// The library's own tuning and choice; one segment, and offsets beyond the array.
TEST(SegmentedReduceEdgesTest, AnyCount)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        SegmentedReduceDesc desc;
        desc.segments = segments;
        SegmentedReduce reduce;
        ASSERT_EQ(SegmentedReduce::create(context(), desc, &reduce), Status::Success);
        EXPECT_GE(reduce.maxCount(), uint64_t{1} << 33);
        EXPECT_EQ(reduce.strategyFor(1), Strategy::SingleWorkgroup);
        for (const uint32_t count : {1u, 3u, 4097u, 65521u, 1000003u}) {
            for (const uint32_t length : {1u, 7u, 1024u, 1000003u, 0xffffffffu}) {
                ReduceCase reduceCase;
                reduceCase.rowLength = length;
                if (segments == Segments::Offsets) {
                    for (uint64_t begin = count / 5; begin < count; begin += length)
                        reduceCase.offsets.push_back(static_cast<uint32_t>(begin));
                    reduceCase.offsets.push_back(std::max(count, length));
                    reduceCase.rowLength = 0;
                }
                checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Add, count, length), 0u,
                            std::plus<uint32_t>());
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

// Order matters to the composition of maps.
TEST(SegmentedReduceOrderTest, OperatorsThatDoNotCommute)
{
    for (const Strategy strategy : kStrategies) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, Segments::Offsets, strategy),
                                                    smallTuning(), vkscan::abi::kOpTestAffine);
        for (const Shape shape : {Shape::None, Shape::Sparse, Shape::Random}) {
            const uint64_t count = std::min<uint64_t>(70 * 256 + 77, reduce.maxCount());
            checkReduce(reduce, {.offsets = segmentWords(Segments::Offsets, headsOf(shape, count, 256))},
                        randomValues<uint32_t>(Op::Multiply, count, 5), 1u, composeMaps);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST(SegmentedReduceOrderTest, FloatsHaveTheSameBitsInEveryRun)
{
    std::vector<float> values(30011);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(static_cast<float>(i)) * 1000.0f;
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::F32, Op::Add, Segments::Offsets, strategy),
                                                    smallTuning(), vkscan::abi::kOpAdd);
        const ReduceCase reduceCase = {.offsets =
                                           segmentWords(Segments::Offsets, headsOf(Shape::Sparse, values.size(), 256))};
        const std::vector<float> first = reduceOnDevice(reduce, reduceCase, values);
        for (int run = 0; run < 50; ++run) {
            const std::vector<float> again = reduceOnDevice(reduce, reduceCase, values);
            ASSERT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(float)), 0) << "run " << run;
        }
    }
}

TEST(SegmentedReduceRecordTest, RefusedCallsRecordNothing)
{
    SegmentedReduce reduce;
    EXPECT_EQ(SegmentedReduce::create(context(), {}, nullptr), Status(Argument::OutputPointer, Rule::Null));
    EXPECT_EQ(SegmentedReduce::create(Context(), {}, &reduce), Status(Argument::Context, Rule::NotCreated));
    EXPECT_EQ(SegmentedReduce::create(context(), {.segments = Segments::Keys32}, &reduce),
              Status(Argument::Segments, Rule::NotOffered));
    EXPECT_EQ(reduce.maxCount(), 0);
    EXPECT_EQ(reduce.scratchSize(1), 0);
    EXPECT_EQ(reduce.strategyFor(1), Strategy::Auto);
    EXPECT_EQ(reduce.record(VK_NULL_HANDLE, {}), Status(Argument::Operation, Rule::NotCreated));
    ASSERT_EQ(SegmentedReduce::create(context(), {}, &reduce), Status::Success);
    EXPECT_EQ(reduce.record(VK_NULL_HANDLE, {}), Status(Argument::CommandBuffer, Rule::Null));
}

} // namespace
