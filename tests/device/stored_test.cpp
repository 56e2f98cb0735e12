// Elements of 8 and 16 bits in memory: scans and reductions on the device.
#include "reduce_check.h"
#include "sample.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"
#include "select_check.h"
#include "stored_values.h"

#include "operations/histogram.h"
#include "schedule/array_operation.h"

#include <algorithm>

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc describeStored(StoredPair stored, Op op, Kind kind, Direction direction, Strategy strategy)
{
    study::ScanDesc desc;
    desc.type = widenedType(stored.input != StoredType::Same ? stored.input : stored.output);
    desc.op = op;
    desc.kind = kind;
    desc.direction = direction;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    desc.input = stored.input;
    desc.output = stored.output;
    return desc;
}

// Variations of one case after the other.
ScanCase storedCaseOf(unsigned variation, uint64_t count, StoredPair stored)
{
    ScanCase c;
    c.count = count;
    c.inputMisalignment = variation % 5;
    c.outputMisalignment = variation % 7;
    c.inPlace = stored.input == stored.output && variation % 2 == 0;
    c.withInitial = variation % 3 == 1;
    c.ownScratch = variation % 11 == 1;
    if (variation % 5 == 2)
        c.gpuCount = static_cast<uint32_t>(count - count / 3);
    return c;
}

template <class T>
void checkStored(const Scan& scan, const study::ScanDesc& desc, const ScanCase& c, unsigned seed)
{
    SCOPED_TRACE(std::string(toString(desc.input)) + " to " + toString(desc.output));
    checkScan<T>(scan, desc, c, storedValues<T>(desc.input, desc.op, c.count, seed), identity<T>(desc.op),
                 [&](T earlier, T later) { return combine(desc.op, earlier, later); });
}

class StoredScanTest : public testing::TestWithParam<std::tuple<Strategy, StoredType>> {};

TEST_P(StoredScanTest, EveryOperatorKindAndDirection)
{
    const auto [strategy, small] = GetParam();
    const ElementType type = widenedType(small);
    unsigned variation = static_cast<unsigned>(strategy) + static_cast<unsigned>(small);
    const uint64_t tile = smallTuning().spine.tileElements(type);
    Sample sample(variation, 16);
    for (const StoredPair stored : storedPairs(small)) {
        for (const OpRow& op : kOps) {
            if (isFloat(type) && !op.takesFloats)
                continue;
            for (const Kind kind : {Kind::Inclusive, Kind::Exclusive}) {
                for (const Direction direction : {Direction::Forward, Direction::Backward}) {
                    if (!sample.takes())
                        continue;
                    const study::ScanDesc desc = describeStored(stored, op.value, kind, direction, strategy);
                    const Scan scan = createScan(desc, smallTuning());
                    for (uint64_t count :
                         {uint64_t{1}, uint64_t{3}, tile - 1, tile + 1, 5 * tile + 1, 13 * tile + 7, 70 * tile}) {
                        const ScanCase c = storedCaseOf(++variation, std::min(count, scan.maxCount()), stored);
                        withType(type, [&]<class T>() { checkStored<T>(scan, desc, c, variation); });
                    }
                }
            }
        }
    }
}

std::string strategyAndStoredName(const testing::TestParamInfo<std::tuple<Strategy, StoredType>>& info)
{
    const auto [strategy, stored] = info.param;
    return strategyName({strategy, info.index}) + '_' + toString(stored);
}

INSTANTIATE_TEST_SUITE_P(Matrix, StoredScanTest, testing::ValuesIn(strategiesAndTypes(ownStrategies(), smallTypes())),
                         strategyAndStoredName);

class StoredTest : public testing::TestWithParam<StoredType> {};

// Each place in a word where an array can begin and end, and counts about those of subgroups.
TEST_P(StoredTest, AnyCountAndPlace)
{
    const StoredType small = GetParam();
    const ElementType type = widenedType(small);
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const StoredPair stored : {StoredPair{small, small}, StoredPair{small, StoredType::Same}}) {
            const study::ScanDesc desc =
                describeStored(stored, Op::Add, Kind::Inclusive, direction, Strategy::ReduceThenScan);
            const Scan scan = createScan(desc, smallTuning());
            unsigned variation = 0;
            for (const uint64_t count : {0u,  1u,  2u,  3u,  4u,  5u,   7u,   8u,   9u,   15u,  16u,
                                         17u, 31u, 33u, 63u, 65u, 127u, 251u, 253u, 256u, 257u, 1337u}) {
                for (unsigned place = 0; place < (count < 20 ? 16 : 4); ++place) {
                    ScanCase c;
                    c.count = count;
                    c.outputMisalignment = place;
                    c.inputMisalignment = place + variation % 3;
                    c.inPlace = stored.input == stored.output && variation % 4 == 3;
                    withType(type, [&]<class T>() { checkStored<T>(scan, desc, c, ++variation); });
                }
            }
        }
    }
}

