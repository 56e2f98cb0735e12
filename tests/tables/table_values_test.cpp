// Tables of texels that are no ordinary numbers: infinities, NaN, and values whose sums overflow.
#include "table_check.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kMost = std::numeric_limits<float>::max();

// Packed texels of floats, all of one channel.
struct Texels {
    VkExtent3D extent;
    std::vector<float> values;

    Texels(VkExtent3D size, float value)
        : extent(size),
          values(std::size_t{size.width} * size.height * size.depth, value)
    {
    }
    float& at(uint32_t x, uint32_t y, uint32_t z = 0)
    {
        return values[(std::size_t{z} * extent.height + y) * extent.width + x];
    }
};

// A table of the device's.
struct Made {
    std::vector<float> sums;
    std::vector<float> squares;
    float bias[4] = {};
};

std::vector<float> floatsOf(const std::vector<std::byte>& bytes)
{
    std::vector<float> floats(bytes.size() / sizeof(float));
    std::memcpy(floats.data(), bytes.data(), bytes.size());
    return floats;
}

Made makeTable(const SummedAreaTable& table, const SummedAreaTableDesc& desc, const Texels& texels)
{
    const VkExtent2D extent = {texels.extent.width, texels.extent.height};
    const TexelFormat& format = texelFormat(desc.inputFormat);
    TestSurface input(desc.input, desc.inputFormat, extent, {});
    TestSurface output(desc.output, desc.outputFormat, extent, {});
    TestSurface squares(desc.output, desc.outputFormat, extent, {});
    TestArray bias(4 * sizeof(float));
    std::vector<float> values; // further channels hold ones
    for (const float value : texels.values) {
        values.push_back(value);
        values.resize(values.size() + format.channels - 1, 1.0f);
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
    input.write({bytes.begin(), bytes.end()});
    SummedAreaTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    args.squares = squares.surface();
    args.bias = bias.range();
    args.scratch = sharedScratch(table.scratchSize(extent));
    submit(table, args);
    Made made = {floatsOf(output.read()), floatsOf(squares.read())};
    bias.read(made.bias, sizeof(made.bias));
    return made;
}

Made makeVolume(const SummedVolumeTable& table, const Texels& texels)
{
    const VkDeviceSize bytes = texels.values.size() * sizeof(float);
    TestArray input(bytes), output(bytes), squares(bytes), bias(4 * sizeof(float));
    input.write(texels.values.data(), bytes);
    SummedVolumeTableArgs args;
    args.input = {.buffer = input.range(), .extent = texels.extent};
    args.output = {.buffer = output.range(), .extent = texels.extent};
    args.squares = {.buffer = squares.range(), .extent = texels.extent};
    args.bias = bias.range();
    args.scratch = sharedScratch(table.scratchSize(texels.extent));
    submit(table, args);
    Made made = {std::vector<float>(texels.values.size()), std::vector<float>(texels.values.size())};
    output.read(made.sums.data(), bytes);
    squares.read(made.squares.data(), bytes);
    bias.read(made.bias, sizeof(made.bias));
    return made;
}

// The sums in doubles, which hold those of all texels here.
std::vector<double> sumsOf(const Texels& texels, bool ofSquares, bool separateSlices)
{
    std::vector<double> sums(texels.values.begin(), texels.values.end());
    if (ofSquares)
        for (double& sum : sums)
            sum *= sum;
    const std::size_t row = texels.extent.width;
    const std::size_t slice = row * texels.extent.height;
    for (std::size_t i = 1; i < sums.size(); ++i)
        sums[i] += i % row > 0 ? sums[i - 1] : 0;
    for (std::size_t i = row; i < sums.size(); ++i)
        sums[i] += i % slice >= row ? sums[i - row] : 0;
    for (std::size_t i = slice; i < sums.size() && !separateSlices; ++i)
        sums[i] += sums[i - slice];
    return sums;
}

void expectSums(const std::vector<float>& actual, const std::vector<double>& expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i]))
            ASSERT_TRUE(std::isnan(actual[i])) << "entry " << i << " is " << actual[i];
        else if (std::fabs(expected[i]) > static_cast<double>(kMost))
            ASSERT_EQ(actual[i], std::copysign(kInfinity, static_cast<float>(expected[i]))) << "entry " << i;
        else
            ASSERT_NEAR(actual[i], expected[i], std::fabs(expected[i]) * 1e-6) << "entry " << i;
    }
}

