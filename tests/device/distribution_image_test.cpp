// Distributions of images on the device: the tables of their texels' weights are those of arrays of these weights.
#include "distribution_tuning.h"
#include "environment.h"
#include "light_formats.h"
#include "scan_check.h"
#include "submit.h"
#include "table_descriptors.h"
#include "table_reference.h"
#include "test_array.h"

#include "operations/distribution.h"
#include "schedule/array_operation.h"

#include <support/image.h>

#include <vkscan/distribution_query.h>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

// Weights below the least normal number count as 0, and above 2^96 as that.
double countedWeight(double weight)
{
    return weight >= 0x1p-126 ? std::min(weight, 0x1p96) : 0;
}

double solidAngle(VkExtent2D map, uint32_t row)
{
    const double step = std::numbers::pi / map.height;
    return 2 * std::numbers::pi / map.width * (std::cos(step * row) - std::cos(step * (row + 1)));
}

std::vector<double> weightsOf(const WeighedFormat& format, const std::vector<std::byte>& texels, VkExtent2D extent,
                              bool isMap)
{
    std::vector<double> weights;
    for (std::size_t i = 0; i < texels.size() / format.texelBytes; ++i) {
        const auto [red, green, blue] = format.decode(&texels[i * format.texelBytes]);
        double weight = countedWeight(red);
        if (format.isColour)
            weight = 0.2126 * weight + 0.7152 * countedWeight(green) + 0.0722 * countedWeight(blue);
        if (isMap)
            weight *= solidAngle(extent, static_cast<uint32_t>(i / extent.width));
        weights.push_back(countedWeight(weight));
    }
    return weights;
}

Distribution createOfImage(const DistributionDesc& desc, const Tuning& tuning = tuningFor(capabilities()),
                           const Context& of = context())
{
    Distribution distribution;
    const Status status = createTuned(of, desc, tuning, &distribution);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return distribution;
}

DistributionDesc imageDesc(VkFormat format, bool isMap = false, bool withAlias = false)
{
    return {.withAlias = withAlias, .input = Resource::SampledImage, .inputFormat = format, .equirectangular = isMap};
}

// Entries of a table, and of an alias table as words.
struct ImageTable {
    std::vector<float> entries;
    std::vector<uint32_t> alias;
};

// Runs a distribution with outputs that are fenced in; `args` has the weights.
ImageTable runFenced(const Distribution& distribution, DistributionArgs args, uint64_t count, uint32_t rowLength,
                     bool withAlias, unsigned submissions)
{
    ImageTable table;
    table.entries.resize(distributionEntries(count, rowLength));
    table.alias.resize(withAlias ? 2 * distributionAliasEntries(count, rowLength) : 0);
    TestArray output(table.entries.size() * sizeof(float), count % 4 * sizeof(float),
                     count % 2 == 0 ? Fence::Before : Fence::Behind);
    TestArray alias(table.alias.size() * sizeof(uint32_t));
    TestArray temporary(withAlias ? distributionTemporaryBytes(count, rowLength) : 0);
    args.output = output.range();
    if (withAlias) {
        args.alias = alias.range();
        args.temporary = temporary.range();
    }
    submit(distribution, args, submissions);
    output.read(table.entries.data(), table.entries.size() * sizeof(float));
    alias.read(table.alias.data(), table.alias.size() * sizeof(uint32_t));
    return table;
}

struct ImageCase {
    VkExtent2D extent = {1, 1};
    bool withAlias = false;
    bool isGeneral = false; // the image's layout
    bool hasSet = false;    // the caller's
    unsigned submissions = 1;
};

