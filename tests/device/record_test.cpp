// Promises of recording: any count, any alignment, any order of operators, again and again.
#include "axis_values.h"
#include "scan_check.h"
#include "schedule/array_operation.h"

#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

class RecordTest : public testing::TestWithParam<Strategy> {
protected:
    study::ScanDesc desc() const
    {
        study::ScanDesc desc;
        desc.strategy = GetParam();
        desc.assumeForwardProgress = true;
        return desc;
    }
};

// The library's own tuning, around every edge it has.
TEST_P(RecordTest, AnyCountAndAlignment)
{
    const ElementType other = takesType(GetParam(), ElementType::F64) ? ElementType::F64 : ElementType::I32;
    for (const ElementType type : {ElementType::U32, other}) {
        study::ScanDesc described = desc();
        described.type = type;
        described.kind = type == ElementType::U32 ? Kind::Inclusive : Kind::Exclusive;
        described.direction = type == ElementType::U32 ? Direction::Forward : Direction::Backward;
        const Scan scan = createScan(described);
        const uint64_t width = capabilities().subgroupSize;
        const uint64_t tile = tuningFor(capabilities()).spine.tileElements(type);
        unsigned variation = 0;
        for (const uint64_t count :
             {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}, width - 1, width, width + 1, uint64_t{1337}, tile - 1,
              tile, tile + 1, uint64_t{65521}, 37 * tile + 5, uint64_t{1000003}}) {
            ScanCase scanCase;
            scanCase.count = std::min(count, scan.maxCount());
            scanCase.inputMisalignment = variation % 4;
            scanCase.outputMisalignment = variation / 2 % 4;
            scanCase.withInitial = variation % 3 == 0;
            ++variation;
            withType(type, [&]<class T>() { checkScan<T>(scan, described, scanCase); });
        }
    }
}

// Arrays that begin anywhere in a vector of 16 bytes, the input somewhere else than the output.
TEST_P(RecordTest, EveryAlignment)
{
    for (const ElementType type : {ElementType::U32, ElementType::I64}) {
        if (!takesType(GetParam(), type))
            continue;
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            study::ScanDesc described = desc();
            described.type = type;
            described.kind = direction == Direction::Forward ? Kind::Inclusive : Kind::Exclusive;
            described.direction = direction;
            const Scan scan = createScan(described, smallTuning());
            const uint64_t tile = smallTuning().spine.tileElements(type);
            const VkDeviceSize places = 16 / sizeOf(type);
            for (VkDeviceSize place = 0; place < places * places; ++place) {
                for (const uint64_t count : {uint64_t{1}, uint64_t{6}, tile - 1, tile, 9 * tile - 2}) {
                    ScanCase scanCase;
                    scanCase.count = std::min(count, scan.maxCount());
                    scanCase.inputMisalignment = place % places;
                    scanCase.outputMisalignment = place / places;
                    scanCase.withInitial = place % 2 == 1;
                    if (place % 3 == 1)
                        scanCase.gpuCount = static_cast<uint32_t>(scanCase.count - scanCase.count / 3);
                    scanCase.ownScratch = true;
                    withType(type, [&]<class T>() { checkScan<T>(scan, described, scanCase); });
                }
            }
        }
    }
}

TEST_P(RecordTest, FoldedGrids)
{
    auto tuning = smallTuning();
    tuning.maxGridWidth = 5; // ReduceThenScan takes no more spans than that
    const Scan scan = createScan(desc(), tuning);
    for (const uint64_t tiles : {4u, 5u, 6u, 11u, 23u}) {
        ScanCase scanCase;
        scanCase.count = std::min(tiles * 256 - 7, scan.maxCount());
        checkScan<uint32_t>(scan, desc(), scanCase);
    }
}

TEST_P(RecordTest, CountsReadOnTheDevice)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        study::ScanDesc described = desc();
        described.direction = direction;
        const Scan scan = createScan(described, smallTuning());
        const uint64_t maximum = std::min<uint64_t>(21 * 256 + 9, scan.maxCount());
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, maximum / 100, maximum / 2 + 3, maximum - 1, maximum,
                                     maximum + 1, uint64_t{0xffffffff}}) {
            ScanCase scanCase;
            scanCase.count = maximum;
            scanCase.gpuCount = static_cast<uint32_t>(count);
            scanCase.withInitial = count % 2 == 1;
            scanCase.inPlace = count % 3 == 1;
            scanCase.ownScratch = true;
            checkScan<uint32_t>(scan, described, scanCase);
        }
    }
}

TEST_P(RecordTest, RecordedOnceSubmittedAThousandTimes)
{
    ScanCase scanCase;
    const Scan scan = createScan(desc(), smallTuning());
    scanCase.count = std::min<uint64_t>(41 * 256 + 1, scan.maxCount());
    scanCase.submissions = 1000;
    checkScan<uint32_t>(scan, desc(), scanCase);
}

