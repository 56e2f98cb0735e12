// Reproducible scans and reductions of segments: bit for bit those of the CPU, in every geometry, by every strategy, at
// every address and however segments are specified. ctest runs them at three widths of subgroups.
#include "device_call.h"
#include "sample.h"
#include "scan_check.h"

#include <vkscan/reference.h>

#include <bit>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kFewRows = 512; // invocations of a workgroup: with fewer, lavapipe compiles longer

uint64_t tileOfSegments(ElementType type)
{
    return reference::kReproducibleTileBytes / sizeOf(type);
}

// A reproducible SegmentedScan or SegmentedReduce.
template <class Operation>
struct Reproducible {
    Forced<DescOf<Operation>> desc;
    Operation operation;

    Reproducible(ElementType type, Strategy strategy, Segments segments)
    {
        desc.type = type;
        desc.strategy = strategy;
        desc.segments = segments;
        desc.reproducible = true;
    }
    void create(const Tuning& tuning)
    {
        const Status status = createTuned(context(), desc, tuning, &operation);
        EXPECT_EQ(status, Status::Success) << toString(status);
    }
    // Addresses, rows and counts on the device differ from run to run.
    void check(unsigned run, uint64_t count, const std::vector<uint32_t>& words) const
    {
        constexpr uint32_t kRowLengths[] = {1, 3, 4, 7, 64, 1337, 9001, 0xffffffffu};
        constexpr uint32_t kPaddings[] = {0, 1, 4, 701};
        Form<Operation> form = {.desc = desc};
        form.change = [=](auto& args) {
            args.rowLength = kRowLengths[run % std::size(kRowLengths)];
            args.rowPitch = run % 3 == 0 && args.rowLength < 0xffffffffu
                                ? args.rowLength + kPaddings[run / 3 % std::size(kPaddings)]
                                : 0;
        };
        CallCase c = {.count = count, .place = run % 2 == 0 ? 0 : run, .inPlace = run % 3 == 1};
        if (run % 6 == 5)
            c.gpuCount = static_cast<uint32_t>(count - count / 3);
        checkSegments(operation, form, c, words);
    }
    void check(unsigned run, uint64_t most, Shape shape) const
    {
        const uint64_t count = std::min(most, operation.maxCount());
        check(run, count, segmentWords(desc.segments, headsOf(shape, count, tileOfSegments(desc.type))));
    }
};

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
        Reproducible<SegmentedScan> scan(type, strategy, segments);
        const std::vector<Op> ops = support::valuesOf(kOps, &OpRow::takesFloats);
        scan.desc.op = ops[run % ops.size()];
        scan.desc.kind = run % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
        scan.desc.direction = run / 2 % 2 == 1 ? Direction::Backward : Direction::Forward;
        scan.create(geometryOf(kFewRows));
        for (const uint64_t count : {uint64_t{1}, uint64_t{5}, uint64_t{1337}, tile - 1, tile + 1, 5 * tile + 2,
                                     32 * tile, 33 * tile + 7, 66 * tile - 5}) {
            scan.check(run, count, kShapes[run % std::size(kShapes)]);
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
        Reproducible<SegmentedScan> scan(type, strategy, forms[run % forms.size()]);
        scan.desc.kind = run % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
        scan.desc.direction = run % 3 == 1 ? Direction::Backward : Direction::Forward;
        SCOPED_TRACE(testing::Message() << "workgroups of " << workgroupSize);
        scan.create(geometryOf(workgroupSize));
        for (const uint64_t count : {tile / 3 + 1, 5 * tile + 2, 40 * tile + 1})
            scan.check(run, count, Shape::Sparse);
    }
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
            Reproducible<SegmentedReduce> reduce(type, strategy, segments);
            reduce.desc.op = run % 3 == 2 ? Op::Max : Op::Add;
            reduce.create(geometryOf(workgroupSize));
            for (const Shape shape : kShapes)
                for (const uint64_t count : {uint64_t{1}, tile - 1, 2 * tile, 3 * tile + 1, 35 * tile + 3})
                    reduce.check(++run, count, shape);
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
        Reproducible<SegmentedReduce> reduce(ElementType::F32, strategy, Segments::Offsets);
        reduce.create(geometryOf(kFewRows));
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, tile, 3 * tile + 2}) {
            for (const uint32_t empty : {1u, 40u, 30000u}) {
                std::vector<uint32_t> offsets;
                for (const uint64_t place : {uint64_t{0}, count / 2, count / 2 + 1, count, count + 10})
                    offsets.insert(offsets.end(), empty, static_cast<uint32_t>(place));
                for (const std::optional<uint32_t> gpuCount : {std::optional<uint32_t>(), {count / 3}, {0u}})
                    checkSegments(reduce.operation, {.desc = reduce.desc}, {.count = count, .gpuCount = gpuCount},
                                  offsets);
            }
        }
    }
}