ImageTable runOfImage(const Distribution& distribution, VkFormat format, const std::vector<std::byte>& texels,
                      const ImageCase& c)
{
    const VkImageLayout layout = c.isGeneral ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const gpu::Image image(device(), {.extent = c.extent, .format = format, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    gpu::upload(device(), image, texels, layout);
    DistributionArgs args;
    args.image = image.surface(layout);
    // Ignored, like all fields of arrays.
    args.count = 12;
    args.rowLength = 0;
    std::optional<TableDescriptors> descriptors;
    if (c.hasSet)
        args.descriptorSet = descriptors.emplace(distribution, args).set();
    return runFenced(distribution, args, uint64_t{c.extent.width} * c.extent.height, c.extent.width, c.withAlias,
                     c.submissions);
}

ImageTable runOfArray(const Distribution& distribution, const std::vector<float>& weights, uint32_t rowLength,
                      bool withAlias)
{
    TestArray input(weights);
    DistributionArgs args;
    args.input = input.range();
    args.count = weights.size();
    args.rowLength = rowLength;
    return runFenced(distribution, args, weights.size(), rowLength, withAlias, 1);
}

std::vector<float> floatsOf(const std::vector<std::byte>& texels)
{
    std::vector<float> floats(texels.size() / sizeof(float));
    std::memcpy(floats.data(), texels.data(), texels.size());
    return floats;
}

// Entries that are written, as bits.
void expectSame(const ImageTable& actual, const ImageTable& expected, uint64_t rows)
{
    for (std::size_t i = 0; i < expected.entries.size(); ++i) {
        if (i >= rows && i < (rows + 3) / 4 * 4)
            continue;
        ASSERT_EQ(std::bit_cast<uint32_t>(actual.entries[i]), std::bit_cast<uint32_t>(expected.entries[i]))
            << "entry " << i << ": " << actual.entries[i] << ", not " << expected.entries[i];
    }
    ASSERT_EQ(actual.alias, expected.alias);
}

// Sums that may be rounded: in order, and near the exact ones. `error` is of a sum, relative.
void expectNear(const ImageTable& table, const std::vector<double>& weights, VkExtent2D extent, double error)
{
    const std::size_t begin = table.entries.size() - weights.size();
    double total = 0;
    float rowBefore = 0;
    for (uint32_t row = 0; row < extent.height; ++row) {
        double sum = 0;
        float before = 0;
        for (std::size_t i = std::size_t{row} * extent.width; i < std::size_t{row + 1} * extent.width; ++i) {
            const float entry = table.entries[begin + i];
            sum += weights[i];
            ASSERT_GE(entry, before) << "texel " << i;
            if (weights[i] == 0) {
                ASSERT_EQ(entry, before) << "texel " << i;
            }
            ASSERT_NEAR(static_cast<double>(entry), sum, error * sum) << "texel " << i;
            before = entry;
        }
        total += sum;
        ASSERT_GE(table.entries[row], rowBefore) << "row " << row;
        ASSERT_NEAR(static_cast<double>(table.entries[row]), total, error * total) << "row " << row;
        rowBefore = table.entries[row];
    }
}

double sumError()
{
    return 0x1p-17 * std::max(32.0 / capabilities().subgroupSize, 1.0);
}

// Subgroups, tiles, and one more or less; rows that end within a vector; primes; more rows than workgroups.
constexpr VkExtent2D kImageExtents[] = {{1, 1},   {2, 1},    {3, 3},    {4, 2},    {5, 7},   {7, 4},   {31, 2},
                                        {32, 3},  {33, 5},   {1, 1021}, {255, 2},  {256, 3}, {257, 4}, {511, 2},
                                        {513, 3}, {1337, 5}, {2048, 2}, {2049, 3}, {4099, 2}};

// Tables of texels have the bits of those of an array: every operation behind the texel's weight is the same.
TEST(DistributionImageTest, TexelsSumLikeAnArray)
{
    for (const Tuning& tuning : {tuningFor(capabilities()), smallDistributionTuning()}) {
        const Distribution ofImage = createOfImage(imageDesc(VK_FORMAT_R32_SFLOAT, false, true), tuning);
        const Distribution ofArray = createOfImage({.withAlias = true}, tuning);
        ImageCase c;
        for (const VkExtent2D extent : kImageExtents) {
            SCOPED_TRACE(std::to_string(extent.width) + " x " + std::to_string(extent.height));
            c.extent = extent;
            c.withAlias = !c.withAlias;
            c.isGeneral = extent.width % 3 == 0;
            const std::vector<std::byte> texels =
                randomLight(weighedFormat(VK_FORMAT_R32_SFLOAT), std::size_t{extent.width} * extent.height);
            expectSame(runOfImage(ofImage, VK_FORMAT_R32_SFLOAT, texels, c),
                       runOfArray(ofArray, floatsOf(texels), extent.width, c.withAlias), extent.height);
        }
        c.submissions = 50;
        c.extent = {1000, 7};
        const std::vector<std::byte> texels = randomLight(weighedFormat(VK_FORMAT_R32_SFLOAT), 7000);
        expectSame(runOfImage(ofImage, VK_FORMAT_R32_SFLOAT, texels, c),
                   runOfArray(ofArray, floatsOf(texels), 1000, c.withAlias), 7);
    }
}

TEST(DistributionImageTest, FormatsAreWeighed)
{
    unsigned formats = 0;
    for (const WeighedFormat& format : kWeighedFormats) {
        if (!isSampled(format.format))
            continue;
        ++formats;
        for (const bool isMap : {false, true}) {
            const Distribution distribution = createOfImage(imageDesc(format.format, isMap));
            for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{67, 41}, VkExtent2D{300, 2}}) {
                SCOPED_TRACE("format " + std::to_string(format.format) + (isMap ? " of a map, " : ", ") +
                             std::to_string(extent.width) + " wide");
                const std::vector<std::byte> texels = randomLight(format, std::size_t{extent.width} * extent.height);
                // Vulkan leaves conversions from sRGB and UNORM some units in the last place.
                const double error = sumError() + (format.format == VK_FORMAT_R8G8B8A8_SRGB ? 1e-2 : 1e-6);
                ImageCase c;
                c.extent = extent;
                expectNear(runOfImage(distribution, format.format, texels, c), weightsOf(format, texels, extent, isMap),
                           extent, error);
            }
        }
    }
    EXPECT_GE(formats, 6u);
}

