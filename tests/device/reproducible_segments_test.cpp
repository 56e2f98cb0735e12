// Reproducible scans and reductions of segments: bit for bit those of the CPU, in every geometry, by every strategy, at
// every address and however segments are specified. ctest runs them at three widths of subgroups.
#include "axis_values.h"
#include "rough_values.h"
#include "sample.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"

#include "hostile.h"

#include <vkscan/reference.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kFewRows = 512; // invocations of a workgroup: with fewer, lavapipe compiles longer
uint64_t tileOfSegments(ElementType type)
{
    return reference::kReproducibleTileBytes / sizeOf(type);
}

// A description of a reproducible SegmentedScan or SegmentedReduce.
template <class Desc>
Forced<Desc> reproducibleDesc(ElementType type, Strategy strategy, Segments segments)
{
    Forced<Desc> desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.segments = segments;
    desc.reproducible = true;
    return desc;
}

// Rows begin and end where this is true; elements of rows do not depend on heads in the padding.
bool beginsRowOrPadding(const SegmentedCase& segmentedCase, uint64_t i)
{
    const uint64_t pitch = std::max(segmentedCase.rowLength, segmentedCase.rowPitch);
    return i % pitch == 0 || i % pitch == segmentedCase.rowLength;
}

template <class T>
void checkSegmentBits(const SegmentedScan& scan, const SegmentedScanDesc& desc, const SegmentedCase& segmentedCase,
                      const std::vector<bool>& heads)
{
    const uint64_t all = heads.size();
    SCOPED_TRACE(describe(desc, segmentedCase, all));
    const reference::OperatorMonoid<T> monoid{desc.op};
    const std::vector<T> values = roughValues<T>(desc.op, all, static_cast<uint32_t>(all) + 1);
    const std::vector<T> actual = scanOnDevice(scan, desc, segmentedCase, values, segmentWords(desc.segments, heads));
    const uint64_t count = std::min<uint64_t>(all, segmentedCase.gpuCount.value_or(0xffffffffu));
    const bool rows = desc.segments == Segments::Rows;
    std::vector<T> expected(count);
    reference::reproducibleSegmentedScan(
        values.data(), count, expected.data(), monoid,
        [&](std::size_t i) { return rows ? beginsRowOrPadding(segmentedCase, i) : heads[i]; }, desc.kind,
        desc.direction);
    T untouched;
    std::memset(&untouched, 0xcc, sizeof(T));
    for (uint64_t i = 0; i < all; ++i) {
        const bool isWritten = i < count && (!rows || isInRow(segmentedCase, i));
        const T left = segmentedCase.inPlace ? values[i] : untouched;
        if (!(isWritten ? sameResult(desc.op, actual[i], expected[i]) : sameBits(actual[i], left))) {
            ADD_FAILURE() << "at " << i << ": " << actual[i] << " for " << (isWritten ? expected[i] : left);
            return;
        }
    }
}

void checkSegmentBits(const SegmentedScan& scan, const SegmentedScanDesc& desc, const SegmentedCase& segmentedCase,
                      const std::vector<bool>& heads)
{
    if (desc.type == ElementType::F64)
        checkSegmentBits<double>(scan, desc, segmentedCase, heads);
    else
        checkSegmentBits<float>(scan, desc, segmentedCase, heads);
}

SegmentedScan createFixedSegments(const Forced<SegmentedScanDesc>& desc, const Tuning& tuning)
{
    return createSegmented(desc, tuning, static_cast<uint32_t>(desc.op));
}

// Addresses, rows and counts that differ from run to run.
SegmentedCase caseOf(unsigned run, uint64_t count)
{
    constexpr uint32_t kRowLengths[] = {1, 3, 4, 7, 64, 1337, 9001, 0xffffffffu};
    constexpr uint32_t kPaddings[] = {0, 1, 4, 701};
    SegmentedCase segmentedCase;
    segmentedCase.inPlace = run % 3 == 1;
    segmentedCase.inputMisalignment = run % 2 == 0 ? 0 : run % 4;
    segmentedCase.outputMisalignment = segmentedCase.inPlace ? segmentedCase.inputMisalignment : run % 5 % 4;
    segmentedCase.segmentsMisalignment = run % 3;
    segmentedCase.segmentsFence = run / 4 % 2 == 0 ? Fence::Before : Fence::Behind;
    segmentedCase.rowLength = kRowLengths[run % std::size(kRowLengths)];
    if (run % 3 == 0 && segmentedCase.rowLength < 0xffffffffu)
        segmentedCase.rowPitch = segmentedCase.rowLength + kPaddings[run / 3 % std::size(kPaddings)];
    if (run % 6 == 5)
        segmentedCase.gpuCount = static_cast<uint32_t>(count - count / 3);
    return segmentedCase;
}

class ReproducibleSegmentsTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