TEST(ReproducibleSegmentSumsTest, RowsBehindTheDevicesCount)
{
    Reproducible<SegmentedReduce> reduce(ElementType::F32, Strategy::Auto, Segments::Rows);
    reduce.create(geometryOf(kFewRows));
    for (const uint32_t count : {0u, 1u, 6u, 7u, 9u, 1000u}) {
        for (const uint32_t rowLength : {1u, 7u}) {
            Form<SegmentedReduce> form = {.desc = reduce.desc};
            form.change = [=](SegmentedReduceArgs& args) {
                args.rowLength = rowLength;
                args.rowPitch = 9;
            };
            checkCall(reduce.operation, form, {.count = 2 * tileOfSegments(ElementType::F32) + 1, .gpuCount = count});
        }
    }
}

// Waits that are given up: the fallback has the same bits.
TEST(ReproducibleSegmentsFallbackTest, HasTheSameBits)
{
    Sample sample(0, 9);
    for (const ElementType type : kFloatTypes) {
        for (const uint32_t hooks : {0u, vkscan::abi::kHookReverseTiles, vkscan::abi::kHookWithhold}) {
            for (const uint32_t spineSubgroups : {0u, 1u, 2u}) {
                if (!sample.takes())
                    continue;
                auto tuning = geometryOf(kFewRows, spineSubgroups);
                tuning.testHooks = hooks;
                tuning.shortWaits.polls = 1;
                SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", spine of " << spineSubgroups);
                Reproducible<SegmentedScan> scan(type, Strategy::SpineWithFallback, Segments::HeadBits);
                Reproducible<SegmentedReduce> sums(type, Strategy::SpineWithFallback, Segments::Offsets);
                scan.create(tuning);
                sums.create(tuning);
                scan.check(2, 40 * tileOfSegments(type) + 5, Shape::Sparse);
                sums.check(2, 40 * tileOfSegments(type) + 5, Shape::Random);
            }
        }
    }
}

TEST(ReproducibleSegmentsSpansTest, AnyNumberOfSpans)
{
    const uint64_t tile = tileOfSegments(ElementType::F32);
    for (const uint32_t spans : {1u, 3u, 33u}) {
        auto tuning = geometryOf(kFewRows);
        tuning.scanSpans = spans;
        Reproducible<SegmentedScan> scan(ElementType::F32, Strategy::ReduceThenScan, Segments::Keys32);
        scan.create(tuning);
        for (const uint64_t count : {2 * tile, 34 * tile + 9, 66 * tile})
            scan.check(2, count, segmentWords(Segments::Keys32, headsOf(Shape::Sparse, count, 8 * tile)));
    }
}

// The library's own geometry; segments specified in each way have the same bits.
TEST(ReproducibleSegmentsSourcesTest, HaveTheSameBits)
{
    Sample sample(0, 3);
    for (const Segments segments : segmentForms()) {
        if (segments == Segments::Rows || !sample.takes())
            continue;
        Reproducible<SegmentedScan> scan(ElementType::F32, Strategy::Auto, segments);
        scan.create(tuningFor(capabilities()));
        scan.check(2, 100'003, segmentWords(segments, headsOf(Shape::Random, 100'003, 4096)));
    }
}

// Devices may lose the sign of zero, so no sum is -0; other operators keep it.
TEST(ReproducibleSegmentsSourcesTest, SumsAreNeverNegativeZero)
{
    for (const Op op : {Op::Add, Op::Max}) {
        for (const Segments segments : {Segments::HeadBits, Segments::Keys64}) {
            Reproducible<SegmentedScan> scan(ElementType::F32, Strategy::Auto, segments);
            scan.desc.op = op;
            scan.create(geometryOf(kFewRows));
            Form<SegmentedScan> form = {.desc = scan.desc};
            form.draw = [](SegmentedScanArgs&, CallMemory* memory) {
                memory->write(Argument::Input, std::vector<float>(9, -0.0f));
            };
            DeviceCall<SegmentedScan> call(scan.operation, form, {.count = 9});
            call.run();
            for (const float result : call.contents().read<float>(Argument::Output, 9))
                EXPECT_EQ(std::bit_cast<uint32_t>(result), op == Op::Add ? 0 : 0x80000000) << toString(op);
        }
    }
}

// Integers are exact in any order: the flag changes nothing.
TEST(ReproducibleSegmentsSourcesTest, ChangesNothingForIntegers)
{
    Reproducible<SegmentedScan> scan(ElementType::U32, Strategy::Auto, Segments::HeadBits);
    Reproducible<SegmentedReduce> sums(ElementType::U32, Strategy::Auto, Segments::Rows);
    scan.create(smallTuning());
    sums.create(smallTuning());
    checkCall(scan.operation, {.desc = scan.desc}, {.count = 10'003});
    checkCall(sums.operation, {.desc = sums.desc}, {.count = 10'003});
}

} // namespace
