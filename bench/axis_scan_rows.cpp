// Times scans along an axis beside a copy of the same bytes, and reductions beside a kernel that reads them.
#include "operation_rows.h"

#include <vkscan/axis_scan.h>

#include <algorithm>

namespace bench {

namespace {

using vkscan::ElementType;

// An array of `count` elements with lines of `extent`; 0: one slice.
struct AxisRow {
    ElementType type = ElementType::U32;
    uint32_t extent = 0;
    uint32_t inner = 0;
    bool isTotal = false; // a reduction
    uint64_t count = 0;

    [[nodiscard]] std::string key() const
    {
        return std::string("axis_scan/") + toString(type) + "/" + (extent > 0 ? std::to_string(extent) : "all") + "x" +
               std::to_string(inner) + (isTotal ? "/totals" : "");
    }
    [[nodiscard]] uint64_t lineElements() const { return extent > 0 ? extent : count / inner; }
};

// Compares the totals of some lines of 32-bit integers.
void verifyTotals(const Numbers& numbers, const AxisRow& row, const std::vector<uint32_t>& totals)
{
    for (uint64_t line = 0; line < totals.size(); line += std::max<uint64_t>(totals.size() / 61, 1)) {
        const uint64_t first = line / row.inner * row.lineElements() * row.inner + line % row.inner;
        uint32_t sum = 0;
        for (uint64_t i = 0; i < row.lineElements(); ++i)
            sum += static_cast<uint32_t>(numberAt(numbers, first + i * row.inner));
        requireEqual(totals[line], sum, "total of line " + std::to_string(line));
    }
}

Result measure(Harness& harness, const vkscan::AxisScan& scan, const AxisRow& row)
{
    Arrays& arrays = harness.arrays();
    const Numbers numbers = numbersOf(row.type);
    const VkDeviceSize bytes = row.count * vkscan::sizeOf(row.type);
    arrays.fillInput(numbers, row.count);
    vkscan::AxisScanArgs args;
    args.input = arrays.input(bytes);
    args.extent = static_cast<uint32_t>(row.lineElements());
    args.inner = row.inner;
    args.count = row.count;
    if (row.isTotal) {
        std::vector<uint32_t> totals(row.count / row.lineElements(), kWrong);
        args.total = arrays.output(totals.size() * sizeof(uint32_t));
        harness.device().fill(arrays.output(), kWrong);
        return measureVerified(harness, scan, args, Yardstick::Read, bytes + args.total.size, [&] {
            harness.device().download(arrays.output(), totals);
            verifyTotals(numbers, row, totals);
        });
    }
    args.output = arrays.output(bytes);
    return measureVerified(harness, scan, args, Yardstick::Copy, 2 * bytes, [&] {
        CheckPush push = scanCheck({.type = row.type});
        push.results = args.output.address;
        push.count = row.count;
        push.tupleSize = row.inner;
        push.segment = static_cast<uint32_t>(row.extent * row.inner);
        arrays.checks().require(Check::Scan, push);
    });
}

// axis_scan/<type>/{<extent>,all}x<inner>[/totals]/<count>: sums of lines of `extent` elements, or of one slice.
void addAxisScanRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](AxisRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.count = uint64_t{1} << log2;
            if (row.count < uint64_t{row.extent} * row.inner)
                continue;
            addRow<vkscan::AxisScan>(
                program, harness, row.key() + "/" + std::to_string(row.count),
                std::string("axis_scan/") + toString(row.type), vkscan::AxisScanDesc{.type = row.type},
                [&harness, row](const vkscan::AxisScan& scan) { return measure(harness, scan, row); });
        }
    };
    for (const uint32_t inner : {32u, 1024u}) {
        for (const uint32_t extent : {0u, 1024u}) {
            add({.extent = extent, .inner = inner}, {20, 24, 28});
            add({.extent = extent, .inner = inner, .isTotal = true}, {24, 28});
        }
        add({.type = ElementType::F32, .inner = inner}, {28});
        add({.type = ElementType::U64, .inner = inner}, {27});
    }
    add({.inner = 16384}, {20, 24, 28});
    for (const uint32_t inner : {1u, 8u, 33u})
        add({.extent = 1024, .inner = inner}, {24});
    for (const uint32_t extent : {8u, 64u})
        add({.extent = extent, .inner = 64}, {24});
}

const OperationRows kAxisScanRows("axis_scan", addAxisScanRows);

} // namespace

} // namespace bench