TEST_P(ReproducibleSegmentsTest, ScansOfAnySource)
{
    const auto [strategy, type] = GetParam();
    const uint64_t tile = tileOfSegments(type);
    auto run = static_cast<unsigned>(strategy) * 2 + (type == ElementType::F64 ? 1 : 0);
    Sample sample(run, segmentForms().size());
    for (const Segments segments : segmentForms()) {
        if (!sample.takes())
            continue;
        Forced<SegmentedScanDesc> desc = reproducibleDesc<SegmentedScanDesc>(type, strategy, segments);
        const std::vector<Op> ops = support::valuesOf(kOps, &OpRow::takesFloats);
        desc.op = ops[run % ops.size()];
        desc.kind = run % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
        desc.direction = run / 2 % 2 == 1 ? Direction::Backward : Direction::Forward;
        const SegmentedScan scan = createFixedSegments(desc, geometryOf(kFewRows));
        for (const uint64_t count : {uint64_t{1}, uint64_t{5}, uint64_t{1337}, tile - 1, tile + 1, 5 * tile + 2,
                                     32 * tile, 33 * tile + 7, 66 * tile - 5}) {
            const uint64_t taken = std::min(count, scan.maxCount());
            checkSegmentBits(scan, desc, caseOf(run, taken), headsOf(kShapes[run % std::size(kShapes)], taken, tile));
            ++run;
        }
    }
}

TEST_P(ReproducibleSegmentsTest, ScansInAnyGeometry)
{
    const auto [strategy, type] = GetParam();
    const uint64_t tile = tileOfSegments(type);
    auto run = static_cast<unsigned>(strategy) + 1;
    const std::vector<Segments> forms = segmentForms();
    Sample sample(run * 2 + (type == ElementType::F64 ? 1 : 0), 4);
    for (const uint32_t workgroupSize : {64u, 256u, 1024u}) {
        ++run;
        if (!sample.takes() || workgroupSize > capabilities().maxWorkgroupInvocations)
            continue;
        Forced<SegmentedScanDesc> desc = reproducibleDesc<SegmentedScanDesc>(type, strategy, forms[run % forms.size()]);
        desc.kind = run % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
        desc.direction = run % 3 == 1 ? Direction::Backward : Direction::Forward;
        SCOPED_TRACE(testing::Message() << "workgroups of " << workgroupSize);
        const SegmentedScan scan = createFixedSegments(desc, geometryOf(workgroupSize));
        for (const uint64_t count : {tile / 3 + 1, 5 * tile + 2, 40 * tile + 1}) {
            const uint64_t taken = std::min(count, scan.maxCount());
            checkSegmentBits(scan, desc, caseOf(run, taken), headsOf(Shape::Sparse, taken, tile));
        }
    }
}

// Segments of a reduction, and the last result of each in a scan by the CPU.
template <class T>
void checkSumBits(const SegmentedReduce& reduce, const SegmentedReduceDesc& desc, const SegmentedReduceCase& reduceCase,
                  uint64_t count)
{
    SCOPED_TRACE(testing::Message() << toString(desc.type) << ' ' << toString(desc.op) << ' ' << toString(desc.waiting)
                                    << ", " << count << " elements, " << reduceCase.offsets.size()
                                    << " offsets, rows of " << reduceCase.rowLength << " every " << reduceCase.rowPitch
                                    << ", device count " << reduceCase.gpuCount.value_or(0xffffffffu));
    const reference::OperatorMonoid<T> monoid{desc.op};
    const std::vector<T> values = roughValues<T>(desc.op, count, static_cast<uint32_t>(count) + 5);
    const std::vector<T> actual = reduceOnDevice(reduce, reduceCase, values);
    const auto segments = segmentsOf(reduceCase, count);
    const uint64_t trueCount = std::min<uint64_t>(count, reduceCase.gpuCount.value_or(0xffffffffu));
    std::vector<bool> heads(trueCount);
    for (const auto& [first, last] : segments)
        for (const uint64_t edge : {first, last})
            if (edge < trueCount)
                heads[edge] = true;
    std::vector<T> scanned(trueCount);
    reference::reproducibleSegmentedScan(values.data(), trueCount, scanned.data(), monoid,
                                         [&](std::size_t i) { return heads[i]; });
    for (std::size_t k = 0; k < segments.size(); ++k) {
        const auto [first, last] = segments[k];
        const T expected = first < last ? scanned[last - 1] : monoid.identity();
        if (!sameResult(desc.op, actual[k], expected)) {
            ADD_FAILURE() << "segment " << k << " of " << segments.size() << ", " << first << " to " << last << ": "
                          << actual[k] << " for " << expected;
            return;
        }
    }
}

