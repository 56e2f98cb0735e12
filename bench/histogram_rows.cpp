#include "histogram_rows.h"

#include "require.h"

#include <vkscan/histogram.h>

#include <bit>
#include <string>
#include <vector>

namespace bench {

HistogramHarness::HistogramHarness(Harness& harness)
    : m_harness(harness),
      m_read(harness.device()),
      m_counts(harness.device().createBuffer(vkscan::kMaxBinCount * sizeof(uint32_t)))
{
}

Result HistogramHarness::measure(uint32_t bins, bool skewed, uint64_t count)
{
    gpu::Device& device = m_harness.device();
    const Row row = sumRow(vkscan::ElementType::U32, vkscan::Strategy::Auto, count);
    m_harness.arrays().upload(row);
    const gpu::Buffer& input = m_harness.arrays().input();
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::Histogram histogram;
    require(vkscan::Histogram::create(m_harness.context(), {row.desc.type, bins}, &histogram), "Histogram::create");
    const uint32_t width = skewed ? 0xffffffff : 1u << (32 - std::countr_zero(bins));
    vkscan::HistogramArgs args;
    args.input = {input.address(), row.arrayBytes()};
    args.counts = {m_counts.address(), bins * sizeof(uint32_t)};
    args.width = width;
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(histogram.record(commandBuffer, args), "Histogram::record");
    };
    const auto read = [&](VkCommandBuffer commandBuffer) {
        m_read.record(commandBuffer, input.address(), output.address(), row.arrayBytes());
    };
    device.fill(m_counts, 0xcccccccc);
    Result result = measureVerified(m_harness, count, read, record, [&] { verify(bins, width, count); });
    result.bytes = row.arrayBytes();
    result.yardstick = "read";
    return result;
}

void HistogramHarness::verify(uint32_t bins, uint32_t width, uint64_t count)
{
    std::vector<uint32_t> expected(bins);
    for (uint64_t i = 0; i < count; ++i) {
        const uint32_t bin = elementAt<uint32_t>(vkscan::Op::Add, i) / width;
        if (bin < bins)
            ++expected[bin];
    }
    std::vector<uint32_t> counts(bins);
    m_harness.device().download(m_counts, counts);
    for (uint32_t bin = 0; bin < bins; ++bin)
        requireEqual(counts[bin], expected[bin], "the count of bin " + std::to_string(bin));
}

void addHistogramRows(Program& program, Harness& harness, HistogramHarness& histogram, unsigned maxLog2)
{
    const auto add = [&](uint32_t bins, bool skewed, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            const uint64_t count = uint64_t{1} << log2;
            const std::string name =
                "histogram/u32/" + std::to_string(bins) + (skewed ? "/skewed/" : "/") + std::to_string(count);
            const vkscan::HistogramDesc desc = {vkscan::ElementType::U32, bins};
            program.compile(name, "histogram/" + std::to_string(bins),
                            creating<vkscan::Histogram>(harness.context(), desc));
            program.addRow(
                name, [&histogram, bins, skewed, count] { return histogram.measure(bins, skewed, count); },
                [&harness] { harness.recover(); });
        }
    };
    for (const uint32_t bins : {256u, 4096u, 65536u})
        add(bins, false, {16, 20, 24, 28});
    for (const uint32_t bins : {256u, 65536u})
        add(bins, true, {24, 28});
}

} // namespace bench
