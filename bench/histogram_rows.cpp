// Times histograms beside a kernel that reads the same bytes.
#include "operation_rows.h"

#include <support/image.h>

#include <vkscan/histogram.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace bench {

namespace {

Result measure(Harness& harness, const vkscan::Histogram& histogram, uint32_t bins, bool skewed, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    const Numbers numbers = numbersOf(vkscan::ElementType::U32);
    const uint32_t width = skewed ? 0xffffffff : 1u << (32 - std::countr_zero(bins));
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, count);
    const std::vector<uint32_t> expected = arrays.checks().bins(numbers, count, bins, width);
    std::vector<uint32_t> counts(bins, kWrong);
    const gpu::Buffer buffer = harness.device().createBuffer(bins * sizeof(uint32_t));
    harness.device().upload(buffer, counts);
    vkscan::HistogramArgs args;
    args.input = arrays.input(bytes);
    args.counts = buffer.range();
    args.width = width;
    args.count = count;
    return measureVerified(harness, histogram, args, Yardstick::Read, bytes, [&] {
        harness.device().download(buffer, counts);
        for (uint32_t bin = 0; bin < bins; ++bin)
            requireEqual(counts[bin], expected[bin], "the count of bin " + std::to_string(bin));
    });
}

struct ImageRow {
    const char* name;
    VkFormat format;
    VkDeviceSize texelBytes;
};

constexpr ImageRow kImageRows[] = {{"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 8},
                                   {"r11g11b10f", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4}};

struct ImageCase {
    const char* name;
    bool isConstant;
    bool isWeighed;
};

constexpr ImageCase kImageCases[] = {
    {"", false, false}, {"/constant", true, false}, {"/weights", false, true}, {"/constant/weights", true, true}};

constexpr uint32_t kImageBins = 64;

// A grey texel in the middle of a bin: four bins of a quarter for each power of two from 2^-8 to 2^7.
uint64_t greyTexel(const ImageRow& row, uint32_t bin)
{
    constexpr uint32_t kMantissas[] = {3, 10, 16, 26}; // of 32
    const uint64_t code = (bin / 4 + 15 - 8) << 5 | kMantissas[bin % 4];
    return row.texelBytes == 8 ? code * 0x0000'0020'0020'0020 : code << 1 | code << 12 | code << 22;
}

Result measureImage(Harness& harness, const vkscan::Histogram& histogram, const ImageRow& row, const ImageCase& c,
                    VkExtent2D extent)
{
    const uint64_t count = uint64_t{extent.width} * extent.height;
    const gpu::Image image(harness.device(),
                           {.extent = extent, .format = row.format, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    std::vector<std::byte> texels(count * row.texelBytes);
    std::vector<uint32_t> expected(kImageBins);
    const std::vector<float> ones(64 * 64, 1.0F);
    uint32_t random = 1;
    for (uint64_t i = 0; i < count; ++i) {
        random = random * 1664525 + 1013904223;
        const uint32_t bin = c.isConstant ? 20 : random >> 26;
        const uint64_t texel = greyTexel(row, bin);
        std::memcpy(&texels[i * row.texelBytes], &texel, row.texelBytes);
        expected[bin] += c.isWeighed ? vkscan::kHistogramWeightUnits : 1;
    }
    constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    gpu::upload(harness.device(), image, texels, kLayout);
    std::vector<uint32_t> counts(kImageBins + 1, kWrong);
    const gpu::Buffer buffer = harness.device().createBuffer(counts.size() * sizeof(uint32_t));
    const gpu::Buffer weights = harness.device().createBuffer(ones.size() * sizeof(float));
    harness.device().upload(buffer, counts);
    harness.device().upload(weights, ones);
    const VkDeviceSize countBytes = kImageBins * sizeof(uint32_t);
    vkscan::HistogramArgs args;
    args.counts = {buffer.address(), countBytes};
    args.mean = {buffer.address() + countBytes, sizeof(float)};
    args.meanFrom = 0.1F;
    args.meanTo = 0.9F;
    args.lower = -8.0F;
    args.width = 0.25F;
    args.image = image.surface(kLayout);
    if (c.isWeighed) {
        args.weights = weights.range();
        args.weightExtent = {64, 64};
    }
    args.count = count; // ignored by the call; reported
    return measureVerified(harness, histogram, args, Yardstick::Read, count * row.texelBytes, [&] {
        harness.device().download(buffer, counts);
        for (uint32_t bin = 0; bin < kImageBins; ++bin)
            requireEqual(counts[bin], expected[bin], "the count of bin " + std::to_string(bin));
    });
}

// histogram/{rgba16f,r11g11b10f}/<extent>[/constant][/weights]: the light of images and its mean.
void addImageRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const ImageRow& row : kImageRows)
        for (const ImageCase& c : kImageCases)
            for (const VkExtent2D extent : {VkExtent2D{1920, 1080}, VkExtent2D{3840, 2160}}) {
                const bool fits = uint64_t{extent.width} * extent.height <= uint64_t{1} << maxLog2;
                const VkExtent2D bounded = fits ? extent : VkExtent2D{64, 32};
                const std::string key = std::string("histogram/") + row.name;
                addRow<vkscan::Histogram>(
                    program, harness,
                    key + "/" + std::to_string(extent.width) + "x" + std::to_string(extent.height) + c.name, key,
                    vkscan::HistogramDesc{
                        .type = vkscan::ElementType::F32, .binCount = kImageBins, .inputFormat = row.format},
                    [&harness, &row, &c, bounded](const vkscan::Histogram& histogram) {
                        return measureImage(harness, histogram, row, c, bounded);
                    });
            }
}

// histogram/u32/<bins>[/skewed]/<count>: the bins share all of the numbers' range, or the first has all of them.
void addHistogramRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](uint32_t bins, bool skewed, std::vector<unsigned> log2s) {
        addRows<vkscan::Histogram>(program, harness, maxLog2,
                                   "histogram/u32/" + std::to_string(bins) + (skewed ? "/skewed" : ""),
                                   vkscan::HistogramDesc{vkscan::ElementType::U32, bins}, std::move(log2s),
                                   [&harness, bins, skewed](const vkscan::Histogram& histogram, uint64_t count) {
                                       return measure(harness, histogram, bins, skewed, count);
                                   });
    };
    for (const uint32_t bins : {256u, 4096u, 65536u})
        add(bins, false, {16, 20, 24, 28});
    for (const uint32_t bins : {256u, 65536u})
        add(bins, true, {24, 28});
    addImageRows(program, harness, maxLog2);
}

const OperationRows kHistogramRows("histogram", addHistogramRows);

} // namespace

} // namespace bench
