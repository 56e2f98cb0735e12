#include "segmented_reduce_rows.h"

#include "custom_kernels.h"
#include "require.h"

#include <vkscan/segmented.h>

#include <algorithm>
#include <string>
#include <utility>

namespace bench {

using vkscan::Segments;

namespace {

vkscan::SegmentedReduceDesc descOf(Segments segments, bool isCustom)
{
    vkscan::SegmentedReduceDesc desc;
    desc.segments = segments;
    if (isCustom)
        desc.kernels = custom::sum_of_segments;
    desc.assumeForwardProgress = true; // as sumRow
    return desc;
}

} // namespace

SegmentedReduceHarness::SegmentedReduceHarness(Harness& harness)
    : m_harness(harness),
      m_read(harness.device()),
      m_segments(harness.device())
{
}

Result SegmentedReduceHarness::measure(const SegmentLayout& layout, bool isCustom)
{
    const Row numbers = sumRow(vkscan::ElementType::U32, vkscan::Strategy::Auto, layout.count);
    m_harness.arrays().upload(numbers);
    const gpu::Buffer& input = m_harness.arrays().input();
    const gpu::Buffer& output = m_harness.arrays().output();
    const VkDeviceSize resultBytes = layout.segmentCount() * sizeof(uint32_t);

    vkscan::SegmentedReduce reduce;
    require(vkscan::SegmentedReduce::create(m_harness.context(), descOf(layout.segments, isCustom), &reduce),
            "SegmentedReduce::create");
    vkscan::SegmentedReduceArgs args;
    args.input = {input.address(), numbers.arrayBytes()};
    args.result = {output.address(), resultBytes};
    args.segments = m_segments.upload(layout);
    if (layout.segments == Segments::Rows)
        args.rowLength = layout.length;
    else
        args.segmentCount = static_cast<uint32_t>(layout.segmentCount());
    args.scratch = m_harness.scratch().atLeast(reduce.scratchSize(layout.count));
    args.count = layout.count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(reduce.record(commandBuffer, args), "SegmentedReduce::record");
    };
    // No more than the arrays hold: results and offsets of short segments are many.
    const VkDeviceSize bytes = numbers.arrayBytes() + layout.bytes() + resultBytes;
    const auto read = [&](VkCommandBuffer commandBuffer) {
        m_read.record(commandBuffer, input.address(), output.address(), std::min(bytes, input.size()));
    };
    m_harness.device().fill(output, 0xcccccccc);
    Result result = measureVerified(m_harness, layout.count, read, record, [&] { verify(layout); });
    result.bytes = bytes;
    result.label = toString(reduce.strategyFor(layout.count));
    result.yardstick = "read";
    return result;
}

void SegmentedReduceHarness::verify(const SegmentLayout& layout)
{
    m_harness.scratch().verify();
    Reference<uint32_t>& reference = m_harness.arrays().reference<uint32_t>(vkscan::Op::Add);
    Reference<uint32_t>::Walk low(reference);
    Reference<uint32_t>::Walk high(reference);
    m_harness.arrays().verifyWindows<uint32_t>(layout.segmentCount(), [&](uint64_t index) {
        const uint64_t head = index * layout.length;
        return difference(high.to(std::min(head + layout.length, layout.count)), low.to(head));
    });
}

void addSegmentedReduceRows(Program& program, Harness& harness, SegmentedReduceHarness& reduce, unsigned maxLog2)
{
    const auto add = [&](bool isCustom, Segments segments, uint32_t length, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            const SegmentLayout layout = {segments, length, uint64_t{1} << log2};
            const std::string key =
                std::string("segmented_reduce/") + (isCustom ? "custom" : "u32") + "/" + layout.name();
            const std::string name = key + "/" + std::to_string(length) + "/" + std::to_string(layout.count);
            program.compile(name, key,
                            creating<vkscan::SegmentedReduce>(harness.context(), descOf(segments, isCustom)));
            program.addRow(
                name, [&reduce, layout, isCustom] { return reduce.measure(layout, isCustom); },
                [&harness] { harness.recover(); });
        }
    };
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        for (const uint32_t length : {32u, 1000u, 65536u}) {
            add(false, segments, length, {16, 20, 24, 28});
            add(true, segments, length, {20, 28});
        }
    }
}

} // namespace bench
