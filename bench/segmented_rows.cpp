// Times segmented scans beside a copy of the same bytes, those of the segments among them, and segmented reductions
// beside a kernel that reads as many bytes as they read and write.
#include "custom_kernels.h"
#include "operation_rows.h"

#include <vkscan/segmented_reduce.h>
#include <vkscan/segmented_scan.h>
#include <vkscan/segments.h>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Segments;

// Segments of equal length; the last may be shorter.
struct Layout {
    Segments segments = Segments::HeadFlags; // any but Keys64 and Kernels
    uint32_t length = 0;
    uint64_t count = 0; // elements, of all segments

    [[nodiscard]] uint64_t segmentCount() const { return (count + length - 1) / length; }
    [[nodiscard]] std::string shape() const
    {
        std::string text = "/";
        text += std::to_string(length);
        text += '/';
        return text += std::to_string(count);
    }

    [[nodiscard]] const char* name() const
    {
        switch (segments) {
        case Segments::HeadBits: return "bits";
        case Segments::HeadFlags: return "flags";
        case Segments::Rows: return "rows";
        case Segments::Offsets: return "offsets";
        case Segments::Keys32:
        case Segments::Keys64:
        case Segments::Kernels: break;
        }
        return "keys";
    }

    // Specifies them; an empty range for rows.
    [[nodiscard]] vkscan::BufferRange words(Arrays& arrays) const
    {
        const auto fill = [&](uint32_t kind, uint64_t words) {
            return arrays.words({.kind = kind, .bytes = 4, .parameter = length, .count = count}, words);
        };
        switch (segments) {
        case Segments::HeadBits: return fill(kHeadBits, (count + 31) / 32);
        case Segments::HeadFlags: return fill(kHeadFlags, count);
        case Segments::Rows: return {};
        case Segments::Offsets: return fill(kOffsets, segmentCount() + 1);
        case Segments::Keys32:
        case Segments::Keys64:
        case Segments::Kernels: break;
        }
        return fill(kSegmentKeys, count);
    }
};

Result measure(Harness& harness, const vkscan::SegmentedScan& scan, const vkscan::SegmentedScanDesc& desc,
               const Layout& layout)
{
    Arrays& arrays = harness.arrays();
    const VkDeviceSize bytes = layout.count * vkscan::sizeOf(desc.type);
    arrays.fillInput(numbersOf(desc.type), layout.count);
    vkscan::SegmentedScanArgs args;
    args.input = arrays.input(bytes);
    args.output = arrays.output(bytes);
    args.segments = layout.words(arrays);
    if (layout.segments == Segments::Rows)
        args.rowLength = layout.length;
    if (layout.segments == Segments::Offsets)
        args.segmentCount = static_cast<uint32_t>(layout.segmentCount());
    args.count = layout.count;
    const VkDeviceSize moved = 2 * bytes + args.segments.size;
    return measureVerified(harness, scan, args, Yardstick::Copy, moved, [&] {
        CheckPush push = scanCheck({.type = desc.type, .direction = desc.direction});
        push.results = args.output.address;
        push.count = layout.count;
        push.segment = layout.length;
        arrays.checks().require(Check::Scan, push);
    });
}

// Elements are of 32 bits.
Result measureReduction(Harness& harness, const vkscan::SegmentedReduce& reduce, ElementType type, const Layout& layout)
{
    Arrays& arrays = harness.arrays();
    const Numbers numbers = numbersOf(type);
    arrays.fillInput(numbers, layout.count);
    vkscan::SegmentedReduceArgs args;
    args.input = arrays.input(layout.count * sizeof(uint32_t));
    args.result = arrays.output(layout.segmentCount() * sizeof(uint32_t));
    args.segments = layout.words(arrays);
    if (layout.segments == Segments::Rows)
        args.rowLength = layout.length;
    else
        args.segmentCount = static_cast<uint32_t>(layout.segmentCount());
    args.count = layout.count;
    const VkDeviceSize bytes = args.input.size + args.segments.size + args.result.size;
    harness.device().fill(arrays.output(), kWrong);
    return measureVerified(harness, reduce, args, Yardstick::Read, bytes, [&] {
        CheckPush push = scanCheck({.type = type});
        push.results = args.result.address;
        push.count = layout.count;
        push.numbers = numbers;
        push.block = layout.length;
        arrays.checks().require(Check::Fold, push);
    });
}