void checkSumBits(const SegmentedReduce& reduce, const SegmentedReduceDesc& desc, const SegmentedReduceCase& reduceCase,
                  uint64_t count)
{
    if (desc.type == ElementType::F64)
        checkSumBits<double>(reduce, desc, reduceCase, count);
    else
        checkSumBits<float>(reduce, desc, reduceCase, count);
}

SegmentedReduceCase sumCaseOf(unsigned run, Segments segments, Shape shape, uint64_t count, uint64_t tile)
{
    const SegmentedCase segmentedCase = caseOf(run, count);
    SegmentedReduceCase reduceCase;
    reduceCase.misalignment = run % 2 == 0 ? 0 : run % 4;
    reduceCase.gpuCount = segmentedCase.gpuCount;
    if (segments == Segments::Offsets) {
        reduceCase.offsets = segmentWords(segments, headsOf(shape, count, tile));
    } else {
        reduceCase.rowLength = segmentedCase.rowLength;
        reduceCase.rowPitch = segmentedCase.rowPitch;
    }
    return reduceCase;
}

TEST_P(ReproducibleSegmentsTest, SumsAreLastResultsOfScans)
{
    const auto [strategy, type] = GetParam();
    const uint64_t tile = tileOfSegments(type);
    auto run = static_cast<unsigned>(strategy) * 5 + (type == ElementType::F64 ? 2 : 0);
    Sample sample(run, 6);
    for (const uint32_t workgroupSize : {128u, 512u, 1024u}) {
        for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
            if (!sample.takes() || workgroupSize > capabilities().maxWorkgroupInvocations)
                continue;
            Forced<SegmentedReduceDesc> desc = reproducibleDesc<SegmentedReduceDesc>(type, strategy, segments);
            desc.op = run % 3 == 2 ? Op::Max : Op::Add;
            const SegmentedReduce reduce =
                createReduce(desc, geometryOf(workgroupSize), static_cast<uint32_t>(desc.op));
            for (const Shape shape : kShapes) {
                for (const uint64_t count : {uint64_t{1}, tile - 1, 2 * tile, 3 * tile + 1, 35 * tile + 3}) {
                    ++run;
                    const uint64_t taken = std::min(count, reduce.maxCount());
                    checkSumBits(reduce, desc, sumCaseOf(run, segments, shape, taken, tile), taken);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, ReproducibleSegmentsTest,
                         testing::ValuesIn(strategiesAndTypes(ownStrategies(WithAuto::Yes), kFloatTypes)),
                         strategyAndTypeName);

// Segments without elements: before, between and behind the others, without any, and of no elements at all.
TEST(ReproducibleSegmentSumsTest, EmptySegments)
{
    const uint64_t tile = tileOfSegments(ElementType::F32);
    for (const Strategy strategy : {Strategy::Auto, Strategy::ReduceThenScan}) {
        const Forced<SegmentedReduceDesc> desc =
            reproducibleDesc<SegmentedReduceDesc>(ElementType::F32, strategy, Segments::Offsets);
        const SegmentedReduce reduce = createReduce(desc, geometryOf(kFewRows), static_cast<uint32_t>(desc.op));
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, tile, 3 * tile + 2}) {
            for (const uint32_t empty : {1u, 40u, 30000u}) {
                SegmentedReduceCase reduceCase;
                for (const uint64_t place : {uint64_t{0}, count / 2, count / 2 + 1, count, count + 10})
                    reduceCase.offsets.insert(reduceCase.offsets.end(), empty, static_cast<uint32_t>(place));
                checkSumBits(reduce, desc, reduceCase, count);
                reduceCase.gpuCount = static_cast<uint32_t>(count / 3);
                checkSumBits(reduce, desc, reduceCase, count);
                reduceCase.gpuCount = 0;
                checkSumBits(reduce, desc, reduceCase, count);
            }
        }
    }
}

TEST(ReproducibleSegmentSumsTest, RowsBehindTheDevicesCount)
{
    const uint64_t tile = tileOfSegments(ElementType::F32);
    const Forced<SegmentedReduceDesc> desc =
        reproducibleDesc<SegmentedReduceDesc>(ElementType::F32, Strategy::Auto, Segments::Rows);
    const SegmentedReduce reduce = createReduce(desc, geometryOf(kFewRows), static_cast<uint32_t>(desc.op));
    for (const uint32_t count : {0u, 1u, 6u, 7u, 9u, 1000u}) {
        for (const uint32_t rowLength : {1u, 7u}) {
            SegmentedReduceCase reduceCase{.rowLength = rowLength, .rowPitch = 9, .gpuCount = count};
            checkSumBits(reduce, desc, reduceCase, 2 * tile + 1);
        }
    }
}

// Waits that are given up: the fallback has the same bits.
TEST(ReproducibleSegmentsFallbackTest, HasTheSameBits)
{
    Sample sample(0, 9);
    for (const ElementType type : kFloatTypes) {
        const uint64_t tile = tileOfSegments(type);
        for (const uint32_t hooks : {0u, vkscan::abi::kHookReverseTiles, vkscan::abi::kHookWithhold}) {
            for (const uint32_t spineSubgroups : {0u, 1u, 2u}) {
                if (!sample.takes())
                    continue;
                Tuning tuning = geometryOf(kFewRows, spineSubgroups);
                tuning.testHooks = hooks;
                tuning.shortWaits.polls = 1;
                SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", spine of " << spineSubgroups);
                Forced<SegmentedScanDesc> desc =
                    reproducibleDesc<SegmentedScanDesc>(type, Strategy::SpineWithFallback, Segments::HeadBits);
                checkSegmentBits(createFixedSegments(desc, tuning), desc, {},
                                 headsOf(Shape::Sparse, 40 * tile + 5, tile));
                Forced<SegmentedReduceDesc> sums =
                    reproducibleDesc<SegmentedReduceDesc>(type, Strategy::SpineWithFallback, Segments::Offsets);
                checkSumBits(createReduce(sums, tuning, static_cast<uint32_t>(sums.op)), sums,
                             sumCaseOf(2, Segments::Offsets, Shape::Random, 40 * tile + 5, tile), 40 * tile + 5);
            }
        }
    }
}

