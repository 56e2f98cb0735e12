// Times order statistics beside a kernel that reads the same bytes.
#include "operation_rows.h"

#include <support/numbers.h>
#include <vkscan/quantiles.h>

#include <algorithm>

namespace bench {

namespace {

// The median; or the quartiles with the median and the largest key.
struct QuantilesRow {
    uint32_t quantiles = 1;
    uint32_t keys = kRandomKeys;
    uint32_t rowLength = 0; // 0: one array
    uint64_t count = 0;

    [[nodiscard]] std::string name() const
    {
        return "quantiles/u32/" + std::to_string(quantiles) +
               (keys == kZipfKeys    ? "/zipf"
                : keys == kEqualKeys ? "/equal"
                                     : "") +
               (rowLength > 0 ? "/rows/" + std::to_string(rowLength) : "") + "/" + std::to_string(count);
    }
};

uint64_t rankOf(uint32_t quantile, uint64_t keys)
{
    constexpr uint64_t kFourths[] = {2, 1, 3, 4};
    return (kFourths[quantile] * (keys - 1) + 1) / 4;
}

void verify(const Numbers& numbers, const QuantilesRow& row, const std::vector<uint32_t>& found)
{
    if (row.rowLength == 0) {
        for (uint32_t i = 0; i < row.quantiles; ++i)
            requireEqual(found[i], static_cast<uint32_t>(sortedKey(numbers, rankOf(i, row.count))),
                         "quantile " + std::to_string(i));
        return;
    }
    std::vector<uint32_t> keys(row.rowLength);
    for (uint64_t r = 0; r < row.count / row.rowLength; ++r) {
        for (uint32_t i = 0; i < row.rowLength; ++i)
            keys[i] = static_cast<uint32_t>(numberAt(numbers, r * row.rowLength + i));
        for (uint32_t i = 0; i < row.quantiles; ++i) {
            const auto nth = keys.begin() + static_cast<std::ptrdiff_t>(rankOf(i, row.rowLength));
            std::nth_element(keys.begin(), nth, keys.end());
            requireEqual(found[r * row.quantiles + i], *nth,
                         "quantile " + std::to_string(i) + " of row " + std::to_string(r));
        }
    }
}

Result measure(Harness& harness, const vkscan::Quantiles& operation, const QuantilesRow& row)
{
    const Numbers numbers = {.kind = row.rowLength > 0 ? kAnyBits : row.keys, .bytes = 4, .count = row.count};
    const VkDeviceSize bytes = row.count * sizeof(uint32_t);
    gpu::Device& device = harness.device();
    harness.arrays().fillInput(numbers, row.count);
    std::vector<uint32_t> found((row.rowLength > 0 ? row.count / row.rowLength : 1) * row.quantiles, kWrong);
    const std::vector<float> fractions = {0.5f, 0.25f, 0.75f, 1.0f};
    const gpu::Buffer quantiles = device.createBuffer(fractions.size() * sizeof(float));
    const gpu::Buffer output = device.createBuffer(found.size() * sizeof(uint32_t));
    const gpu::Buffer temporary = device.createBuffer(operation.temporarySize(row.count));
    device.upload(quantiles, fractions);
    device.upload(output, found);
    vkscan::QuantilesArgs args;
    args.input = harness.arrays().input(bytes);
    args.quantiles = quantiles.range();
    args.quantileCount = row.quantiles;
    args.output = output.range();
    args.rowLength = row.rowLength;
    args.temporary = temporary.range();
    args.count = row.count;
    return measureVerified(harness, operation, args, Yardstick::Read, bytes, [&] {
        device.download(output, found);
        verify(numbers, row, found);
    });
}

// quantiles/u32/<quantiles>[/zipf|/equal][/rows/<length>]/<count>, of random keys if nothing is said.
void addQuantilesRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](QuantilesRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.count = uint64_t{1} << log2;
            if (row.rowLength > row.count)
                continue;
            const std::string name = row.name();
            addRow<vkscan::Quantiles>(
                program, harness, name, name.substr(0, name.rfind('/')), vkscan::QuantilesDesc(),
                [&harness, row](const vkscan::Quantiles& operation) { return measure(harness, operation, row); });
        }
    };
    add({}, {16, 20, 24, 28});
    add({.quantiles = 4}, {20, 24});
    for (const uint32_t keys : {kZipfKeys, kEqualKeys})
        add({.keys = keys}, {24});
    for (const uint32_t length : {1024u, 65536u})
        add({.rowLength = length}, {24});
}

const OperationRows kQuantilesRows("quantiles", addQuantilesRows);

} // namespace

} // namespace bench
