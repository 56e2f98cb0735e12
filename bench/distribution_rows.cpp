// Times distributions beside a copy of as many bytes.
#include "operation_rows.h"

#include <support/image.h>

#include <vkscan/distribution.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

namespace bench {

namespace {

// An entry of an alias table.
struct AliasEntry {
    float threshold;
    uint32_t item;
};

// The rows' sums never decrease, and the last is the total.
void requireRowSums(const std::vector<float>& sums, double total)
{
    float before = 0;
    for (const float sum : sums) {
        if (!(sum >= before))
            throw std::runtime_error("the rows' sums decrease");
        before = sum;
    }
    if (!(std::abs(static_cast<double>(before) - total) <= 1e-4 * total))
        throw std::runtime_error("the total is wrong: " + std::to_string(before));
}

Result measure(Harness& harness, const vkscan::Distribution& distribution, uint32_t rowLength, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(float);
    const Numbers numbers = {.kind = kWeights, .bytes = 4};
    const uint64_t entries = vkscan::distributionEntries(count, rowLength);
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, count);
    vkscan::DistributionArgs args;
    args.input = arrays.input(bytes);
    args.output = arrays.output(entries * sizeof(float));
    args.rowLength = rowLength;
    args.count = count;
    harness.device().fill(arrays.output(), kWrong);
    return measureVerified(harness, distribution, args, Yardstick::Copy, 2 * bytes, [&] {
        CheckPush push = scanCheck({.type = vkscan::ElementType::F32});
        push.results = args.output.address + (entries - count) * sizeof(float);
        push.count = count;
        push.numbers = numbers;
        push.segment = rowLength;
        arrays.checks().require(Check::Scan, push);
        std::vector<float> sums(vkscan::distributionRows(count, rowLength));
        harness.device().download(arrays.output(), sums);
        const auto bits = static_cast<uint32_t>(arrays.checks().fold(vkscan::Op::Add, numbers, count));
        requireRowSums(sums, static_cast<double>(std::bit_cast<float>(bits)));
    });
}

// Each entry of the list from `begin` on draws items of the list, and none more often than always. Returns the
// probability of its first item.
double requireAlias(const std::vector<AliasEntry>& alias, uint64_t begin, uint64_t items)
{
    double first = 0;
    for (uint64_t i = 0; i < items; ++i) {
        const AliasEntry& entry = alias[begin + i];
        if (entry.item >= items || !(entry.threshold >= 0 && entry.threshold <= 1))
            throw std::runtime_error("an entry of the alias table is none");
        first += i == 0 ? static_cast<double>(entry.threshold) : 0;
        first += entry.item == 0 ? 1 - static_cast<double>(entry.threshold) : 0;
    }
    return first / static_cast<double>(items);
}

Result measureAlias(Harness& harness, const vkscan::Distribution& distribution, uint32_t rowLength, uint64_t count)
{
    const VkDeviceSize bytes = count * sizeof(float);
    const uint64_t rows = vkscan::distributionRows(count, rowLength);
    Arrays& arrays = harness.arrays();
    arrays.fillInput({.kind = kWeights, .bytes = 4}, count);
    const gpu::Buffer alias =
        harness.device().createBuffer(vkscan::distributionAliasEntries(count, rowLength) * sizeof(AliasEntry));
    const gpu::Buffer temporary = harness.device().createBuffer(vkscan::distributionTemporaryBytes(count, rowLength));
    vkscan::DistributionArgs args;
    args.input = arrays.input(bytes);
    args.output = arrays.output(vkscan::distributionEntries(count, rowLength) * sizeof(float));
    args.alias = alias.range();
    args.temporary = temporary.range();
    args.rowLength = rowLength;
    args.count = count;
    harness.device().fill(alias, kWrong);
    // Weights are read, and sums and an alias table written.
    return measureVerified(harness, distribution, args, Yardstick::Copy, 2 * bytes + count * sizeof(AliasEntry), [&] {
        std::vector<AliasEntry> entries(rows + count);
        std::vector<float> sums(rows);
        harness.device().download(alias, entries);
        harness.device().download(arrays.output(), sums);
        const double drawn = requireAlias(entries, 0, rows);
        const double wanted = static_cast<double>(sums.front()) / static_cast<double>(sums.back());
        if (!(std::abs(drawn - wanted) <= 1e-4 * wanted))
            throw std::runtime_error("the first row is drawn with " + std::to_string(drawn));
        for (uint64_t row = 0; row < rows; ++row)
            (void)requireAlias(entries, rows + row * rowLength, std::min<uint64_t>(count - row * rowLength, rowLength));
    });
}

struct ImageRow {
    const char* name;
    VkFormat format;
    uint32_t channels; // in memory
    bool isHalf;
};

constexpr ImageRow kImageRows[] = {{"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 4, true},
                                   {"r32f", VK_FORMAT_R32_SFLOAT, 1, false}};

// A map of so many columns, whose texels are grey: whole numbers from 1 to 32.
Result measureImage(Harness& harness, const vkscan::Distribution& distribution, const ImageRow& row, uint32_t columns,
                    uint64_t count)
{
    const VkDeviceSize texelBytes = VkDeviceSize{row.channels} * (row.isHalf ? 2 : 4);
    const gpu::Image image(harness.device(), {.extent = {columns, static_cast<uint32_t>(count / columns)},
                                              .format = row.format,
                                              .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    std::vector<std::byte> texels(count * texelBytes);
    std::vector<double> light(count);
    uint32_t random = 1;
    for (uint64_t i = 0; i < count; ++i) {
        random = random * 1664525 + 1013904223;
        const uint32_t grey = 1 + (random >> 27);
        const auto single = std::bit_cast<uint32_t>(static_cast<float>(grey));
        // Halves of such numbers have the upper bits of their floats, with a smaller exponent.
        const uint32_t code = row.isHalf ? (single >> 13) - ((127 - 15) << 10) : single;
        for (uint32_t channel = 0; channel < row.channels; ++channel)
            std::memcpy(&texels[i * texelBytes + channel * texelBytes / row.channels], &code,
                        texelBytes / row.channels);
        light[i] = grey;
    }
    constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    gpu::upload(harness.device(), image, texels, kLayout);
    const uint64_t rows = count / columns;
    Arrays& arrays = harness.arrays();
    vkscan::DistributionArgs args;
    args.output = arrays.output(vkscan::distributionEntries(count, columns) * sizeof(float));
    args.image = image.surface(kLayout);
    args.count = count; // ignored by the call; reported
    harness.device().fill(arrays.output(), kWrong);
    return measureVerified(harness, distribution, args, Yardstick::Copy, count * (texelBytes + sizeof(float)), [&] {
        constexpr double kPi = 3.14159265358979323846;
        double total = 0;
        for (uint64_t i = 0; i < count; ++i) {
            const auto latitude = static_cast<double>(i / columns) + 0.5;
            total += light[i] * std::sin(kPi * latitude / static_cast<double>(rows));
        }
        total *= 4 * kPi / columns * std::sin(kPi / (2 * static_cast<double>(rows)));
        std::vector<float> sums(rows);
        harness.device().download(arrays.output(), sums);
        requireRowSums(sums, total);
    });
}

// distribution/f32/<row length>/<count>: weights in rows, of an image or of an array that is cut into rows;
// distribution/{rgba16f,r32f}/<columns>/<texels>, of a map of all directions; and alias/f32/<row length>/<count>, with
// an alias table.
void addDistributionRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](uint32_t rowLength, std::vector<unsigned> log2s) {
        addRows<vkscan::Distribution>(program, harness, maxLog2, "distribution/f32/" + std::to_string(rowLength),
                                      vkscan::DistributionDesc{}, std::move(log2s),
                                      [&harness, rowLength](const vkscan::Distribution& distribution, uint64_t count) {
                                          return measure(harness, distribution, rowLength, count);
                                      });
    };
    add(2048, {16, 20, 21, 24, 28});
    add(256, {24});
    add(8192, {24});
    for (const ImageRow& row : kImageRows)
        addRows<vkscan::Distribution>(
            program, harness, maxLog2, std::string("distribution/") + row.name + "/2048",
            vkscan::DistributionDesc{
                .input = vkscan::Resource::SampledImage, .inputFormat = row.format, .equirectangular = true},
            {16, 21}, [&harness, &row](const vkscan::Distribution& distribution, uint64_t count) {
                return measureImage(harness, distribution, row, 2048, count);
            });
    addRows<vkscan::Distribution>(program, harness, maxLog2, "alias/f32/2048",
                                  vkscan::DistributionDesc{.withAlias = true}, {16, 20, 24},
                                  [&harness](const vkscan::Distribution& distribution, uint64_t count) {
                                      return measureAlias(harness, distribution, 2048, count);
                                  });
}

const OperationRows kDistributionRows("distribution", addDistributionRows);

} // namespace

} // namespace bench
