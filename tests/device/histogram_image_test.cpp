// Histograms of images on the device: counts and trimmed means have the bits of those on the CPU.
#include "environment.h"
#include "light_formats.h"
#include "light_histogram.h"
#include "scan_check.h"
#include "submit.h"
#include "table_descriptors.h"
#include "test_array.h"

#include "operations/histogram.h"
#include "schedule/array_operation.h"

#include <support/image.h>

#include <bit>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct LightCase {
    VkFormat format = VK_FORMAT_R16G16B16A16_SFLOAT;
    VkExtent2D extent = {1, 1};
    LightBins bins;
    float meanFrom = 0;
    float meanTo = 1;
    std::vector<float> weights; // empty: none
    VkExtent2D weightExtent = {0, 0};
    bool meanFollows = false; // the counts, in memory
    bool isGeneral = false;   // the image's layout
    bool hasSet = false;      // the caller's
    unsigned submissions = 1;
};

Histogram createOfImage(const LightCase& c, const Tuning& tuning = tuningFor(capabilities()),
                        const Context& of = context())
{
    Histogram histogram;
    const Status status = createTuned(
        of,
        HistogramDesc{
            .type = ElementType::F32, .binCount = c.bins.count, .inputFormat = c.format, .clampEnds = c.bins.clampEnds},
        tuning, &histogram);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return histogram;
}

uint32_t unitsAt(const LightCase& c, uint32_t x, uint32_t y)
{
    if (c.weights.empty())
        return 1;
    const uint64_t column = uint64_t{x} * c.weightExtent.width / c.extent.width;
    const uint64_t row = uint64_t{y} * c.weightExtent.height / c.extent.height;
    return weightUnits(c.weights[row * c.weightExtent.width + column]);
}

struct Counted {
    std::vector<uint32_t> counts;
    float mean = 0;
};

// `scale` multiplies the light of each texel.
Counted countOnHost(const LightCase& c, const std::vector<std::byte>& texels, double scale = 1)
{
    const WeighedFormat& format = weighedFormat(c.format);
    Counted counted;
    counted.counts.resize(c.bins.count);
    for (std::size_t i = 0; i < texels.size() / format.texelBytes; ++i) {
        const std::array<double, 3> light = format.decode(&texels[i * format.texelBytes]);
        std::array<float, 3> channels;
        for (std::size_t channel = 0; channel < 3; ++channel)
            channels[channel] = static_cast<float>(light[channel] * scale);
        const uint32_t bin = c.bins.binOf(lightLogarithm(channels, format.isColour));
        if (bin < c.bins.count)
            counted.counts[bin] +=
                unitsAt(c, static_cast<uint32_t>(i % c.extent.width), static_cast<uint32_t>(i / c.extent.width));
    }
    counted.mean = trimmedMean(c.bins, counted.counts, c.meanFrom, c.meanTo);
    return counted;
}