// Where workgroups start in the order of their indices they take no tickets, and the last tile opens the next epoch. A
// device that starts several rows of workgroups at once does as well, where each waits for earlier ones alone.
TEST_P(RecordTest, EpochsWithoutTickets)
{
    auto tuning = smallTuning();
    tuning.waits.inOrder = true;
    for (const uint64_t tiles : {1u, 3u, 23u, 22u, 64u, 63u, 62u}) {
        for (const Op op : {Op::Add, Op::Max}) { // whose words an epoch that does not move would mix up
            study::ScanDesc described = desc();
            described.op = op;
            const Scan scan = createScan(described, tuning);
            ScanCase scanCase;
            scanCase.count = std::min<uint64_t>(tiles * 256 - 5, scan.maxCount());
            checkScan<uint32_t>(scan, described, scanCase);
            scanCase.gpuCount = static_cast<uint32_t>(scanCase.count / 2);
            checkScan<uint32_t>(scan, described, scanCase);
        }
    }
}

// Order matters to the composition of maps.
TEST_P(RecordTest, OperatorsThatDoNotCommute)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        study::ScanDesc described = desc();
        described.direction = direction;
        described.kind = direction == Direction::Forward ? Kind::Inclusive : Kind::Exclusive;
        Scan scan;
        ASSERT_EQ(Status::Success, createTuned(context(), described, smallTuning(), vkscan::abi::kOpTestAffine, &scan));
        for (const uint64_t count : {uint64_t{255}, uint64_t{1027}, uint64_t{30 * 256 + 77}}) {
            ScanCase scanCase;
            scanCase.count = std::min(count, scan.maxCount());
            scanCase.withInitial = count % 2 == 1;
            const std::vector<uint32_t> values = randomValues<uint32_t>(Op::Multiply, scanCase.count, 5);
            checkScan<uint32_t>(scan, described, scanCase, values, 1, composeMaps);
        }
    }
}

// Real numbers: deterministic but for look-back, and within the error of a sum in log-depth groups of serial runs.
TEST_P(RecordTest, FloatsAreCloseAndDeterministic)
{
    study::ScanDesc described = desc();
    described.type = ElementType::F32;
    const Scan scan = createScan(described, smallTuning());
    const uint64_t count = std::min<uint64_t>(57 * 256 + 11, scan.maxCount());
    std::minstd_rand random(7);
    std::vector<float> values(count);
    for (float& value : values)
        value = std::uniform_real_distribution<float>(-1, 2)(random);
    TestArray input(values);
    TestArray output(count * sizeof(float));
    TestArray scratch(scan.scratchSize(count));
    scratch.fill(0);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = count;

    std::vector<float> first(count), actual(count);
    for (unsigned run = 0; run < 50; ++run) {
        output.fill(0xcc);
        submit(scan, args, 1);
        output.read(actual.data(), count * sizeof(float));
        if (run == 0)
            first = actual;
        const bool same = std::memcmp(first.data(), actual.data(), count * sizeof(float)) == 0;
        ASSERT_TRUE(same || GetParam() == study::kDecoupledLookback) << "run " << run;
    }
    // A value passes some 30 additions within tiles and windows, and one a tile or window after that.
    const double rounding = (30 + 57) * std::numeric_limits<float>::epsilon() / 2;
    double exact = 0, magnitude = 0;
    for (uint64_t i = 0; i < count; ++i) {
        exact += values[i];
        magnitude += std::fabs(values[i]);
        ASSERT_NEAR(actual[i], exact, rounding * magnitude) << "at " << i;
    }
}

// As many elements as a tile has are one workgroup's, also where they begin within a vector.
TEST(LimitedCountTest, ATileWhereverItBegins)
{
    for (const ElementType type : {ElementType::U32, ElementType::F64}) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            study::ScanDesc desc = {{.type = type, .kind = Kind::Exclusive, .direction = direction}};
            desc.maxCount = tuningFor(capabilities()).singleWorkgroup.tileElements(type);
            const Scan scan = createScan(desc);
            ASSERT_LE(scan.kernels().count, 2u); // of one workgroup, and on some devices of a smaller one
            ASSERT_EQ(strategyFor(scan, desc.maxCount), Strategy::SingleWorkgroup);
            ASSERT_EQ(scan.maxCount(), desc.maxCount);
            ScanCase scanCase;
            for (const uint64_t count : {desc.maxCount, desc.maxCount - 1, uint64_t{1}}) {
                for (const VkDeviceSize misalignment : {0, 1, 3}) {
                    scanCase.count = count;
                    scanCase.inputMisalignment = scanCase.outputMisalignment = misalignment;
                    withType(type, [&]<class T>() { checkScan<T>(scan, desc, scanCase); });
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, RecordTest, testing::ValuesIn(scanStrategies(WithAuto::Yes)), strategyName);

} // namespace
