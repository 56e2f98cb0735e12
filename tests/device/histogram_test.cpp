// Histograms on the device: every type, number of bins, count and alignment, against a serial count.
#include "scan_check.h"
#include "stored_values.h"

#include "operations/histogram.h"
#include "schedule/array_operation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

template <class T>
struct HistogramCase {
    uint32_t bins = 256;
    T lower = T{0};
    T width = T{1};
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount;
    unsigned submissions = 1;
};

Histogram createHistogram(const HistogramDesc& desc, const Tuning& tuning = tuningFor(capabilities()))
{
    Histogram histogram;
    const Status status = createTuned(context(), desc, tuning, &histogram);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return histogram;
}

// Rounds to the 24 bits of an F32 of any exponent.
double roundWide(double value)
{
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return std::ldexp(static_cast<double>(static_cast<float>(fraction)), exponent);
}

// Whether and where a float is in bins: each operation is rounded, but neither overflows nor is subnormal.
bool findBin(float value, float lower, float width, uint32_t bins, uint32_t* bin)
{
    const double distance = roundWide(double{value} - double{lower});
    const double place = std::floor(roundWide(distance * roundWide(1 / double{width})));
    *bin = static_cast<uint32_t>(place >= 0 && place < bins ? place : 0);
    return value >= lower && place < bins;
}

template <class T>
std::vector<uint32_t> referenceCounts(const HistogramCase<T>& c, const std::vector<T>& values)
{
    std::vector<uint32_t> counts(c.bins);
    const uint64_t count = std::min<uint64_t>(values.size(), c.gpuCount.value_or(0xffffffffu));
    for (uint64_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<T>) {
            uint32_t bin = 0;
            if (findBin(values[i], c.lower, c.width, c.bins, &bin))
                ++counts[bin];
        } else {
            const int64_t distance = int64_t{values[i]} - int64_t{c.lower};
            if (distance >= 0 && distance / int64_t{c.width} < c.bins)
                ++counts[static_cast<std::size_t>(distance / int64_t{c.width})];
        }
    }
    return counts;
}

template <class T>
void checkHistogram(const Histogram& histogram, const HistogramCase<T>& c, const std::vector<T>& values)
{
    SCOPED_TRACE(std::to_string(c.bins) + " bins, count " + std::to_string(values.size()) + ", misaligned by " +
                 std::to_string(c.misalignment));
    TestArray input(values, c.misalignment * sizeof(T) % 16,
                    c.misalignment % 2 == 0 ? Fence::Behind : Fence::Before);
    TestArray counts(c.bins * sizeof(uint32_t));
    const CountBuffer countBuffer(c.gpuCount);
    HistogramArgs args;
    args.input = input.range();
    args.counts = counts.range();
    args.lower = c.lower;
    args.width = c.width;
    args.count = values.size();
    args.countBuffer = countBuffer.range();
    submit(histogram, args, c.submissions);
    const auto actual = counts.values<uint32_t>();
    const std::vector<uint32_t> expected = referenceCounts(c, values);
    for (uint32_t bin = 0; bin < c.bins; ++bin)
        ASSERT_EQ(actual[bin], expected[bin]) << "bin " << bin;
}

std::vector<uint32_t> randomWords(uint64_t count, uint32_t below)
{
    std::minstd_rand random(static_cast<uint32_t>(count) + 1);
    std::vector<uint32_t> values(count);
    for (uint32_t& value : values)
        value = static_cast<uint32_t>(random() * uint64_t{65537} % below);
    return values;
}

// In shared memory that bins leave room in, that they fill, and that holds a part of them.
TEST(HistogramTest, AnyCountAndAlignment)
{
    const uint32_t most = capabilities().maxSharedBytes / 4;
    const uint64_t tile = tuningFor(capabilities()).histogram.tileElements(ElementType::U32);
    for (const uint32_t bins : {100u, most, most + 1, kMaxBinCount}) {
        HistogramCase<uint32_t> c;
        c.bins = bins;
        const Histogram histogram = createHistogram({ElementType::U32, bins});
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{3}, uint64_t{5}, uint64_t{15}, uint64_t{16},
                                     uint64_t{17}, uint64_t{1337}, tile - 1, tile, tile + 1, uint64_t{65521}}) {
            c.misalignment = (c.misalignment + 1) % 4;
            checkHistogram(histogram, c, randomWords(count, bins + 3));
        }
    }
}

