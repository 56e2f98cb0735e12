// Elements of fewer bytes in memory: where arrays begin and end in words, and how halves and floats are widened and
// rounded.
#include "scan_check.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

template <class T>
void checkStored(const Scan& scan, const study::ScanDesc& desc, const ScanCase& c, unsigned seed)
{
    SCOPED_TRACE(std::string(toString(desc.input)) + " to " + toString(desc.output));
    checkScan<T>(scan, desc, c, storedValues<T>(desc.input, desc.op, c.count, seed), identity<T>(desc.op),
                 [&](T earlier, T later) { return combine(desc.op, earlier, later); });
}

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
template <class T>
void checkRising(StoredPair stored, const std::vector<T>& values)
{
    const study::ScanDesc desc =
        describeStored(stored, Op::Max, Kind::Inclusive, Direction::Forward, Strategy::ReduceThenScan);
    ScanCase c;
    c.count = values.size();
    checkScan<T>(createScan(desc, smallTuning()), desc, c, values, identity<T>(Op::Max),
                 [](T earlier, T later) { return earlier < later ? later : earlier; });
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

// Floats of each exponent, with the same fractions.
std::vector<float> floatsOfEachExponent()
{
    std::vector<float> values;
    for (uint32_t exponent = 0; exponent < 255; ++exponent)
        for (const uint32_t fraction : {0u, 1u, 2u, 0x2aaaabu, 0x400000u, 0x7ffffeu, 0x7fffffu})
            values.push_back(std::bit_cast<float>(exponent << 23 | fraction));
    return values;
}

TEST(StoredFloatTest, FloatsAreWidened)
{
    std::vector<double> values;
    for (const float value : floatsOfEachExponent()) {
        values.push_back(static_cast<double>(value));
        if (value > 0)
            values.push_back(-static_cast<double>(value));
    }
    for (const double infinity : {-HUGE_VAL, HUGE_VAL})
        values.push_back(infinity);
    std::sort(values.begin(), values.end());
    checkRising({StoredType::F32, StoredType::Same}, values);
}

// Floats, the ties between them and the next ones, and the doubles beside these.
TEST(StoredFloatTest, DoublesAreRoundedToNearestEven)
{
    std::vector<double> values;
    for (const float value : floatsOfEachExponent()) {
        const auto low = static_cast<double>(value);
        const float next = std::nextafter(value, HUGE_VALF);
        const double high = std::isinf(next) ? 0x1p128 : static_cast<double>(next);
        const double tie = (low + high) / 2;
        for (const double each : {low, std::nextafter(tie, low), tie, std::nextafter(tie, high)}) {
            values.push_back(each);
            if (each > 0)
                values.push_back(-each);
        }
    }
    for (const double large : {0x1p128, 1e300, HUGE_VAL}) {
        values.push_back(large);
        values.push_back(-large);
    }
    std::sort(values.begin(), values.end());
    checkRising({StoredType::Same, StoredType::F32}, values);
}

} // namespace