// Arrays that share words, scanned without a barrier between them.
TEST_P(StoredTest, NeighboursShareWords)
{
    const StoredType small = GetParam();
    const ElementType type = widenedType(small);
    const study::ScanDesc desc =
        describeStored({small, small}, Op::Add, Kind::Inclusive, Direction::Forward, Strategy::SingleWorkgroup);
    const Scan scan = createScan(desc, smallTuning());
    withType(type, [&]<class T>() {
        const std::size_t bytes = bytesOf<T>(small);
        constexpr uint64_t kCounts[] = {1, 2, 5, 1, 1, 3, 77, 1, 2, 301};
        uint64_t all = 0;
        for (const uint64_t count : kCounts)
            all += count;
        TestArray array(all * bytes, bytes);
        const std::vector<T> values = storedValues<T>(small, Op::Add, all, 7);
        array.write(storedBytesOf(small, values).data(), all * bytes);
        std::vector<T> expected;
        device().run([&](VkCommandBuffer commandBuffer) {
            uint64_t first = 0;
            for (const uint64_t count : kCounts) {
                ScanArgs args;
                args.input = {array.range().address + first * bytes, count * bytes};
                args.output = args.input;
                args.count = count;
                EXPECT_EQ(scan.record(commandBuffer, args), Status::Success);
                const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
                std::vector<T> own;
                referenceScan<T>(
                    {begin, begin + static_cast<std::ptrdiff_t>(count)}, ScanDesc{}, T{},
                    [](T earlier, T later) { return combine(Op::Add, earlier, later); }, &own);
                expected.insert(expected.end(), own.begin(), own.end());
                first += count;
            }
        });
        const auto actual = array.values<unsigned char>();
        EXPECT_EQ(actual, storedBytesOf(small, expected));
    });
}

INSTANTIATE_TEST_SUITE_P(Types, StoredTest, testing::ValuesIn(smallTypes()),
                         [](const testing::TestParamInfo<StoredType>& info) { return toString(info.param); });

// Running maxima of rising values are the values themselves.
void checkRising(StoredPair stored, const std::vector<float>& values)
{
    const study::ScanDesc desc =
        describeStored(stored, Op::Max, Kind::Inclusive, Direction::Forward, Strategy::ReduceThenScan);
    ScanCase c;
    c.count = values.size();
    checkScan<float>(createScan(desc, smallTuning()), desc, c, values, identity<float>(Op::Max),
                     [](float earlier, float later) { return earlier < later ? later : earlier; });
}

TEST(StoredHalfTest, EveryHalfIsWidened)
{
    std::vector<float> values;
    for (uint32_t half = 0; half < 0x10000; ++half)
        if (half != 0x8000 && !std::isnan(floatOfHalf(static_cast<uint16_t>(half))))
            values.push_back(floatOfHalf(static_cast<uint16_t>(half)));
    std::sort(values.begin(), values.end());
    ASSERT_EQ(values.size(), 2 * 0x7c01 - 1);
    checkRising({StoredType::F16, StoredType::Same}, values);
}

// Each half, each tie between two of them, and the floats beside these.
TEST(StoredHalfTest, FloatsAreRoundedToNearestEven)
{
    std::vector<float> values;
    for (uint16_t half = 0; half < 0x7c00; ++half) {
        const float low = floatOfHalf(half);
        const float high = half < 0x7bff ? floatOfHalf(static_cast<uint16_t>(half + 1)) : 65536.0f;
        const float tie = (low + high) / 2;
        for (const float value : {low, std::nextafter(tie, low), tie, std::nextafter(tie, high)}) {
            values.push_back(value);
            if (value > 0)
                values.push_back(-value);
        }
    }
    for (const float large :
         {65536.0f, 1e6f, std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()}) {
        values.push_back(large);
        values.push_back(-large);
    }
    std::sort(values.begin(), values.end());
    checkRising({StoredType::Same, StoredType::F16}, values);
}

class StoredReduceTest : public ReduceTest {};