Counted countOnDevice(const Histogram& histogram, const LightCase& c, const std::vector<std::byte>& texels)
{
    const VkImageLayout layout = c.isGeneral ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const gpu::Image image(device(), {.extent = c.extent, .format = c.format, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    gpu::upload(device(), image, texels, layout);
    Counted counted;
    counted.counts.resize(c.bins.count);
    const VkDeviceSize bytes = c.bins.count * sizeof(uint32_t);
    TestArray counts(bytes + (c.meanFollows ? sizeof(float) : 0));
    TestArray mean(sizeof(float));
    TestArray weights(c.weights);
    HistogramArgs args;
    args.counts = {counts.range().address, bytes};
    args.lower = c.bins.lower;
    args.width = c.bins.width;
    args.count = 12; // ignored
    args.image = image.surface(layout);
    args.mean = c.meanFollows ? BufferRange{counts.range().address + bytes, sizeof(float)} : mean.range();
    args.meanFrom = c.meanFrom;
    args.meanTo = c.meanTo;
    args.weights = c.weights.empty() ? BufferRange{} : weights.range();
    args.weightExtent = c.weightExtent;
    std::optional<TableDescriptors> descriptors;
    if (c.hasSet)
        args.descriptorSet = descriptors.emplace(histogram, args).set();
    submit(histogram, args, c.submissions);
    std::vector<uint32_t> words(c.bins.count + (c.meanFollows ? 1 : 0));
    counts.read(words.data(), words.size() * sizeof(uint32_t));
    mean.read(&counted.mean, c.meanFollows ? 0 : sizeof(float));
    if (c.meanFollows)
        counted.mean = std::bit_cast<float>(words.back());
    counted.counts.assign(words.begin(), words.begin() + c.bins.count);
    return counted;
}

void checkCounts(const Histogram& histogram, const LightCase& c, const std::vector<std::byte>& texels)
{
    SCOPED_TRACE(testing::Message() << "format " << c.format << ", " << c.extent.width << " x " << c.extent.height
                                    << ", " << c.bins.count << " bins from " << c.bins.lower << " by " << c.bins.width
                                    << (c.bins.clampEnds ? ", clamped" : ""));
    const Counted actual = countOnDevice(histogram, c, texels);
    const Counted expected = countOnHost(c, texels);
    ASSERT_EQ(actual.counts, expected.counts);
    ASSERT_EQ(std::bit_cast<uint32_t>(actual.mean), std::bit_cast<uint32_t>(expected.mean))
        << actual.mean << ", not " << expected.mean;
}

std::vector<std::byte> bytesOf(const std::vector<float>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

constexpr VkFormat kExactFormats[] = {VK_FORMAT_R16_SFLOAT,
                                      VK_FORMAT_R32_SFLOAT,
                                      VK_FORMAT_R16G16B16A16_SFLOAT,
                                      VK_FORMAT_R32G32B32A32_SFLOAT,
                                      VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                                      VK_FORMAT_E5B9G9R9_UFLOAT_PACK32};

constexpr LightBins kBins[] = {{64, -10, 0.25f, false},    {256, -8, 0.0625f, true},  {1, -3, 5, false},
                               {1024, -20, 0.037f, false}, {7, -0.7f, 0.3f, true},    {1000, 2, 0x1p-22f, true},
                               {65, -96, 3.4375f, false},  {100, -4, 0.0713f, false}, {2, 0, 64, true}};

// Blocks, tiles, and one texel more or less.
constexpr VkExtent2D kExtents[] = {{1, 1},    {8, 4},    {7, 5},    {9, 3},    {3, 67},  {255, 16},
                                   {256, 17}, {257, 15}, {64, 129}, {1337, 2}, {515, 33}};

TEST(HistogramImageTest, CountsAndMeansAreExact)
{
    auto few = smallTuning();
    few.maxGridWidth = 5;
    unsigned run = 0;
    for (const Tuning& tuning : {tuningFor(capabilities()), Tuning(few)})
        for (const VkFormat format : kExactFormats) {
            if (!testing_support::isSampled(format))
                continue;
            LightCase c;
            c.format = format;
            c.bins = kBins[run / 6 % std::size(kBins)];
            const Histogram histogram = createOfImage(c, tuning);
            for (unsigned i = 0; i < 6; ++i, ++run) {
                c.extent = kExtents[run % std::size(kExtents)];
                c.meanFollows = run % 2 == 0;
                c.isGeneral = run % 3 == 0;
                c.meanFrom = static_cast<float>(run % 5) * 0.1f;
                c.meanTo = 1 - static_cast<float>(run % 4) * 0.12f;
                checkCounts(histogram, c,
                            randomLight(weighedFormat(format), std::size_t{c.extent.width} * c.extent.height));
            }
        }
}

// A dispatch of many workgroups, of which any may be the last, again and again.
TEST(HistogramImageTest, LastWorkgroupSeesAllCounts)
{
    auto tuning = smallTuning();
    tuning.maxGridWidth = 300;
    for (const bool meanFollows : {false, true}) {
        LightCase c;
        c.extent = {700, 250};
        c.meanFollows = meanFollows;
        c.meanFrom = 0.1f;
        c.meanTo = 0.9f;
        c.submissions = 50;
        checkCounts(createOfImage(c, tuning), c, randomLight(weighedFormat(c.format), 700 * 250));
    }
}

// Texels of one colour, and a single bin that is not the first.
TEST(HistogramImageTest, OneColour)
{
    LightCase c;
    c.format = VK_FORMAT_R32_SFLOAT;
    c.extent = {640, 480};
    const Histogram histogram = createOfImage(c);
    for (const float light : {1.0f, 0.01f, 1e-9f, 1e9f})
        checkCounts(histogram, c, bytesOf(std::vector<float>(640 * 480, light)));
    c.weights = {1.0f}; // sums of the mean that need more than 42 bits
    c.weightExtent = {1, 1};
    checkCounts(histogram, c, bytesOf(std::vector<float>(640 * 480, 1.0f)));
}

// Conversions of UNORM and sRGB may be wrong by some units in the last place: texels beside a bin's edge may count in
// either bin.
TEST(HistogramImageTest, NormalisedFormats)
{
    for (const WeighedFormat& format : kWeighedFormats) {
        if (std::find(std::begin(kExactFormats), std::end(kExactFormats), format.format) != std::end(kExactFormats) ||
            !testing_support::isSampled(format.format))
            continue;
        SCOPED_TRACE(format.format);
        LightCase c;
        c.format = format.format;
        c.extent = {300, 200};
        const std::vector<std::byte> texels = randomLight(format, 60'000);
        const Counted actual = countOnDevice(createOfImage(c), c, texels);
        const double error = format.format == VK_FORMAT_R8G8B8A8_SRGB ? 3e-2 : 1e-6;
        uint64_t below = 0;
        uint64_t belowLess = 0;
        uint64_t belowMore = 0; // texels before a bin: with less light there are more
        const Counted less = countOnHost(c, texels, 1 - error);
        const Counted more = countOnHost(c, texels, 1 + error);
        for (uint32_t bin = c.bins.count; bin-- > 0;) {
            below += actual.counts[bin];
            belowLess += less.counts[bin];
            belowMore += more.counts[bin];
            ASSERT_GE(below, belowLess) << "bin " << bin;
            ASSERT_LE(below, belowMore) << "bin " << bin;
        }
    }
}

// Channels that are no light, alone and beside light; of the rows of some invocations, only in the last.
TEST(HistogramImageTest, ChannelsThatAreNoLight)
{
    constexpr std::array kOdd = {kInfinite,  -kInfinite,  -1.0f,     1e-40f,   -kNan,   kNan,
                                 0x1p120f,   0.0f,        -0.0f,     1.0f,     0x1p96f, 0x1p-96f,
                                 0x1.fp-97f, 0x1.64p-96f, 0x1p-126f, 0x1.8p95f};
    constexpr std::array<uint16_t, kOdd.size()> kOddHalves = {0x7c00, 0xfc00, 0x0002, 0x7e00, 0xfe00, 0x0001,
                                                              0x7bff, 0x0000, 0x8000, 0x3c00, 0x0400, 0x03ff,
                                                              0x4200, 0x8001, 0xbc00, 0x5640};
    for (const VkFormat format :
         {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R16_SFLOAT}) {
        const WeighedFormat& its = weighedFormat(format);
        const bool isHalf = format == VK_FORMAT_R16G16B16A16_SFLOAT || format == VK_FORMAT_R16_SFLOAT;
        for (const bool clampEnds : {false, true}) {
            LightCase c;
            c.format = format;
            c.bins = {1000, -96, 0.2f, clampEnds};
            c.extent = {static_cast<uint32_t>(kOdd.size() * kOdd.size()), static_cast<uint32_t>(kOdd.size())};
            std::vector<std::byte> texels;
            for (std::size_t i = 0; i < std::size_t{c.extent.width} * c.extent.height; ++i)
                for (std::size_t places = i, channel = 0; channel < (its.isColour ? 4 : 1); ++channel) {
                    const std::size_t odd = places % kOdd.size();
                    const auto* const code = isHalf ? reinterpret_cast<const std::byte*>(&kOddHalves[odd])
                                                    : reinterpret_cast<const std::byte*>(&kOdd[odd]);
                    texels.insert(texels.end(), code, code + (isHalf ? 2 : 4));
                    places /= kOdd.size();
                }
            checkCounts(createOfImage(c), c, texels);
        }
    }
}

// Light at, below and above the edges of bins.
TEST(HistogramImageTest, LightAtEdgesOfBins)
{
    LightCase c;
    c.format = VK_FORMAT_R32_SFLOAT;
    for (const LightBins& bins : kBins) {
        c.bins = bins;
        std::vector<float> values;
        for (uint32_t bin = 0; bin <= bins.count; ++bin) {
            const auto edge = static_cast<float>(std::exp2(double{bins.lower} + bin * double{bins.width}));
            for (int step = -3; step <= 3; ++step)
                values.push_back(std::bit_cast<float>(std::bit_cast<uint32_t>(edge) + static_cast<uint32_t>(step)));
        }
        c.extent = {7, bins.count + 1};
        checkCounts(createOfImage(c), c, bytesOf(values));
    }
}

TEST(HistogramImageTest, Weights)
{
    LightCase c;
    std::mt19937 random(5);
    unsigned run = 0;
    const Histogram histogram = createOfImage(c);
    for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{67, 41}, VkExtent2D{515, 33}, VkExtent2D{16384, 1}})
        for (const VkExtent2D weightExtent : {VkExtent2D{1, 1}, VkExtent2D{3, 5}, extent, VkExtent2D{100, 64},
                                              VkExtent2D{1, 16384}, VkExtent2D{16383, 1}}) {
            c.extent = extent;
            c.weightExtent = weightExtent;
            c.weights.resize(std::size_t{weightExtent.width} * weightExtent.height);
            for (float& weight : c.weights)
                weight = random() % 8 != 0 ? static_cast<float>(random() % 1025) / 1024
                                           : std::array{kNan,  -kNan, kInfinite, -kInfinite,
                                                        -1.0f, 2.0f,  1e-40f,    0x1p-8f}[random() % 8];
            c.meanFrom = ++run % 2 == 0 ? 0.25f : 0.0f;
            SCOPED_TRACE(testing::Message() << "weights " << weightExtent.width << " x " << weightExtent.height);
            checkCounts(histogram, c, randomLight(weighedFormat(c.format), std::size_t{extent.width} * extent.height));
        }
}

TEST(HistogramImageTest, MeanIsTheLowerEdgeIfNothingCounts)
{
    LightCase c;
    c.format = VK_FORMAT_R32_SFLOAT;
    c.extent = {30, 20};
    for (const float light : {0.0f, kNan, 1e30f, -1.0f}) {
        const std::vector<std::byte> texels = bytesOf(std::vector<float>(600, light));
        const Counted counted = countOnDevice(createOfImage(c), c, texels);
        EXPECT_EQ(counted.mean, c.bins.lower) << light;
        EXPECT_EQ(counted.counts, std::vector<uint32_t>(c.bins.count)) << light;
    }
    c.weights = {0.0f};
    c.weightExtent = {1, 1};
    checkCounts(createOfImage(c), c, bytesOf(std::vector<float>(600, 1.0f)));
}

// The mean by its definition, in doubles; and the logarithm.
TEST(HistogramImageTest, ReferenceIsNearTheExactOne)
{
    std::mt19937 random(3);
    for (unsigned i = 0; i < 100'000; ++i) {
        const float light =
            std::ldexp(1 + static_cast<float>(random() >> 8) * 0x1p-24f, static_cast<int>(random() % 192) - 96);
        const int64_t logarithm = *lightLogarithm({light}, false);
        ASSERT_NEAR(static_cast<double>(logarithm) * 0x1p-23, std::log2(double{light}), 0x1p-10) << light;
    }
    const LightBins bins;
    for (unsigned i = 0; i < 1000; ++i) {
        std::vector<uint32_t> counts(bins.count);
        double total = 0;
        for (uint32_t& count : counts)
            total += count = static_cast<uint32_t>(random() >> (8 + random() % 24));
        const double from = 0.125 * total;
        const double to = 0.875 * total;
        double before = 0;
        double moment = 0;
        for (uint32_t bin = 0; bin < bins.count; ++bin) {
            const double after = before + counts[bin];
            moment += (std::clamp(after, from, to) - std::clamp(before, from, to)) * (bin + 0.5);
            before = after;
        }
        const double expected = total > 0 ? moment / (to - from) * 0.25 - 10 : -10;
        ASSERT_NEAR(static_cast<double>(trimmedMean(bins, counts, 0.125f, 0.875f)), expected, 0.25 * 0x1p-13);
    }
}

TEST(HistogramImageTest, DescriptorSetsOfTheCaller)
{
    ContextDesc contextDesc = device().contextDesc();
    contextDesc.pushDescriptorEnabled = false;
    Context withoutPush;
    ASSERT_EQ(Context::create(contextDesc, &withoutPush), Status::Success);
    LightCase c;
    c.extent = {300, 20};
    c.hasSet = true;
    const Histogram histogram = createOfImage(c, tuningFor(capabilities()), withoutPush);
    EXPECT_NE(histogram.descriptorSetLayout(), VkDescriptorSetLayout(VK_NULL_HANDLE));
    checkCounts(histogram, c, randomLight(weighedFormat(c.format), 6000));
}

} // namespace
