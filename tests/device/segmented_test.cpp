// Segmented scans on the device, element by element: every source of segments, type, operator, kind and direction.
#include "axis_values.h"
#include "sample.h"
#include "segmented_check.h"

#include <cmath>
#include <functional>

using namespace testing_support;
using namespace vkscan;

namespace {

class SegmentedTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

// Runs each of the shapes with a few counts; `variation` numbers the runs.
void checkShapes(const Forced<SegmentedScanDesc>& desc, const Tuning& tuning, unsigned* variation)
{
    const SegmentedScan scan = createSegmented(desc, tuning, static_cast<uint32_t>(desc.op));
    const uint64_t tile = tuning.spine.tileElements(desc.type);
    for (const Shape shape : kShapes) {
        for (uint64_t count : {uint64_t{1}, tile - 1, 3 * tile + 1, 13 * tile + 7}) {
            const unsigned run = (*variation)++;
            constexpr uint32_t kRowLengths[] = {1, 2, 3, 4, 5, 32, 100, 256, 1337, 0xffffffffu};
            constexpr uint32_t kPaddings[] = {0, 1, 3, 4, 32, 701};
            count = std::min(count, scan.maxCount());
            SegmentedCase segmentedCase;
            segmentedCase.inPlace = run % 2 == 1;
            segmentedCase.ownScratch = run % 5 == 1;
            segmentedCase.inputMisalignment = run % 4;
            segmentedCase.outputMisalignment = segmentedCase.inPlace ? run % 4 : run % 7 % 4;
            segmentedCase.segmentsMisalignment = run % 3 == 0 ? segmentedCase.outputMisalignment : run % 5;
            segmentedCase.segmentsFence = run / 4 % 2 == 0 ? Fence::Before : Fence::Behind;
            segmentedCase.rowLength = kRowLengths[run % std::size(kRowLengths)];
            if (run % 3 == 0 && segmentedCase.rowLength < 0xffffffffu)
                segmentedCase.rowPitch = segmentedCase.rowLength + kPaddings[run / 3 % std::size(kPaddings)];
            if (run % 6 == 5)
                segmentedCase.gpuCount = static_cast<uint32_t>(count * 3 / 4);
            withType(desc.type, [&]<class T>() {
                checkSegmented<T>(scan, desc, segmentedCase, headsOf(shape, count, tile),
                                  randomValues<T>(desc.op, count, run), identity<T>(desc.op),
                                  [&](T earlier, T later) { return combine(desc.op, earlier, later); });
            });
        }
    }
}

// Each cell takes each source in one direction and kind, all cells together all of them with every strategy.
TEST_P(SegmentedTest, SourcesAndShapes)
{
    const auto [strategy, type] = GetParam();
    const auto typeIndex = static_cast<unsigned>(type);
    unsigned variation = static_cast<unsigned>(strategy) + typeIndex;
    Sample sample(variation, segmentForms().size());
    for (const Segments segments : segmentForms()) {
        if (!sample.takes())
            continue;
        Forced<SegmentedScanDesc> desc;
        desc.type = type;
        desc.op = kOps[variation % (type == ElementType::F32 || type == ElementType::F64 ? 4 : std::size(kOps))].value;
        desc.kind = (typeIndex + static_cast<unsigned>(segments)) % 2 == 0 ? Kind::Exclusive : Kind::Inclusive;
        desc.direction =
            (typeIndex / 2 + static_cast<unsigned>(segments)) % 2 == 0 ? Direction::Backward : Direction::Forward;
        desc.segments = segments;
        desc.strategy = strategy;
        checkShapes(desc, smallTuning(), &variation);
    }
}

std::string segmentedName(const testing::TestParamInfo<SegmentedTest::ParamType>& info)
{
    std::string name = std::string(study::toString(std::get<0>(info.param))) + "_" + toString(std::get<1>(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Matrix, SegmentedTest, testing::ValuesIn(strategiesAndTypes(ownStrategies(), kTypes)),
                         segmentedName);

// Several rows of vectors an invocation, which carry on from each other.
TEST(SegmentedRowsTest, TilesOfManyRows)
{
    Tuning tuning = smallTuning();
    tuning.singleWorkgroupSmall = tuning.singleWorkgroup = tuning.spans = tuning.spine = {32, 4};
    unsigned variation = 0;
    Sample sample(0, 2 * segmentForms().size());
    for (const ElementType type : {ElementType::U32, ElementType::U64}) {
        for (const Segments segments : segmentForms()) {
            Forced<SegmentedScanDesc> desc;
            desc.type = type;
            desc.kind = variation % 5 % 2 == 0 ? Kind::Exclusive : Kind::Inclusive;
            desc.direction =
                (variation + static_cast<unsigned>(type)) % 2 == 0 ? Direction::Forward : Direction::Backward;
            desc.segments = segments;
            desc.strategy = variation % 3 == 0 ? Strategy::Spine : Strategy::ReduceThenScan;
            if (sample.takes())
                checkShapes(desc, tuning, &variation);
            ++variation;
        }
    }
}

// The library's own tuning; also a large segment number, and the whole array as one row.
TEST(SegmentedRowsTest, AnyCount)
{
    for (const Segments segments : {Segments::Rows, Segments::HeadBits}) {
        SegmentedScanDesc desc;
        desc.segments = segments;
        SegmentedScan scan;
        ASSERT_EQ(SegmentedScan::create(context(), desc, &scan), Status::Success);
        for (const uint64_t count : {1u, 3u, 4095u, 4097u, 65521u, 1000003u}) {
            for (const uint32_t rowLength : {1u, 7u, 1024u, 1000003u}) {
                SegmentedCase segmentedCase;
                segmentedCase.rowLength = rowLength;
                segmentedCase.outputMisalignment = rowLength % 4;
                checkSegmented(scan, desc, segmentedCase, headsOf(Shape::Random, count, 4096),
                               randomValues<uint32_t>(Op::Add, count, rowLength), 0u, std::plus<uint32_t>());
            }
        }
        EXPECT_GE(scan.maxCount(), uint64_t{1} << 33);
        EXPECT_EQ(strategyFor(scan, 1), Strategy::SingleWorkgroup);
    }
}

// A segmentCount of 0 has one offset, before and behind which there is a segment each.
TEST(SegmentedOffsetsTest, OneOffsetCutsTheArrayInTwo)
{
    for (const Strategy strategy : ownStrategies()) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            Forced<SegmentedScanDesc> desc;
            desc.segments = Segments::Offsets;
            desc.strategy = strategy;
            desc.direction = direction;
            const SegmentedScan scan = createSegmented(desc, smallTuning(), vkscan::abi::kOpAdd);
            const auto count = static_cast<uint32_t>(std::min<uint64_t>(9 * 256 + 77, scan.maxCount()));
            const std::vector<uint32_t> values = randomValues<uint32_t>(Op::Add, count, 3);
            for (const uint32_t cut : {0u, 1u, 256u, count / 2, count - 1, count, count + 100}) {
                std::vector<bool> heads(count);
                if (cut < count)
                    heads[cut] = true;
                const std::vector<uint32_t> expected =
                    referenceSegmentedScan(values, desc, heads, 0u, std::plus<uint32_t>());
                ASSERT_EQ(scanOnDevice(scan, desc, {}, values, {cut}), expected)
                    << vkscan::study::toString(strategy) << ' ' << toString(direction) << " cut at " << cut;
            }
        }
    }
}

// Order matters to the composition of maps.
TEST(SegmentedOrderTest, OperatorsThatDoNotCommute)
{
    for (const Strategy strategy : ownStrategies()) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            Forced<SegmentedScanDesc> desc;
            desc.strategy = strategy;
            desc.direction = direction;
            const SegmentedScan scan = createSegmented(desc, smallTuning(), vkscan::abi::kOpTestAffine);
            for (const Shape shape : {Shape::None, Shape::Sparse, Shape::Random}) {
                const uint64_t count = std::min<uint64_t>(70 * 256 + 77, scan.maxCount());
                checkSegmented(scan, desc, {}, headsOf(shape, count, 256),
                               randomValues<uint32_t>(Op::Multiply, count, 5), 1u, composeMaps);
            }
        }
    }
}