// segments/<type>/{flags,bits,keys,rows,offsets}/<length>/<count>[/backward], batched/<type>/<length>/<count>, which
// are scans, and segmented_reduce/{u32,custom}/{rows,offsets}/<length>/<count>; sums of segments of equal length.
void addSegmentedRows(Program& program, Harness& harness, unsigned maxLog2)
{
    // Rows of equal length are named "batched" if `isBatched`.
    const auto add = [&](ElementType type, Segments segments, uint32_t length, std::vector<unsigned> log2s,
                         bool isBatched = false, vkscan::Direction direction = vkscan::Direction::Forward,
                         bool isReproducible = false) {
        const vkscan::SegmentedScanDesc desc = {
            .type = type, .direction = direction, .segments = segments, .reproducible = isReproducible};
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            const Layout layout = {segments, length, uint64_t{1} << log2};
            const std::string end = direction == vkscan::Direction::Backward ? "/backward"
                                    : isReproducible                         ? "/reproducible"
                                                                             : "";
            const std::string key = std::string("segments/") + toString(type) + "/" + layout.name();
            const std::string name =
                isBatched ? std::string("batched/") + toString(type) + layout.shape() : key + layout.shape() + end;
            addRow<vkscan::SegmentedScan>(program, harness, name, key + end, desc,
                                          [&harness, desc, layout](const vkscan::SegmentedScan& scan) {
                                              return measure(harness, scan, desc, layout);
                                          });
        }
    };
    constexpr uint32_t kLength = 1000;
    for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms)
        if (segments.value != Segments::Keys64 && segments.value != Segments::Kernels)
            add(ElementType::U32, segments.value, kLength, {16, 20, 24, 28});
    add(ElementType::U32, Segments::HeadFlags, kLength, {24}, false, vkscan::Direction::Backward);
    for (const uint32_t length : {64u, 1024u})
        add(ElementType::U32, Segments::Rows, length, {24, 28}, true);
    for (const uint32_t length : {uint32_t{1} << 16, uint32_t{1} << 20})
        add(ElementType::U32, Segments::Rows, length, {28}, true);
    for (const ElementType type : {ElementType::F32, ElementType::U64})
        add(type, Segments::HeadFlags, kLength, {27});
    for (const Segments segments : {Segments::HeadBits, Segments::Offsets})
        add(ElementType::F32, segments, kLength, {20, 24, 28}, false, vkscan::Direction::Forward, true);

    const auto addReductions = [&](vkscan::SegmentedReduceDesc desc, uint32_t length, std::vector<unsigned> log2s) {
        const char* const elements = desc.kernels.count > 0 ? "custom" : toString(desc.type);
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            const Layout layout = {desc.segments, length, uint64_t{1} << log2};
            const std::string key = std::string("segmented_reduce/") + elements + "/" + layout.name();
            const std::string end = desc.reproducible ? "/reproducible" : "";
            addRow<vkscan::SegmentedReduce>(program, harness, key + layout.shape() + end, key + end, desc,
                                            [&harness, desc, layout](const vkscan::SegmentedReduce& reduce) {
                                                return measureReduction(harness, reduce, desc.type, layout);
                                            });
        }
    };
    for (const Segments segments : {Segments::Offsets, Segments::Rows})
        for (const uint32_t length : {32u, 1000u, 65536u}) {
            addReductions({.segments = segments}, length, {16, 20, 24, 28});
            addReductions({.segments = segments, .kernels = custom::sum_of_segments}, length, {20, 28});
            addReductions({.type = ElementType::F32, .segments = segments, .reproducible = true}, length, {20, 24, 28});
        }
}

const OperationRows kSegmentedRows("segmented", addSegmentedRows);

} // namespace

} // namespace bench
