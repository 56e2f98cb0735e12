// Box queries on the host, held against sums of texels one by one.
#include "sat_boxes.h"
#include "table_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

using namespace testing_support;
using namespace vkscan;

namespace {

// The part of the texel [texel, texel + 1) that lies in [begin, end).
double part(int texel, double begin, double end)
{
    return std::max(std::min(end, texel + 1.0) - std::max(begin, static_cast<double>(texel)), 0.0);
}

struct Moments {
    double area = 0;
    double sum = 0;
    double squares = 0;
};

// Texel by texel.
Moments bruteForce(const std::vector<double>& texels, TablePoint begin, TablePoint end)
{
    Moments moments;
    for (int y = 0; y < static_cast<int>(kBoxExtent.height); ++y) {
        for (int x = 0; x < static_cast<int>(kBoxExtent.width); ++x) {
            const double area = part(x, begin.x, end.x) * part(y, begin.y, end.y);
            if (area == 0)
                continue;
            const double value = texels[static_cast<std::size_t>(y) * kBoxExtent.width + static_cast<std::size_t>(x)];
            moments.area += area;
            moments.sum += area * value;
            moments.squares += area * value * value;
        }
    }
    return moments;
}

TablePoint toPoint(VkOffset2D texel)
{
    return {static_cast<double>(texel.x), static_cast<double>(texel.y)};
}

// The sums of all boxes by a small table; `tolerance` is of a sum.
template <class View, class Squares>
void expectTrueMoments(const View& view, const Squares& squares, const std::vector<double>& texels, double tolerance)
{
    for (const Box& box : allBoxes()) {
        const Moments expected = bruteForce(texels, toPoint(box.begin), toPoint(box.end));
        const double area = std::max(expected.area, 1.0);
        const double mean = expected.sum / area;
        const double variance = expected.squares / area - mean * mean;
        ASSERT_PRED3(agrees, boxSum(view, box.begin, box.end), expected.sum, tolerance);
        ASSERT_PRED3(agrees, boxMean(view, box.begin, box.end), mean, tolerance / area);
        ASSERT_PRED3(agrees, boxVariance(view, squares, box.begin, box.end), variance, 16 * tolerance)
            << box.begin.x << ", " << box.begin.y << " to " << box.end.x << ", " << box.end.y;
    }
}

template <class View>
void expectTruePointMeans(const View& view, const std::vector<double>& texels, double tolerance)
{
    std::minstd_rand random(1);
    const auto coordinate = [&](uint32_t size) { return static_cast<double>(random() % (16 * (size + 2))) / 16 - 1; };
    for (int i = 0; i < 20000; ++i) {
        const TablePoint begin = {coordinate(kBoxExtent.width), coordinate(kBoxExtent.height)};
        const TablePoint end = {coordinate(kBoxExtent.width), coordinate(kBoxExtent.height)};
        const Moments expected = bruteForce(texels, begin, end);
        const double mean = expected.area > 0 ? expected.sum / expected.area : 0;
        ASSERT_PRED3(agrees, boxMean(view, begin, end), mean, tolerance / std::max(expected.area, 1.0 / 256))
            << begin.x << ", " << begin.y << " to " << end.x << ", " << end.y;
    }
}

// Tables from the device of every accumulation, queried on the host. T is what an entry is stored as.
template <class T>
void checkQueries(Accumulation accumulation, TableLayout layout, Bias bias, double tolerance)
{
    SummedAreaTableDesc desc;
    desc.input = desc.output = Resource::Buffer;
    desc.inputFormat = accumulation == Accumulation::U32 ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT;
    desc.outputFormat =
        tableFormat(accumulation == Accumulation::U32 ? TexelKind::Uint : TexelKind::Sfloat, sizeof(T), 1);
    desc.accumulation = accumulation;
    desc.bias = bias;
    desc.layout = layout;
    desc.squares = true;
    SCOPED_TRACE(describe(desc, {}));
    const SummedAreaTable table = createTable(desc, smallTableTuning(desc));
    const uint32_t border = layout == TableLayout::ZeroBorder ? 1 : 0;
    const VkExtent2D tableExtent = {kBoxExtent.width + border, kBoxExtent.height + border};
    TestSurface input(desc.input, desc.inputFormat, kBoxExtent, {});
    TestSurface output(desc.output, desc.outputFormat, tableExtent, {});
    TestSurface squares(desc.output, desc.outputFormat, tableExtent, {});
    TestArray biasValues(16);
    const TexelFormat& format = texelFormat(desc.inputFormat);
    const std::vector<std::byte> bytes = randomTexels(format, kBoxExtent, true, 3);
    input.write(bytes);
    const float given[4] = {2.25f};
    biasValues.write(given, sizeof(given));
    SummedAreaTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    args.squares = squares.surface();
    args.scratch = sharedScratch(table.scratchSize(kBoxExtent));
    args.bias = biasValues.range();
    submit(table, args);

    std::vector<double> texels;
    for (std::size_t i = 0; i < bytes.size(); i += format.componentBytes)
        texels.push_back(componentValue(format, &bytes[i]));
    float subtracted[4] = {};
    if (bias != Bias::None)
        biasValues.read(subtracted, sizeof(subtracted));
    const auto entriesOf = [](const TestSurface& surface) {
        const std::vector<std::byte> raw = surface.read();
        std::vector<T> entries(raw.size() / sizeof(T));
        std::memcpy(entries.data(), raw.data(), raw.size());
        return entries;
    };
    const std::vector<T> sums = entriesOf(output);
    const std::vector<T> squareSums = entriesOf(squares);
    const auto view = viewOf<T>(sums, layout, 1, 0, static_cast<T>(subtracted[0]));
    expectTrueMoments(view, viewOf<T>(squareSums, layout).fetch, texels, tolerance);
    if constexpr (std::is_floating_point_v<T>)
        expectTruePointMeans(view, texels, tolerance);
}

TEST(SatQueryTest, EveryBoxOfEveryAccumulationAndLayout)
{
    Sample sample(0, 3);
    for (const TableLayout layout : kLayouts) {
        if (sample.takes())
            checkQueries<uint32_t>(Accumulation::U32, layout, Bias::None, 1e-9);
        for (const Bias bias : valuesOf(kBiases))
            if (sample.takes())
                checkQueries<float>(Accumulation::F32, layout, bias, 1e-3);
        if (sample.takes())
            checkQueries<float>(Accumulation::F32x2, layout, Bias::Mean, 1e-3);
        if (sample.takes() && capabilities().float64)
            checkQueries<double>(Accumulation::F64, layout, Bias::Given, 1e-12);
    }
}

// Sums that wrap around in the table, and not in the box.
TEST(SatQueryTest, IntegerSumsMayWrapInTheTable)
{
    for (const TableLayout layout : kLayouts) {
        const int border = layout == TableLayout::ZeroBorder ? 0 : 1;
        const auto fetch = [=](int32_t x, int32_t y) {
            return static_cast<uint32_t>(x + border) * static_cast<uint32_t>(y + border) * 400000000u;
        };
        const TableView<uint32_t, decltype(fetch)> view = {fetch, kBoxExtent, layout};
        EXPECT_EQ(boxSum(view, VkOffset2D{4, 1}, VkOffset2D{6, 5}), 3200000000u);
        EXPECT_EQ(boxMean(view, VkOffset2D{4, 1}, VkOffset2D{6, 5}), 4e8);
    }
}

// Boxes beside an infinite texel, the last one, without it.
TEST(SatQueryTest, InfiniteTexelsOutsideDoNotCount)
{
    for (const TableLayout layout : kLayouts) {
        const VkRect2D region = {{0, 0}, kBoxExtent};
        std::vector<float> texels(kBoxExtent.width * kBoxExtent.height, 1);
        texels.back() = std::numeric_limits<float>::infinity();
        const std::span<const std::byte> bytes = std::as_bytes(std::span(texels));
        const float none[4] = {};
        std::vector<double> sums;
        for (const ReferenceEntry& entry :
             referenceTable(texelFormat(VK_FORMAT_R32_SFLOAT), {bytes.begin(), bytes.end()}, kBoxExtent, region, 1,
                            none, layout)
                 .entries)
            sums.push_back(static_cast<double>(entry.sum));
        const auto view = viewOf<double>(sums, layout);
        expectTrueMoments(view, view.fetch, {texels.begin(), texels.end()}, 1e-9); // of ones squares are the same
        expectTruePointMeans(view, {texels.begin(), texels.end()}, 1e-9);
        EXPECT_EQ(boxMean(view, TablePoint{6, 4}, TablePoint{7, 5}), static_cast<double>(texels.back()));
        const double noNumber = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(boxMean(view, TablePoint{noNumber, 1}, TablePoint{7, 5}), 0); // a box of no size
    }
}

// The largest squares of texels up to `most` whose means and variances are right, whatever the texels are: of the
// largest sums, and of the largest variances.
TEST(SatQueryTest, LargestBoxesOfIntegers)
{
    struct Case {
        uint32_t most;
        int32_t meanSide;
        int32_t varianceSide;
    };
    for (const auto& [most, meanSide, varianceSide] : {Case{255, 4104, 514}, Case{65535, 256, 2}}) {
        const auto sums = [most = most](int32_t x, int32_t y) { return static_cast<uint32_t>(x * y) * most; };
        const TableView<uint32_t, decltype(sums)> full = {sums, {16384, 16384}, TableLayout::ZeroBorder};
        EXPECT_EQ(boxMean(full, VkOffset2D{0, 0}, VkOffset2D{meanSide, meanSide}), most);
        EXPECT_LT(boxMean(full, VkOffset2D{0, 0}, VkOffset2D{meanSide + 1, meanSide + 1}), most);

        const auto halves = [most = most](int32_t x, int32_t y) { return static_cast<uint32_t>(x * y / 2) * most; };
        const auto squares = [most = most](int32_t x, int32_t y) {
            return static_cast<uint32_t>(x * y / 2) * most * most;
        };
        const TableView<uint32_t, decltype(halves)> half = {halves, {16384, 16384}, TableLayout::ZeroBorder};
        const double variance = most / 2.0 * most / 2.0;
        for (const int32_t side : {2, varianceSide})
            EXPECT_EQ(boxVariance(half, squares, VkOffset2D{0, 0}, VkOffset2D{side, side}), variance);
        const int32_t beyond = varianceSide + 2;
        EXPECT_NE(boxVariance(half, squares, VkOffset2D{0, 0}, VkOffset2D{beyond, beyond}), variance);
        EXPECT_GT(boxVariance(half, squares, VkOffset2D{0, 0}, VkOffset2D{beyond, beyond}), 0);
    }
}

} // namespace