// Calls `check` with texels of each kind; extents go beyond `several`.
void forEachKind(VkExtent3D several, const std::function<void(const Texels&)>& check)
{
    check({{1, 1, 1}, kInfinity});
    check({{2, 1, 1}, 3e38f});
    Texels texels(several, 1);
    texels.at(3, 3) = kInfinity;
    check(texels);
    texels.at(5, 5) = -kInfinity;
    check(texels);
    texels.at(3, 3) = texels.at(5, 5) = 1;
    texels.at(several.width - 2, 0, several.depth / 2) = kNoNumber;
    check(texels);
    texels.at(several.width - 2, 0, several.depth / 2) = 1;
    texels.at(several.width / 2, several.height - 2) = 2e38f; // squares overflow
    texels.at(several.width / 2 + 1, several.height - 2) = 1.5e38f;
    check(texels);
}

TEST(TableValuesTest, SumsAreInfiniteOrNoNumbers)
{
    struct Case {
        Strategy strategy;
        Accumulation accumulation;
        bool image; // from an image to a buffer; else from a buffer to an image, with squares
    };
    for (const Case& tableCase : {Case{Strategy::ReduceThenScan, Accumulation::F32, true},
                                  Case{Strategy::ReduceThenScan, Accumulation::F32x2, false},
                                  Case{Strategy::FlatSum, Accumulation::F32x2, true}}) {
        Forced<SummedAreaTableDesc> desc;
        desc.input = tableCase.image ? Resource::SampledImage : Resource::Buffer;
        desc.output = tableCase.image ? Resource::Buffer : Resource::StorageImage;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.accumulation = tableCase.accumulation;
        desc.strategy = tableCase.strategy;
        desc.squares = !tableCase.image;
        SCOPED_TRACE(describe(desc, {}));
        const Tuning tuning = smallTableTuning(desc);
        const TableGeometry tile = tableGeometry(desc, tuning);
        const SummedAreaTable table = createTable(desc, tuning);
        forEachKind({2 * tile.tileWidth() + 1, 2 * tile.tileHeight() + 1, 1}, [&](const Texels& texels) {
            const Made made = makeTable(table, desc, texels);
            expectSums(made.sums, sumsOf(texels, false, false));
            if (desc.squares)
                expectSums(made.squares, sumsOf(texels, true, false));
        });
    }
}

TEST(TableValuesTest, SumsOfVolumesAreInfiniteOrNoNumbers)
{
    for (const bool separateSlices : {false, true}) {
        Forced<SummedVolumeTableDesc> desc;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.separateSlices = separateSlices;
        desc.accumulation = Accumulation::F32x2;
        desc.strategy = separateSlices ? Strategy::FlatSum : Strategy::ReduceThenScan;
        desc.squares = true;
        SCOPED_TRACE(describe(desc, {}));
        const SummedVolumeTable table = createTable(desc, smallTableTuning(desc));
        forEachKind({37, 19, 5}, [&](const Texels& texels) {
            const Made made = makeVolume(table, texels);
            expectSums(made.sums, sumsOf(texels, false, separateSlices));
            expectSums(made.squares, sumsOf(texels, true, separateSlices));
        });
    }
}

// The mean of the texels that are finite numbers; 0 if none are.
double finiteMean(const std::vector<float>& texels)
{
    const auto isFinite = [](double sum, float texel) { return std::isfinite(texel) ? sum + texel : sum; };
    const auto finite = std::count_if(texels.begin(), texels.end(), [](float texel) { return std::isfinite(texel); });
    return std::accumulate(texels.begin(), texels.end(), 0.0, isFinite) / std::max(static_cast<double>(finite), 1.0);
}