TEST_P(StoredReduceTest, EveryTypeAndOperator)
{
    unsigned variation = 0;
    Sample sample(GetParam() ? 1 : 0, 5);
    for (const StoredType small : smallTypes()) {
        const ElementType type = widenedType(small);
        for (const OpRow& op : kOps) {
            if ((isFloat(type) && !op.takesFloats) || !sample.takes())
                continue;
            study::ReduceDesc desc;
            desc.type = type;
            desc.op = op.value;
            desc.input = small;
            desc.withIndex = op.value == Op::Min || (op.value == Op::Max && small == StoredType::I16);
            const Reduce reduce = createReduce(desc);
            const uint64_t tile = smallTuning().reduce.tileElements(type);
            for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{7}, tile - 1, tile + 1,
                                         5 * tile + 1, 70 * tile, 300 * tile + 7}) {
                ++variation;
                withType(type, [&]<class T>() {
                    const std::size_t bytes = bytesOf<T>(small);
                    const std::vector<T> values = storedValues<T>(small, op.value, count, variation);
                    TestArray input(count * bytes, variation % 16 * bytes % 16,
                                    variation % 2 == 0 ? Fence::Before : Fence::Behind);
                    TestArray result(sizeof(T));
                    TestArray index(sizeof(uint32_t));
                    input.write(storedBytesOf(small, values).data(), count * bytes);
                    ReduceArgs args;
                    args.input = input.range();
                    args.result = result.range();
                    if (desc.withIndex)
                        args.index = index.range();
                    args.count = count;
                    args.scratch = sharedScratch(reduce.scratchSize(count));
                    submit(reduce, args);
                    T expected = identity<T>(op.value);
                    for (const T value : values)
                        expected = combine(op.value, expected, value);
                    const auto actual = result.value<T>();
                    ASSERT_EQ(actual, expected) << toString(small) << " " << op.name << ", count " << count;
                    if (desc.withIndex && count > 0) {
                        const auto place = index.value<uint32_t>();
                        ASSERT_EQ(place, std::find(values.begin(), values.end(), expected) - values.begin());
                    }
                });
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dispatches, StoredReduceTest, testing::Bool(), dispatchesName);

class StoredSegmentedTest : public testing::TestWithParam<std::tuple<Strategy, StoredType>> {};

TEST_P(StoredSegmentedTest, ScansOfEveryForm)
{
    const auto [strategy, small] = GetParam();
    const ElementType type = widenedType(small);
    unsigned run = static_cast<unsigned>(strategy) + static_cast<unsigned>(small);
    Sample sample(run, 12);
    for (const StoredPair stored : storedPairs(small)) {
        for (const Segments segments : segmentForms()) {
            for (const Direction direction : {Direction::Forward, Direction::Backward}) {
                ++run;
                if (!sample.takes())
                    continue;
                Forced<SegmentedScanDesc> desc;
                desc.type = type;
                desc.op = isFloat(type) || run % 3 == 0 ? Op::Add : Op::Xor;
                desc.kind = run % 2 == 0 ? Kind::Inclusive : Kind::Exclusive;
                desc.direction = direction;
                desc.segments = segments;
                desc.strategy = strategy;
                desc.input = stored.input;
                desc.output = stored.output;
                const SegmentedScan scan = createSegmented(desc, smallTuning(), static_cast<uint32_t>(desc.op));
                const uint64_t tile = smallTuning().segmentSpine.tileElements(type);
                for (const Shape shape : kShapes) {
                    for (uint64_t count : {uint64_t{1}, uint64_t{6}, tile - 1, 5 * tile + 3, 23 * tile + 1}) {
                        count = std::min(count, scan.maxCount());
                        ++run;
                        SegmentedCase c;
                        c.inputMisalignment = run % 5;
                        c.outputMisalignment = run % 7;
                        c.segmentsMisalignment = run % 4;
                        c.inPlace = stored.input == stored.output && run % 3 == 0;
                        c.rowLength = segments == Segments::Rows ? 1 + run % 9 : 0;
                        c.rowPitch = segments == Segments::Rows ? c.rowLength + run % 4 : 0;
                        if (run % 5 == 1)
                            c.gpuCount = static_cast<uint32_t>(count - count / 4);
                        SCOPED_TRACE(std::string(toString(stored.input)) + " to " + toString(stored.output));
                        withType(type, [&]<class T>() {
                            checkSegmented<T>(scan, desc, c, headsOf(shape, count, tile),
                                              storedValues<T>(stored.input, desc.op, count, run), identity<T>(desc.op),
                                              [&](T earlier, T later) { return combine(desc.op, earlier, later); });
                        });
                    }
                }
            }
        }
    }
}

TEST_P(StoredSegmentedTest, ReductionsBetweenOffsetsAndOfRows)
{
    const auto [strategy, small] = GetParam();
    const ElementType type = widenedType(small);
    unsigned run = static_cast<unsigned>(strategy) + static_cast<unsigned>(small);
    Sample sample(run, 6);
    for (const StoredPair stored : storedPairs(small)) {
        for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
            if (!sample.takes())
                continue;
            Forced<SegmentedReduceDesc> desc;
            desc.type = type;
            desc.op = run++ % 2 == 0 ? Op::Add : Op::Max;
            desc.segments = segments;
            desc.strategy = strategy;
            desc.input = stored.input;
            desc.output = stored.output;
            const SegmentedReduce reduce = createReduce(desc, smallTuning(), static_cast<uint32_t>(desc.op));
            const uint64_t tile = smallTuning().reduceSegments.tileElements(type);
            for (const Shape shape : kShapes) {
                for (uint64_t count : {uint64_t{1}, uint64_t{6}, tile - 1, 3 * tile + 1, 13 * tile + 7}) {
                    count = std::min(count, reduce.maxCount());
                    ++run;
                    SegmentedReduceCase c;
                    c.input = stored.input;
                    c.output = stored.output;
                    c.misalignment = run % 7;
                    if (segments == Segments::Offsets) {
                        c.offsets = segmentWords(segments, headsOf(shape, count, tile));
                    } else {
                        c.rowLength = 1 + run % 11;
                        c.rowPitch = c.rowLength + run % 3;
                    }
                    if (run % 6 == 5)
                        c.gpuCount = static_cast<uint32_t>(count * 3 / 4);
                    SCOPED_TRACE(std::string(toString(stored.input)) + " to " + toString(stored.output));
                    withType(type, [&]<class T>() {
                        checkReduce<T>(reduce, c, storedValues<T>(stored.input, desc.op, count, run),
                                       identity<T>(desc.op),
                                       [&](T earlier, T later) { return combine(desc.op, earlier, later); });
                    });
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Matrix, StoredSegmentedTest,
                         testing::ValuesIn(strategiesAndTypes(ownStrategies(), smallTypes())), strategyAndStoredName);

// Elements of one or two bytes, selected by flags or tested words.
class StoredSelectTest : public testing::TestWithParam<Strategy> {};

// Flags of all kinds, and one comparison.
std::vector<Predicate> storedPredicates()
{
    std::vector<Predicate> predicates = {{Condition::Less, ElementType::F32}};
    for (const ConditionRow& condition : kConditions)
        if (!condition.takesOperand)
            predicates.push_back({condition.value});
    return predicates;
}

struct StoredSelection {
    std::vector<unsigned char> output; // of the selected, then the others
    std::size_t selected = 0;          // bytes
};

StoredSelection selectBytes(const std::vector<unsigned char>& elements, uint32_t bytes,
                            const std::vector<bool>& selected, uint64_t count)
{
    StoredSelection result;
    for (const bool wanted : {true, false}) {
        for (uint64_t i = 0; i < count; ++i)
            if (selected[i] == wanted)
                result.output.insert(result.output.end(), elements.begin() + static_cast<std::ptrdiff_t>(i * bytes),
                                     elements.begin() + static_cast<std::ptrdiff_t>((i + 1) * bytes));
        if (wanted)
            result.selected = result.output.size();
    }
    return result;
}

// The bytes of an output of `room`, which is poisoned first, that receives these.
void expectWritten(const TestArray& array, std::size_t room, const unsigned char* first, std::size_t size)
{
    std::vector<unsigned char> expected(first, first + std::min(size, room));
    expected.resize(room, 0xcc);
    const auto actual = array.values<unsigned char>();
    for (std::size_t i = 0; i < room; ++i)
        ASSERT_EQ(actual[i], expected[i]) << "byte " << i << " of " << room;
}

// Selects by a compaction: without its rest, with the rest in the same output, or apart.
enum class Rest { None, Behind, Apart };

void checkStoredSelection(const Compact& compact, const Predicate& predicate, uint32_t bytes, Pattern pattern,
                          uint64_t count, unsigned run, Rest kept)
{
    SCOPED_TRACE(std::to_string(bytes) + " bytes, count " + std::to_string(count) + ", run " + std::to_string(run));
    const std::vector<bool> selected = selectedOf(pattern, count, 256);
    const Tested tested = testedFor(predicate, selected, run);
    std::vector<unsigned char> elements(count * bytes);
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
    std::optional<uint32_t> gpuCount;
    if (run % 5 == 3)
        gpuCount = static_cast<uint32_t>(count - count / 3);
    const uint64_t trueCount = gpuCount.value_or(static_cast<uint32_t>(count));
    const StoredSelection expected = selectBytes(elements, bytes, selected, trueCount);
    const bool sharesOutput = kept == Rest::Behind;
    const bool withRest = kept == Rest::Apart;
    const uint64_t capacity = !sharesOutput && run % 4 == 1 ? count / 3 : count;
    TestArray input(elements, run % 7 * bytes % 16);
    TestArray output(capacity * bytes, run % 5 * bytes % 16);
    TestArray rest(withRest ? capacity * bytes : 0, run % 3 * bytes % 16);
    TestArray testedArray(tested.words.size() * 4);
    TestArray total(4);
    const CountBuffer countBuffer(gpuCount);
    testedArray.write(tested.words.data(), tested.words.size() * 4);
    CompactArgs args;
    args.input = input.range();
    args.output = output.range();
    args.tested = testedArray.range();
    args.operand = tested.operand;
    args.selectedCount = total.range();
    args.count = count;
    args.scratch = sharedScratch(compact.scratchSize(count));
    if (withRest)
        args.rest = rest.range();
    args.countBuffer = countBuffer.range();
    submit(compact, args);
    const auto selectedCount = total.value<uint32_t>();
    ASSERT_EQ(selectedCount * bytes, expected.selected);
    const unsigned char* const first = expected.output.data();
    const std::size_t all = expected.output.size();
    expectWritten(output, capacity * bytes, first, sharesOutput ? all : expected.selected);
    if (withRest) {
        const unsigned char* const others = first + expected.selected;
        expectWritten(rest, capacity * bytes, others, all - expected.selected);
    }
}

TEST_P(StoredSelectTest, BytesAndPairsOfBytes)
{
    Tuning tuning = smallTuning();
    tuning.selectSpine.rows = tuning.spans.rows = 4;
    unsigned run = 0;
    Sample sample(static_cast<unsigned>(GetParam()), 8);
    for (const uint32_t bytes : {1u, 2u}) {
        for (const Predicate& predicate : storedPredicates()) {
            if (!sample.takes())
                continue;
            Compact compact;
            Compact keepsAll;
            Forced<CompactDesc> desc = {{predicate, bytes, false, {}}, GetParam()};
            ASSERT_EQ(createTuned(context(), desc, tuning, &compact), Status::Success);
            desc.withRest = true;
            ASSERT_EQ(createTuned(context(), desc, tuning, &keepsAll), Status::Success);
            for (const Pattern pattern : kPatterns) {
                for (uint64_t count : {1u, 3u, 255u, 257u, 1024u, 3331u, 13007u}) {
                    count = std::min(count, compact.maxCount());
                    ++run;
                    if (run % 3 == 0)
                        checkStoredSelection(keepsAll, predicate, bytes, pattern, count, run,
                                             run % 2 == 0 ? Rest::Apart : Rest::Behind);
                    else
                        checkStoredSelection(compact, predicate, bytes, pattern, count, run, Rest::None);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, StoredSelectTest, testing::ValuesIn(ownStrategies()), strategyName);

TEST(StoredHistogramTest, EveryType)
{
    for (const StoredType small : smallTypes()) {
        const ElementType type = widenedType(small);
        Tuning tuning = smallTuning();
        tuning.maxGridWidth = 5;
        Histogram histogram;
        ASSERT_EQ(
            createTuned(context(), HistogramDesc{.type = type, .binCount = 100, .input = small}, tuning, &histogram),
            Status::Success);
        unsigned place = 0;
        for (const uint64_t count : {0u, 1u, 2u, 3u, 7u, 255u, 257u, 1337u, 103u * 256 + 77}) {
            ++place;
            withType(type, [&]<class T>() {
                if constexpr (sizeof(T) == 4) {
                    const std::size_t bytes = bytesOf<T>(small);
                    const std::vector<T> values = storedValues<T>(small, Op::Add, count, place);
                    TestArray input(count * bytes, place * bytes % 16, place % 2 == 0 ? Fence::Before : Fence::Behind);
                    TestArray counts(100 * 4);
                    input.write(storedBytesOf(small, values).data(), count * bytes);
                    const T lower = std::is_signed_v<T> ? static_cast<T>(-20) : T{3};
                    HistogramArgs args;
                    args.input = input.range();
                    args.counts = counts.range();
                    args.lower = lower;
                    args.width = T{2};
                    args.count = count;
                    submit(histogram, args);
                    std::vector<uint32_t> expected(100);
                    for (const T value : values) {
                        const double bin = std::floor((static_cast<double>(value) - static_cast<double>(lower)) / 2);
                        if (bin >= 0 && bin < 100)
                            ++expected[static_cast<std::size_t>(bin)];
                    }
                    const auto actual = counts.values<uint32_t>();
                    ASSERT_EQ(actual, expected) << toString(small) << ", count " << count;
                }
            });
        }
    }
}

} // namespace
