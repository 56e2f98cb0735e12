// Times top-k selections beside a kernel that reads the same bytes.
#include "custom_kernels.h"
#include "operation_rows.h"

#include <support/numbers.h>
#include <vkscan/top_k.h>

#include <algorithm>
#include <queue>
#include <utility>

namespace bench {

namespace {

// The smallest keys, with their indices.
struct TopKRow {
    uint32_t k = 64;
    uint32_t keys = kRandomKeys;
    uint32_t rowLength = 0; // 0: one array
    bool isCustom = false;  // keys are loaded by a kernel of the user's
    bool isHalf = false;    // F16 of any bits
    uint64_t count = 0;

    [[nodiscard]] std::string name() const
    {
        const std::string kind = keys == kZipfKeys         ? "/zipf"
                                 : keys == kEqualKeys      ? "/equal"
                                 : keys == kReversedKeys   ? "/reversed"
                                 : keys == kMisleadingKeys ? "/misleading"
                                                           : "";
        return std::string("top_k/") +
               (isCustom ? "custom"
                : isHalf ? "f16"
                         : "u32") +
               "/k" + std::to_string(k) + kind + (rowLength > 0 ? "/rows/" + std::to_string(rowLength) : "") + "/" +
               std::to_string(count);
    }
};

using Entry = std::pair<uint64_t, uint32_t>; // a key, and its index

// The order of a key with these bits.
uint32_t orderOf(const TopKRow& row, uint32_t bits)
{
    return row.isHalf ? (bits & 0x8000) != 0 ? ~bits & 0xffff : bits | 0x8000 : bits;
}

// The first k of a row of any bits, by one pass over its numbers.
std::vector<Entry> firstOfRow(Numbers numbers, const TopKRow& row, uint64_t first)
{
    std::priority_queue<Entry> kept; // the last on top
    for (uint32_t i = 0; i < row.rowLength; ++i) {
        const Entry entry = {orderOf(row, static_cast<uint32_t>(numberAt(numbers, first + i))), i};
        if (kept.size() < row.k) {
            kept.push(entry);
        } else if (entry < kept.top()) {
            kept.pop();
            kept.push(entry);
        }
    }
    std::vector<Entry> entries(kept.size());
    for (std::size_t i = entries.size(); i > 0; --i) {
        entries[i - 1] = kept.top();
        kept.pop();
    }
    return entries;
}

void verifyArray(const Numbers& numbers, const TopKRow& row, const std::vector<uint32_t>& keys,
                 const std::vector<uint32_t>& indices)
{
    for (uint32_t i = 0; i < row.k; ++i) {
        const std::string which = std::to_string(i);
        requireEqual(keys[i], static_cast<uint32_t>(sortedKey(numbers, i)), "key " + which);
        requireEqual(static_cast<uint32_t>(numberAt(numbers, indices[i])), keys[i], "the key of index " + which);
        if (i > 0 && keys[i] == keys[i - 1])
            requireEqual(indices[i] > indices[i - 1], true, "the order of indices at " + which);
        if (row.keys == kEqualKeys)
            requireEqual(indices[i], i, "index " + which);
    }
}

void verifyRows(const Numbers& numbers, const TopKRow& row, const std::vector<uint32_t>& keys,
                const std::vector<uint32_t>& indices)
{
    for (uint64_t r = 0; r < row.count / row.rowLength; ++r) {
        const std::vector<Entry> expected = firstOfRow(numbers, row, r * row.rowLength);
        for (uint32_t i = 0; i < row.k; ++i) {
            const std::string which = std::to_string(i) + " of row " + std::to_string(r);
            requireEqual(orderOf(row, keys[r * row.k + i]), static_cast<uint32_t>(expected[i].first), "key " + which);
            requireEqual(indices[r * row.k + i], expected[i].second, "index " + which);
        }
    }
}

Result measure(Harness& harness, const vkscan::TopK& topK, const TopKRow& row)
{
    const bool hasAnyBits = row.rowLength > 0 && row.keys == kRandomKeys;
    const Numbers numbers = {
        .kind = hasAnyBits ? kAnyBits : row.keys, .bytes = row.isHalf ? 2u : 4u, .count = row.count};
    const VkDeviceSize bytes = row.count * numbers.bytes;
    const uint64_t results = (row.rowLength > 0 ? row.count / row.rowLength : 1) * row.k;
    gpu::Device& device = harness.device();
    harness.arrays().fillInput(numbers, row.count);
    std::vector<uint32_t> keys(results, kWrong);
    std::vector<uint32_t> indices(results, kWrong);
    const gpu::Buffer output = device.createBuffer(results * sizeof(uint32_t));
    const gpu::Buffer index = device.createBuffer(results * sizeof(uint32_t));
    const gpu::Buffer temporary = device.createBuffer(topK.temporarySize(row.count));
    device.upload(output, keys);
    device.upload(index, indices);
    vkscan::TopKArgs args;
    args.input = harness.arrays().input(bytes);
    args.k = row.k;
    args.output = output.range();
    args.index = index.range();
    args.rowLength = row.rowLength;
    args.temporary = temporary.range();
    if (row.isCustom)
        args.parameters = {&args.input.address, sizeof(args.input.address)};
    args.count = row.count;
    return measureVerified(harness, topK, args, Yardstick::Read, bytes, [&] {
        std::vector<uint16_t> halves(row.isHalf ? results : 0);
        device.download(output, halves);
        if (row.isHalf)
            keys.assign(halves.begin(), halves.end());
        else
            device.download(output, keys);
        device.download(index, indices);
        if (row.rowLength > 0)
            verifyRows(numbers, row, keys, indices);
        else
            verifyArray(numbers, row, keys, indices);
    });
}

// top_k/u32/k<k>[/zipf|/equal][/rows/<length>]/<count>, of the smallest keys, which are random if nothing is said.
void addTopKRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](TopKRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.count = uint64_t{1} << log2;
            if (row.rowLength > 0)
                row.count = row.count / row.rowLength * row.rowLength;
            if (row.k > row.count || row.rowLength > row.count)
                continue;
            const std::string name = row.name();
            addRow<vkscan::TopK>(
                program, harness, name, name.substr(0, name.rfind('/')),
                vkscan::TopKDesc{.type = row.isHalf ? vkscan::ElementType::F16 : vkscan::ElementType::U32,
                                 .smallest = true,
                                 .maxK = row.k,
                                 .kernels = row.isCustom ? custom::keys : vkscan::CustomKernels{}},
                [&harness, row](const vkscan::TopK& topK) { return measure(harness, topK, row); });
        }
    };
    for (const uint32_t k : {64u, 1024u, 65536u})
        add({.k = k}, {16, 20, 24, 28});
    for (const uint32_t keys : {kZipfKeys, kEqualKeys})
        for (const uint32_t k : {64u, 65536u})
            add({.k = k, .keys = keys}, {24});
    for (const uint32_t k : {64u, 512u})
        add({.k = k, .rowLength = 65536}, {28});
    for (const uint32_t keys : {kReversedKeys, kMisleadingKeys})
        add({.k = 64, .keys = keys}, {24, 28});
    add({.k = 64, .keys = kEqualKeys, .rowLength = 65536}, {28});
    add({.k = 64, .rowLength = 4096}, {28});
    add({.k = 2048, .rowLength = 65536}, {24});
    add({.k = 64, .rowLength = 1024}, {20, 28});
    add({.k = 64, .keys = kEqualKeys, .rowLength = 1024}, {24});
    for (const uint32_t length : {32u, 256u})
        add({.k = length / 4, .rowLength = length}, {24});
    for (const uint32_t length : {64u, 256u}) // experts of a router
        add({.k = 8, .rowLength = length}, {24});
    for (const uint32_t k : {1024u, 2048u}) // of a vocabulary
        add({.k = k, .rowLength = 129280}, {24});
    for (const uint32_t length : {256u, 65536u})
        add({.k = length == 256 ? 8u : 64u, .rowLength = length, .isHalf = true}, {24});
    for (const uint32_t k : {64u, 65536u})
        add({.k = k, .isCustom = true}, {20, 24, 28});
}

const OperationRows kTopKRows("top_k", addTopKRows);

} // namespace

} // namespace bench