// Small tiles, so that workgroups take several; and a million elements.
TEST(HistogramTest, ManyTiles)
{
    auto tuning = smallTuning();
    tuning.maxGridWidth = 5;
    HistogramCase<uint32_t> c;
    for (c.bins = 1; c.bins <= kMaxBinCount; c.bins *= 256) {
        const Histogram histogram = createHistogram({ElementType::U32, c.bins}, tuning);
        checkHistogram(histogram, c, randomWords(103 * 256 + 77, c.bins));
        checkHistogram(createHistogram({ElementType::U32, c.bins}), c, randomWords(1000003, c.bins));
    }
}

TEST(HistogramTest, SkewedBins)
{
    for (const uint32_t bins : {7u, kMaxBinCount}) {
        HistogramCase<uint32_t> c;
        c.bins = bins;
        const Histogram histogram = createHistogram({ElementType::U32, bins});
        checkHistogram(histogram, c, std::vector<uint32_t>(100003, bins - 1));
        checkHistogram(histogram, c, std::vector<uint32_t>(100003, bins)); // none at all
        std::vector<uint32_t> values = randomWords(100003, bins);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (i % 100 != 0)
                values[i] = static_cast<uint32_t>(i % 3);
        checkHistogram(histogram, c, values);
    }
}

// Widths that are powers of two and others, ranges that exceed the type's own, and values around every bin's edges.
TEST(HistogramTest, UnsignedBins)
{
    const Histogram histogram = createHistogram({ElementType::U32, 77});
    for (const uint32_t width : {1u, 2u, 3u, 7u, 10u, 64u, 641u, 65536u, 0x03333333u, 0x80000000u, 0xffffffffu}) {
        for (const uint32_t lower : {0u, 5u, 0x80000000u, 0xffffff00u}) {
            HistogramCase<uint32_t> c;
            c.bins = 77;
            c.lower = lower;
            c.width = width;
            std::vector<uint32_t> values = randomWords(1000, 0xfffffffbu);
            for (uint32_t bin = 0; bin <= c.bins; ++bin)
                for (const uint32_t near : {~0u, 0u, 1u})
                    values.push_back(lower + bin * width + near);
            checkHistogram(histogram, c, values);
        }
    }
}

TEST(HistogramTest, SignedBins)
{
    constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
    constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
    const Histogram histogram = createHistogram({ElementType::I32, 300});
    for (const int32_t width : {1, 3, 1000, 0x00ffffff, kMost}) {
        for (const int32_t lower : {kLeast, -1000, 0, kMost - 100}) {
            HistogramCase<int32_t> c;
            c.bins = 300;
            c.lower = lower;
            c.width = width;
            std::vector<int32_t> values = {kLeast, kLeast + 1, -1, 0, 1, kMost - 1, kMost};
            for (const uint32_t word : randomWords(3000, 0xfffffffbu))
                values.push_back(static_cast<int32_t>(word));
            for (int32_t i = -500; i < 500; ++i)
                values.push_back(i);
            checkHistogram(histogram, c, values);
        }
    }
}

TEST(HistogramTest, FloatBins)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const Histogram histogram = createHistogram({ElementType::F32, 50});
    for (const float width : {1.0f, 0.1f, 0.375f, 1e-30f, 1e30f}) {
        for (const float lower : {0.0f, -0.7f, 1e6f}) {
            HistogramCase<float> c;
            c.bins = 50;
            c.lower = lower;
            c.width = width;
            std::vector<float> values = {std::nanf(""), -std::nanf(""), kInfinity, -kInfinity, 0.0f, -0.0f, 3.4e38f};
            for (const uint32_t word : randomWords(5000, 4096))
                values.push_back(lower + width * (static_cast<float>(word) / 64.0f - 5.0f));
            for (int bin = 0; bin <= 50; ++bin) {
                const float edge = lower + static_cast<float>(bin) * width;
                values.insert(values.end(), {edge, std::nextafter(edge, -kInfinity), std::nextafter(edge, kInfinity)});
            }
            checkHistogram(histogram, c, values);
        }
    }
}

