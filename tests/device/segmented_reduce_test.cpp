// Segmented reductions on the device, segment by segment: offsets and rows of every kind, type and operator.
#include "axis_values.h"
#include "hostile.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"

#include <cmath>
#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

Forced<SegmentedReduceDesc> descOf(ElementType type, Op op, Segments segments, Strategy strategy)
{
    Forced<SegmentedReduceDesc> desc;
    desc.type = type;
    desc.op = op;
    desc.segments = segments;
    desc.strategy = strategy;
    return desc;
}

class SegmentedReduceTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

TEST_P(SegmentedReduceTest, OffsetsAndRows)
{
    const auto [strategy, type] = GetParam();
    unsigned run = static_cast<unsigned>(strategy) + static_cast<unsigned>(type);
    const Op op = kOps[run % (type == ElementType::F32 || type == ElementType::F64 ? 4 : std::size(kOps))].value;
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
                SegmentedReduceCase reduceCase;
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
            }
        }
    }
}

std::string cellName(const testing::TestParamInfo<SegmentedReduceTest::ParamType>& info)
{
    std::string name = std::string(study::toString(std::get<0>(info.param))) + "_" + toString(std::get<1>(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Matrix, SegmentedReduceTest, testing::ValuesIn(strategiesAndTypes(ownStrategies(), kTypes)),
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
                    SegmentedReduceCase reduceCase;
                    reduceCase.offsets = {0, count / 4, count / 2, count};
                    reduceCase.offsets.insert(
                        std::upper_bound(reduceCase.offsets.begin(), reduceCase.offsets.end(), at), kMany, at);
                    reduceCase.gpuCount = gpuCount;
                    checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Min, count, at), ~0u,
                                [](uint32_t a, uint32_t b) { return std::min(a, b); });
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
            SegmentedReduceCase reduceCase;
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
    for (const Strategy strategy : ownStrategies()) {
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
            std::vector<SegmentedReduceCase> cases;
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
            for (const SegmentedReduceCase& reduceCase : cases) {
                checkReduce(reduceCase.offsets.empty() ? byRows : byOffsets, reduceCase,
                            randomValues<uint32_t>(Op::Multiply, count, gridWidth % 7), 1u, composeMaps);
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
                SegmentedReduceCase reduceCase;
                uint32_t at = 0;
                for (unsigned i = 0; i < 40; ++i) {
                    reduceCase.offsets.insert(reduceCase.offsets.end(), i % 3 == 0 ? run + i : 1 + i % 2, at);
                    at += static_cast<uint32_t>(random() % 90);
                }
                checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Add, at, run), 0u, std::plus<uint32_t>());
            }
        }
    }
}

// One offset has no segment between itself and a next one: elements before and behind it give no result.
TEST(SegmentedReduceEdgesTest, OneOffsetHasNoResults)
{
    const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, Segments::Offsets, Strategy::Auto),
                                                smallTuning(), vkscan::abi::kOpAdd);
    constexpr uint32_t kCount = 1000;
    TestArray input(kCount * 4);
    TestArray result(4);
    TestArray offset(4);
    const uint32_t cut = 500;
    offset.write(&cut, sizeof(cut));
    input.fill(1);
    SegmentedReduceArgs args;
    args.input = input.range();
    args.scratch = sharedScratch(reduce.scratchSize(kCount));
    args.count = kCount;
    submit(reduce, args); // without either
    args.segments = offset.range();
    args.result = result.range();
    submit(reduce, args);
    const auto word = result.value<uint32_t>();
    EXPECT_EQ(word, 0xccccccccu);
    DispatchList list;
    EXPECT_EQ(reduce.plan(args, &list), Status::Success);
    EXPECT_EQ(list.count, 0u);
}

// The library's own tuning and choice; one segment, and offsets beyond the array.
TEST(SegmentedReduceEdgesTest, AnyCount)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        SegmentedReduceDesc desc;
        desc.segments = segments;
        SegmentedReduce reduce;
        ASSERT_EQ(SegmentedReduce::create(context(), desc, &reduce), Status::Success);
        EXPECT_GT(reduce.maxCount(), 0xffffffffu);
        EXPECT_EQ(strategyFor(reduce, 1), Strategy::SingleWorkgroup);
        for (const uint32_t count : {1u, 3u, 4097u, 65521u, 1000003u}) {
            for (const uint32_t length : {1u, 7u, 1024u, 1000003u, 0xffffffffu}) {
                SegmentedReduceCase reduceCase;
                reduceCase.rowLength = length;
                if (segments == Segments::Offsets) {
                    for (uint64_t begin = count / 5; begin < count; begin += length)
                        reduceCase.offsets.push_back(static_cast<uint32_t>(begin));
                    reduceCase.offsets.push_back(std::max(count, length));
                    reduceCase.rowLength = 0;
                }
                checkReduce(reduce, reduceCase, randomValues<uint32_t>(Op::Add, count, length), 0u,
                            std::plus<uint32_t>());
            }
        }
    }
}

// Order matters to the composition of maps.
TEST(SegmentedReduceOrderTest, OperatorsThatDoNotCommute)
{
    for (const Strategy strategy : ownStrategies()) {
        const SegmentedReduce reduce = createReduce(descOf(ElementType::U32, Op::Add, Segments::Offsets, strategy),
                                                    smallTuning(), vkscan::abi::kOpTestAffine);
        for (const Shape shape : {Shape::None, Shape::Sparse, Shape::Random}) {
            const uint64_t count = std::min<uint64_t>(70 * 256 + 77, reduce.maxCount());
            checkReduce(reduce, {.offsets = segmentWords(Segments::Offsets, headsOf(shape, count, 256))},
                        randomValues<uint32_t>(Op::Multiply, count, 5), 1u, composeMaps);
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
        const SegmentedReduceCase reduceCase = {
            .offsets = segmentWords(Segments::Offsets, headsOf(Shape::Sparse, values.size(), 256))};
        const std::vector<float> first = reduceOnDevice(reduce, reduceCase, values);
        for (int run = 0; run < 50; ++run) {
            const std::vector<float> again = reduceOnDevice(reduce, reduceCase, values);
            ASSERT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(float)), 0) << "run " << run;
        }
    }
}

} // namespace
