// Times histograms beside a kernel that reads the same bytes.
#include "operation_rows.h"

#include <vkscan/histogram.h>

#include <bit>

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
}

const OperationRows kHistogramRows("histogram", addHistogramRows);

} // namespace

} // namespace bench
