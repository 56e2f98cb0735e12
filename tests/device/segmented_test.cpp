// Segmented scans on the device: large arrays and single offsets. The matrix has every source of segments.
#include "device_call.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// The library's own tuning; also a large segment number, and the whole array as one row.
TEST(SegmentedRowsTest, AnyCount)
{
    for (const Segments segments : {Segments::Rows, Segments::HeadBits}) {
        Form<SegmentedScan> form = {.desc = {.segments = segments}};
        SegmentedScan scan;
        ASSERT_EQ(SegmentedScan::create(context(), form.desc, &scan), Status::Success);
        for (const uint64_t count : {1u, 3u, 4095u, 4097u, 65521u, 1000003u}) {
            for (const uint32_t rowLength : {1u, 7u, 1024u, 1000003u}) {
                form.change = [=](SegmentedScanArgs& args) {
                    args.rowLength = rowLength;
                    args.rowPitch = 0;
                };
                checkSegments(scan, form, {.count = count, .place = rowLength},
                              segmentWords(segments, headsOf(Shape::Random, count, 4096)));
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
            SCOPED_TRACE(testing::Message() << study::toString(strategy) << ' ' << toString(direction));
            const SegmentedScanDesc desc = {.direction = direction, .segments = Segments::Offsets};
            SegmentedScan scan;
            ASSERT_EQ(createTuned(context(), Forced<SegmentedScanDesc>{desc, strategy}, smallTuning(), &scan),
                      Status::Success);
            const auto count = static_cast<uint32_t>(std::min<uint64_t>(9 * 256 + 77, scan.maxCount()));
            for (const uint32_t cut : {0u, 1u, 256u, count / 2, count - 1, count, count + 100})
                checkSegments(scan, {.desc = desc}, {.count = count}, {cut});
        }
    }
}

} // namespace
