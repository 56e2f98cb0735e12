// Times radix sorts beside a copy of the keys and values.
#include "operation_rows.h"

#include <vkscan/radix_sort.h>

#include <optional>

namespace bench {

namespace {

using vkscan::ElementType;

struct SortRow {
    ElementType type = ElementType::U32; // or U8, U16, U64
    uint32_t valueSize = 0;              // bytes
    bool withIndex = false;
    uint32_t keys = kRandomKeys;
    uint32_t segment = 0;                               // keys of each segment; 0: one array
    uint64_t count = 0;                                 // with a device count, the most there may be
    std::optional<uint32_t> deviceCount = std::nullopt; // keys alone

    [[nodiscard]] std::string name() const
    {
        constexpr const char* kKeys[] = {"", "/sorted", "/reversed", "/equal", "/16_bits", "/4_keys", "/zipf"};
        const std::string values = valueSize > 0 ? "/values" + (valueSize > 4 ? std::to_string(valueSize) : "") : "";
        return std::string("sort/") + toString(type) + (withIndex ? "/index" : values) + kKeys[keys - kRandomKeys] +
               (segment > 0 ? "/segments/" + std::to_string(segment) : "") + "/" + std::to_string(count) +
               (deviceCount ? "/device_count_1_percent" : "");
    }

    [[nodiscard]] vkscan::RadixSortDesc desc() const
    {
        return {.type = type, .valueSize = valueSize, .withIndex = withIndex, .segmented = segment > 0};
    }
};

Result measure(Harness& harness, const vkscan::RadixSort& sort, const SortRow& row)
{
    const uint32_t keyBytes = static_cast<uint32_t>(sizeOf(row.type));
    const uint32_t valueBytes = row.withIndex ? sizeof(uint32_t) : row.valueSize;
    const uint64_t sorted = row.deviceCount.value_or(row.count);
    const VkDeviceSize keys = (row.count * keyBytes + 15) / 16 * 16; // behind which the values begin
    const VkDeviceSize values = row.count * valueBytes;
    const Numbers numbers = {.kind = row.segment > 0 ? kKeysOfSegments : row.keys, .bytes = keyBytes, .count = sorted};
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    arrays.fillInput(numbers, sorted);

    vkscan::RadixSortArgs args;
    args.input = arrays.input(keys);
    args.output = arrays.output(keys);
    if (row.valueSize > 0) {
        const Numbers indices = {.kind = kIndices, .bytes = 4, .parameter = row.valueSize / 4};
        arrays.fillInput(indices, values / 4, keys);
        args.values = {args.input.address + keys, values};
    }
    if (values > 0)
        args.sortedValues = {args.output.address + keys, values};
    if (row.segment > 0) {
        args.segmentCount = static_cast<uint32_t>((row.count + row.segment - 1) / row.segment);
        args.segments = arrays.words({.kind = kOffsets, .bytes = 4, .parameter = row.segment, .count = row.count},
                                     uint64_t{args.segmentCount} + 1);
    }
    const gpu::Buffer count = device.createBuffer(sizeof(uint32_t));
    if (row.deviceCount) {
        device.upload(count, std::span(&*row.deviceCount, 1));
        args.countBuffer = count.range();
    }
    const gpu::Buffer temporary = device.createBuffer(sort.temporarySize(row.count));
    args.temporary = temporary.range();
    args.scratch = harness.scratch().atLeast(sort.scratchSize(row.count));
    args.count = row.count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(sort.record(commandBuffer, args), "RadixSort::record");
    };
    // Rows with a count on the device have no values.
    const VkDeviceSize copied = row.deviceCount ? sorted * keyBytes : keys + values;
    // A copy of sorted keys would look like a sort's result, so it is shifted by a few keys.
    const VkDeviceSize from = row.keys == kSortedKeys ? 16 : 0;
    Result result = measureVerified(harness, sorted, arrays.copying(copied - from, from), record, [&] {
        harness.scratch().verify();
        arrays.checks().require(Check::Sort, {.results = args.output.address,
                                              .others = args.sortedValues.address,
                                              .count = sorted,
                                              .numbers = numbers,
                                              .tupleSize = valueBytes / 4,
                                              .segment = row.segment});
        if (row.segment > 0 && values == 0)
            arrays.checks().requireSameKeys(args.output.address, numbers, sorted, row.segment);
    });
    result.bytes = 2 * sorted * keyBytes + (row.withIndex ? 1 : 2) * values;
    result.label = vkscan::study::toString(strategyFor(sort, row.count));
    return result;
}

// sort/<type>[/index|/values<bytes>][/<keys>][/segments/<keys>]/<count>[/device_count_1_percent], of keys that are
// random if nothing is said; values alone have 4 bytes.
void addSortRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto addSort = [&](const SortRow& row) {
        const std::string name = row.name();
        addRow<vkscan::RadixSort>(
            program, harness, name, name.substr(0, name.rfind('/')), row.desc(),
            [&harness, row](const vkscan::RadixSort& sort) { return measure(harness, sort, row); });
    };
    const auto add = [&](SortRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.count = uint64_t{1} << log2;
            addSort(row);
        }
    };
    const std::vector<unsigned> kAll = {10, 12, 16, 18, 20, 24, 28};
    add({}, kAll);
    add({.valueSize = 4}, kAll);
    add({.valueSize = 16}, {16, 20, 24});
    add({.keys = kSortedKeys}, {20, 24, 28});
    for (const uint32_t keys : {kEqualKeys, kKeysOf16Bits})
        add({.keys = keys}, {16, 20, 24});
    for (const uint32_t keys : {kReversedKeys, kFourKeys, kZipfKeys})
        add({.keys = keys}, {24});
    add({.type = ElementType::U16, .withIndex = true}, kAll);
    add({.type = ElementType::U16}, kAll);
    add({.type = ElementType::U8}, {16, 20, 24, 28});
    add({.type = ElementType::U64}, {10, 12, 16, 18, 20, 24, 27});
    add({.type = ElementType::U64, .valueSize = 4}, {16, 20, 24, 27});
    // Compared with a sort of exactly as many keys.
    for (const unsigned log2 : boundedLog2s({24, 28}, maxLog2)) {
        const uint64_t most = uint64_t{1} << log2;
        addSort({.count = most, .deviceCount = static_cast<uint32_t>(most / 100)});
        addSort({.count = most / 100});
    }
    for (const uint32_t segment : {1u, 3u, 10u, 30u, 60u, 100u, 1000u, 3000u, 100'000u})
        for (const bool withIndex : {false, true})
            addSort({.withIndex = withIndex,
                     .segment = segment,
                     .count = std::min<uint64_t>(30'000'000, uint64_t{1} << std::min(maxLog2, 25u))});
}

const OperationRows kSortRows("sort", addSortRows);

} // namespace

} // namespace bench