// Solid angles of rows, near the poles as elsewhere, to a few units in the last place; and the whole sphere's.
TEST(DistributionImageTest, RowsOfMapsHaveTheirSolidAngle)
{
    const Distribution distribution = createOfImage(imageDesc(VK_FORMAT_R32_SFLOAT, true));
    for (const VkExtent2D extent :
         {VkExtent2D{1, 1}, VkExtent2D{1, 2}, VkExtent2D{1, 3}, VkExtent2D{4, 64}, VkExtent2D{2, 4099}}) {
        SCOPED_TRACE(std::to_string(extent.height) + " rows");
        const std::size_t texels = std::size_t{extent.width} * extent.height;
        const std::vector<float> ones(texels, 1.0F);
        std::vector<std::byte> bytes(texels * sizeof(float));
        std::memcpy(bytes.data(), ones.data(), bytes.size());
        ImageCase c;
        c.extent = extent;
        const ImageTable table = runOfImage(distribution, VK_FORMAT_R32_SFLOAT, bytes, c);
        const std::size_t begin = table.entries.size() - texels;
        for (uint32_t row = 0; row < extent.height; ++row) {
            // The difference of two cosines in solidAngle loses digits at the poles; this does not.
            const double step = std::numbers::pi / extent.height;
            const double expected =
                4 * std::numbers::pi / extent.width * std::sin(step / 2) * std::sin(step * (row + 0.5));
            ASSERT_NEAR(expected, solidAngle(extent, row), 1e-12);
            const auto actual = static_cast<double>(table.entries[begin + std::size_t{row} * extent.width]);
            ASSERT_NEAR(actual, expected, 1e-6 * expected) << "row " << row;
        }
        ASSERT_NEAR(static_cast<double>(table.entries[extent.height - 1]), 4 * std::numbers::pi, 1e-4);
    }
}

// Channels that are no light: infinite, negative, NaN, denormal, and beyond 2^96, alone and beside light.
TEST(DistributionImageTest, ChannelsCountAsWeightsDo)
{
    constexpr std::array kOdd = {
        kInfinite, -kInfinite, -1.0F, std::numeric_limits<float>::quiet_NaN(), 1e-40F, 0x1p120F, 0.0F, 1.0F, 0x1p-126F};
    for (const VkFormat format : {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}) {
        const WeighedFormat& its = weighedFormat(format);
        for (const bool isMap : {false, true}) {
            const Distribution distribution = createOfImage(imageDesc(format, isMap));
            ImageCase c;
            c.extent = {1, static_cast<uint32_t>(kOdd.size() * kOdd.size())}; // sums do not hide small weights
            std::vector<float> values;
            for (std::size_t i = 0; i < kOdd.size() * kOdd.size(); ++i) {
                values.push_back(kOdd[i % kOdd.size()]);
                if (its.isColour)
                    values.insert(values.end(), {kOdd[i / kOdd.size()], kOdd[(i + 3) % kOdd.size()], 1.0F});
            }
            std::vector<std::byte> texels(values.size() * sizeof(float));
            std::memcpy(texels.data(), values.data(), texels.size());
            const std::vector<double> weights = weightsOf(its, texels, c.extent, isMap);
            const ImageTable table = runOfImage(distribution, format, texels, c);
            const std::size_t begin = table.entries.size() - weights.size();
            for (std::size_t i = 0; i < weights.size(); ++i) {
                const auto actual = static_cast<double>(table.entries[begin + i]);
                ASSERT_NEAR(actual, weights[i], 1e-6 * weights[i]) << "texel " << i << (isMap ? " of a map" : "");
            }
        }
    }
}

TEST(DistributionImageTest, DescriptorSetsOfTheCaller)
{
    ContextDesc contextDesc = device().contextDesc();
    contextDesc.pushDescriptorEnabled = false;
    Context withoutPush;
    ASSERT_EQ(Context::create(contextDesc, &withoutPush), Status::Success);
    const DistributionDesc desc = imageDesc(VK_FORMAT_R32_SFLOAT, false, true);
    const Distribution distribution = createOfImage(desc, tuningFor(capabilities()), withoutPush);
    EXPECT_NE(distribution.descriptorSetLayout(), VkDescriptorSetLayout(VK_NULL_HANDLE));
    const Distribution ofArray = createOfImage({.withAlias = true}, tuningFor(capabilities()), withoutPush);
    EXPECT_EQ(ofArray.descriptorSetLayout(), VkDescriptorSetLayout(VK_NULL_HANDLE));
    ImageCase c;
    c.extent = {300, 20};
    c.withAlias = c.hasSet = true;
    const std::vector<std::byte> texels = randomLight(weighedFormat(VK_FORMAT_R32_SFLOAT), 6000);
    expectSame(runOfImage(distribution, VK_FORMAT_R32_SFLOAT, texels, c),
               runOfArray(ofArray, floatsOf(texels), 300, true), 20);
}

} // namespace
