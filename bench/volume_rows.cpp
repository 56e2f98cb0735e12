// Times summed-area tables of volumes and stacks beside a copy of as many bytes as input and table have.
#include "operation_rows.h"

#include <vkscan/summed_volume_table.h>

#include <bit>
#include <cmath>

namespace bench {

namespace {

// Extents of 2^log2 texels: a cube, or one that is twice as long or high.
VkExtent3D extentOf(unsigned log2)
{
    return {1u << (log2 + 2) / 3, 1u << (log2 + 1) / 3, 1u << log2 / 3};
}

// Compares every entry with sums of the input, along one axis after the other.
template <class T, class Sum>
void requireEntries(Harness& harness, VkExtent3D extent, bool ofVolume)
{
    const std::size_t width = extent.width;
    const std::size_t slice = width * extent.height;
    std::vector<T> texels(slice * extent.depth);
    std::vector<T> entries(texels.size());
    harness.device().download(harness.arrays().input(), texels);
    harness.device().download(harness.arrays().output(), entries);
    std::vector<Sum> sums(texels.begin(), texels.end());
    double magnitude = 0;
    for (const T texel : texels)
        magnitude += std::abs(static_cast<double>(texel));
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += i % width > 0 ? sums[i - 1] : Sum(0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += i % slice >= width ? sums[i - width] : Sum(0);
    for (std::size_t i = slice; i < sums.size() && ofVolume; ++i)
        sums[i] += sums[i - slice];
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double error = std::abs(static_cast<double>(entries[i]) - static_cast<double>(sums[i]));
        if (!(error <= (std::is_integral_v<T> ? 0 : 1e-5 * magnitude)))
            throw std::runtime_error("entry " + std::to_string(i) + " is wrong");
    }
}

Result measure(Harness& harness, const vkscan::SummedVolumeTable& table, bool ofFloats, bool ofVolume, unsigned log2)
{
    const VkExtent3D extent = extentOf(log2);
    const uint64_t count = uint64_t{1} << log2;
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    Arrays& arrays = harness.arrays();
    arrays.fillInput({.kind = ofFloats ? kSmallFloats : kAnyBits, .bytes = 4}, count);
    vkscan::SummedVolumeTableArgs args;
    args.input = {.buffer = arrays.input(bytes), .extent = extent};
    args.output = {.buffer = arrays.output(bytes), .extent = extent};
    args.scratch = harness.scratch().atLeast(table.scratchSize(extent));
    harness.device().fill(arrays.output(), kWrong);
    Result result = measureVerified(
        harness, count, arrays.copying(bytes),
        [&](VkCommandBuffer commandBuffer) { require(table.record(commandBuffer, args), "record"); },
        [&] {
            if (ofFloats)
                requireEntries<float, double>(harness, extent, ofVolume);
            else
                requireEntries<uint32_t, uint32_t>(harness, extent, ofVolume);
        });
    result.bytes = 2 * bytes;
    return result;
}

} // namespace

void addVolumeRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const bool ofVolume : {true, false})
        for (const bool ofFloats : {true, false})
            for (const vkscan::Strategy strategy : {vkscan::Strategy::Auto, vkscan::Strategy::ReduceThenScan}) {
                vkscan::SummedVolumeTableDesc desc;
                desc.separateSlices = !ofVolume;
                desc.inputFormat = ofFloats ? VK_FORMAT_R32_SFLOAT : VK_FORMAT_R32_UINT;
                desc.outputFormat = desc.inputFormat;
                desc.accumulation = ofFloats ? vkscan::Accumulation::F32 : vkscan::Accumulation::U32;
                desc.strategy = strategy;
                const std::string key =
                    std::string(ofVolume ? "volume" : "stack") + (ofFloats ? "/f32/" : "/u32/") + toString(strategy);
                addRows<vkscan::SummedVolumeTable>(
                    program, harness, maxLog2, key, desc, {18, 21, 24, 27},
                    [&harness, ofFloats, ofVolume](const vkscan::SummedVolumeTable& table, uint64_t count) {
                        return measure(harness, table, ofFloats, ofVolume,
                                       static_cast<unsigned>(std::countr_zero(count)));
                    });
            }
}

} // namespace bench