TEST(ReproducibleSegmentsSpansTest, AnyNumberOfSpans)
{
    const uint64_t tile = tileOfSegments(ElementType::F32);
    const Forced<SegmentedScanDesc> desc =
        reproducibleDesc<SegmentedScanDesc>(ElementType::F32, Strategy::ReduceThenScan, Segments::Keys32);
    for (const uint32_t spans : {1u, 3u, 33u}) {
        Tuning tuning = geometryOf(kFewRows);
        tuning.scanSpans = spans;
        const SegmentedScan scan = createFixedSegments(desc, tuning);
        for (const uint64_t count : {2 * tile, 34 * tile + 9, 66 * tile})
            checkSegmentBits(scan, desc, {}, headsOf(Shape::Sparse, count, 8 * tile));
    }
}

// The library's own geometry; segments specified in each way have the same bits.
TEST(ReproducibleSegmentsSourcesTest, HaveTheSameBits)
{
    const std::vector<bool> heads = headsOf(Shape::Random, 100'003, 4096);
    Sample sample(0, 3);
    for (const Segments segments : segmentForms()) {
        if (segments == Segments::Rows || !sample.takes())
            continue;
        const SegmentedScanDesc desc =
            reproducibleDesc<SegmentedScanDesc>(ElementType::F32, Strategy::Auto, segments);
        SegmentedScan scan;
        ASSERT_EQ(SegmentedScan::create(context(), desc, &scan), Status::Success);
        checkSegmentBits(scan, desc, {}, heads);
    }
}

// Devices may lose the sign of zero, so no sum is -0; other operators keep it.
TEST(ReproducibleSegmentsSourcesTest, SumsAreNeverNegativeZero)
{
    for (const Op op : {Op::Add, Op::Max}) {
        for (const Segments segments : {Segments::HeadBits, Segments::Keys64}) {
            Forced<SegmentedScanDesc> desc = reproducibleDesc<SegmentedScanDesc>(ElementType::F32, Strategy::Auto, segments);
            desc.op = op;
            const SegmentedScan scan = createFixedSegments(desc, geometryOf(kFewRows));
            const std::vector<float> zeros(9, -0.0f);
            for (const float result :
                 scanOnDevice(scan, desc, {}, zeros, segmentWords(segments, headsOf(Shape::Dense, zeros.size(), 4))))
                EXPECT_TRUE(sameBits(result, op == Op::Add ? 0.0f : -0.0f)) << toString(op);
        }
    }
}

// Integers are exact in any order: the flag changes nothing.
TEST(ReproducibleSegmentsSourcesTest, ChangesNothingForIntegers)
{
    const Forced<SegmentedScanDesc> desc =
        reproducibleDesc<SegmentedScanDesc>(ElementType::U32, Strategy::Auto, Segments::HeadBits);
    checkSegmented(createFixedSegments(desc, smallTuning()), desc, {}, headsOf(Shape::Random, 10'003, 256),
                   randomValues<uint32_t>(Op::Add, 10'003, 1), 0u, std::plus<uint32_t>());
    const Forced<SegmentedReduceDesc> sums =
        reproducibleDesc<SegmentedReduceDesc>(ElementType::U32, Strategy::Auto, Segments::Rows);
    SegmentedReduceCase reduceCase;
    reduceCase.rowLength = 7;
    checkReduce(createReduce(sums, smallTuning(), vkscan::abi::kOpAdd), reduceCase,
                randomValues<uint32_t>(Op::Add, 10'003, 1), 0u, std::plus<uint32_t>());
}

} // namespace