TEST(SegmentedOrderTest, FloatsHaveTheSameBitsInEveryRun)
{
    std::vector<float> values(30011);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(static_cast<float>(i)) * 1000.0f;
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        Forced<SegmentedScanDesc> desc;
        desc.type = ElementType::F32;
        desc.strategy = strategy;
        const SegmentedScan scan = createSegmented(desc, smallTuning(), vkscan::abi::kOpAdd);
        const std::vector<bool> heads = headsOf(Shape::Sparse, values.size(), 256);
        const std::vector<uint32_t> words = segmentWords(desc.segments, heads);
        const std::vector<float> first = scanOnDevice(scan, desc, {}, values, words);
        double exact = 0, magnitude = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            exact = heads[i] ? 0 : exact;
            magnitude = heads[i] ? 0 : magnitude;
            exact += static_cast<double>(values[i]);
            magnitude += std::fabs(static_cast<double>(values[i]));
            // Elements before a head leave no error behind it.
            ASSERT_NEAR(static_cast<double>(first[i]), exact, 100 * magnitude * std::ldexp(1.0, -24)) << "at " << i;
        }
        for (int run = 0; run < 50; ++run) {
            const std::vector<float> again = scanOnDevice(scan, desc, {}, values, words);
            ASSERT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(float)), 0) << "run " << run;
        }
    }
}

} // namespace