// Lower edges, widths and elements of every magnitude: differences beyond the largest float, widths whose reciprocal is
// subnormal or overflows, and subnormal numbers, which devices may take for 0.
TEST(HistogramTest, FloatBinsOfAnyMagnitude)
{
    constexpr float kMost = std::numeric_limits<float>::max();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const Histogram histogram = createHistogram({ElementType::F32, 50});
    const std::vector<float> sizes = {0x1p-149f, 0x1.8p-140f,     0x1p-127f, 0x1p-126f, 0x1.1p-101f, 0x1p-100f,
                                      0x1p-61f,  0x1p-60f,        1.0f,      0x1.7p99f, 0x1p100f,    0x1p125f,
                                      0x1p126f,  0x1.000002p126f, 0x1p127f,  3e38f,     kMost};
    std::vector<float> specials = {std::nanf(""), -std::nanf(""), kInfinity, -kInfinity, 0.0f, -0.0f};
    for (const float size : sizes)
        for (const float near : {size, std::nextafter(size, 0.0f), std::nextafter(size, kMost)})
            specials.insert(specials.end(), {near, -near});
    HistogramCase<float> c;
    c.bins = 50;
    for (const float width : sizes) {
        std::vector<float> lowers = {0.0f, -0.0f, -width, -5 * width};
        for (const float size : sizes)
            lowers.insert(lowers.end(), {size, -size});
        for (const float lower : lowers) {
            if (!std::isfinite(lower))
                continue;
            c.width = width;
            c.lower = lower;
            SCOPED_TRACE(testing::Message() << "lower " << lower << ", width " << width);
            std::vector<float> values = specials;
            for (int bin = 0; bin <= 50; ++bin) {
                const auto edge =
                    static_cast<float>(std::clamp(double{lower} + bin * double{width}, -double{kMost}, double{kMost}));
                values.insert(values.end(), {edge, std::nextafter(edge, -kMost), std::nextafter(edge, kMost)});
            }
            checkHistogram(histogram, c, values);
        }
    }
}

// The cases that need no list: elements that are as large as their bins.
TEST(HistogramTest, FloatBinsOfTheLargestNumbers)
{
    const auto binOf = [](float lower, float width, uint32_t bins, float value) {
        uint32_t bin = kMaxBinCount;
        return findBin(value, lower, width, bins, &bin) ? bin : kMaxBinCount;
    };
    EXPECT_EQ(binOf(-3e38f, 0x1p125f, 16, 3e38f), 14u);
    EXPECT_EQ(binOf(0, 0x1.000002p126f, 4, 0x1p127f), 1u);
    EXPECT_EQ(binOf(0, 0x1p-149f, 4, 0x1p-148f), 2u);
}

// Every half, in bins that are no halves.
TEST(HistogramTest, HalvesInBinsOfAnyMagnitude)
{
    const Histogram histogram = createHistogram({.type = ElementType::F32, .binCount = 50, .input = StoredType::F16});
    std::vector<uint16_t> halves(65536);
    std::iota(halves.begin(), halves.end(), uint16_t{0});
    TestArray input(halves);
    TestArray counts(50 * sizeof(uint32_t));
    for (const auto& [lower, width] : std::initializer_list<std::pair<float, float>>{{-3e38f, 0x1p125f},
                                                                                     {0.0f, 0x1.000002p126f},
                                                                                     {-65504.0f, 2621.0f},
                                                                                     {-0x1p-14f, 0x1p-18f},
                                                                                     {0.0f, 0x1p-149f},
                                                                                     {0x1p-14f, 0x1p-140f}}) {
        SCOPED_TRACE(testing::Message() << "lower " << lower << ", width " << width);
        submit(histogram, HistogramArgs{.input = input.range(),
                                        .counts = counts.range(),
                                        .lower = lower,
                                        .width = width,
                                        .count = halves.size()});
        std::vector<uint32_t> expected(50);
        for (const uint16_t half : halves) {
            uint32_t bin = 0;
            if (findBin(floatOfHalf(half), lower, width, 50, &bin))
                ++expected[bin];
        }
        const auto actual = counts.values<uint32_t>();
        EXPECT_EQ(actual, expected);
    }
}

TEST(HistogramTest, BinsOfOneBeginAtZeroByDefault)
{
    for (const ElementType type : typesOfBytes(4)) {
        withType(type, [&]<class T>() {
            const std::vector<T> values = {T{0}, T{1}, T{1}, T{3}, T{4}};
            TestArray input(values);
            TestArray counts(4 * sizeof(uint32_t));
            HistogramArgs args;
            args.input = input.range();
            args.counts = counts.range();
            args.count = values.size();
            submit(createHistogram({type, 4}), args);
            const auto actual = counts.values<uint32_t>();
            EXPECT_EQ(actual, (std::vector<uint32_t>{1, 2, 0, 1}));
        });
    }
}

} // namespace