// Calls `check` with texels, each of which is one of the mean's samples.
void forEachMean(uint32_t depth, const std::function<void(const Texels&)>& check)
{
    for (const float bad : {kInfinity, -kInfinity, kNoNumber}) {
        Texels texels({16, 16, depth}, 1);
        for (uint32_t z = 0; z < depth; ++z)
            texels.at(3, 3, z) = bad;
        check(texels);
        std::fill(texels.values.begin(), texels.values.end(), bad);
        check(texels);
    }
    check({{16, 16, depth}, 2e36f});
    check({{15, 13, depth}, -kMost}); // the mean of the rounded sum is beyond all floats
    Texels slope({16, 11, depth}, kInfinity);
    for (uint32_t z = 0; z < depth; ++z)
        for (uint32_t i = 0; i < 16 * 11; i += i % 5 + 1)
            slope.at(i % 16, i / 16, z) = static_cast<float>(i) * 0x1p120f;
    check(slope);
}

TEST(TableValuesTest, MeansAreThoseOfFiniteTexels)
{
    struct Case {
        Strategy strategy;
        Accumulation accumulation;
        Resource input;
        VkFormat format;
    };
    for (const Case& tableCase :
         {Case{Strategy::ReduceThenScan, Accumulation::F32, Resource::Buffer, VK_FORMAT_R32_SFLOAT},
          Case{Strategy::FlatSum, Accumulation::F32, Resource::SampledImage, VK_FORMAT_R32G32_SFLOAT},
          Case{Strategy::FlatSum, Accumulation::F32x2, Resource::Buffer, VK_FORMAT_R32_SFLOAT},
          Case{Strategy::SpineWithFallback, Accumulation::F32, Resource::SampledImage, VK_FORMAT_R32_SFLOAT}}) {
        Forced<SummedAreaTableDesc> desc;
        desc.input = tableCase.input;
        desc.inputFormat = desc.outputFormat = tableCase.format;
        desc.output = Resource::Buffer;
        desc.accumulation = tableCase.accumulation;
        desc.strategy = tableCase.strategy;
        desc.bias = Bias::Mean;
        SCOPED_TRACE(describe(desc, {}));
        const uint32_t channels = texelFormat(desc.inputFormat).channels;
        const SummedAreaTable table = createTable(desc, smallTableTuning(desc));
        forEachMean(1, [&](const Texels& texels) {
            const Made made = makeTable(table, desc, texels);
            const double mean = finiteMean(texels.values);
            EXPECT_NEAR(made.bias[0], mean, std::fabs(mean) * 1e-6);
            std::vector<float> sums;
            for (std::size_t i = 0; i < made.sums.size(); i += channels)
                sums.push_back(made.sums[i]);
            Texels biased = texels;
            for (float& texel : biased.values)
                texel -= made.bias[0];
            expectSums(sums, sumsOf(biased, false, false));
            if (channels == 2) { // the other one, of ones
                EXPECT_EQ(made.bias[1], 1.0f);
                EXPECT_EQ(made.sums.back(), 0.0f);
            }
        });
        // One infinite texel in the middle of a cell of 4 x 3.
        Texels texels({64, 48, 1}, 1);
        texels.at(1 + 4 * 7, 1 + 3 * 5) = kInfinity;
        EXPECT_NEAR(makeTable(table, desc, texels).bias[0], 1.0f, 1e-6f);
    }
}

TEST(TableValuesTest, MeansOfVolumesAreThoseOfFiniteTexels)
{
    Forced<SummedVolumeTableDesc> desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.strategy = Strategy::FlatSum;
    desc.squares = true;
    desc.bias = Bias::Mean;
    const SummedVolumeTable table = createTable(desc, smallTableTuning(desc));
    forEachMean(3, [&](const Texels& texels) {
        const double mean = finiteMean(texels.values);
        EXPECT_NEAR(makeVolume(table, texels).bias[0], mean, std::fabs(mean) * 1e-6);
    });
}

} // namespace
