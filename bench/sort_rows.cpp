#include "sort_rows.h"

#include "require.h"

#include <vkscan/radix_sort.h>

#include <algorithm>
#include <vector>

namespace bench {

namespace {

constexpr uint64_t kChunk = 1 << 20;
constexpr uint32_t kFactor = 0x9e3779b1;
constexpr uint32_t kInverse = 0x0e8b2f51; // kFactor * kInverse is 1, modulo 2^32

// A permutation of the numbers of `log2` bits, and its inverse: a multiplication by an odd number and a shift by half
// of the bits, twice.
uint32_t shuffle(uint64_t i, unsigned log2)
{
    const uint32_t mask = log2 < 32 ? (1u << log2) - 1 : ~0u;
    auto x = static_cast<uint32_t>(i);
    for (unsigned round = 0; round < 2; ++round) {
        x = x * kFactor & mask;
        x ^= x >> (log2 + 1) / 2;
    }
    return x;
}

uint32_t unshuffle(uint64_t i, unsigned log2)
{
    const uint32_t mask = log2 < 32 ? (1u << log2) - 1 : ~0u;
    auto x = static_cast<uint32_t>(i);
    for (unsigned round = 0; round < 2; ++round) {
        x ^= x >> (log2 + 1) / 2;
        x = x * kInverse & mask;
    }
    return x;
}

uint64_t keyBytes(const SortRow& row)
{
    return sizeOf(row.type);
}

// The key at a place of the output, in the high bits, with others below that tell nothing.
uint64_t sortedKey(const SortRow& row, uint64_t place)
{
    const auto bits = static_cast<unsigned>(keyBytes(row) * 8);
    if (row.isEqual)
        return row.type == vkscan::ElementType::U32 ? 0x12345678 : 0x123456789abcdef0;
    const uint64_t below = place * 0x9e3779b97f4a7c15 >> (64 - bits) >> row.log2;
    return place << (bits - row.log2) | below;
}

uint64_t placeOf(const SortRow& row, uint64_t index)
{
    return row.isEqual ? index : shuffle(index, row.log2);
}

uint64_t indexAt(const SortRow& row, uint64_t place)
{
    return row.isEqual ? place : unshuffle(place, row.log2);
}

void reserve(gpu::Device& device, gpu::Buffer* buffer, VkDeviceSize bytes)
{
    if (buffer->size() >= bytes)
        return;
    *buffer = {};
    *buffer = device.createBuffer(bytes);
}

} // namespace

std::string SortRow::name() const
{
    return std::string("sort/") + toString(type) + (withValues ? "/values" : "") + (isEqual ? "/equal/" : "/") +
           std::to_string(uint64_t{1} << log2);
}

SortHarness::SortHarness(Harness& harness) : m_harness(harness), m_copy(harness.device()) {}

Result SortHarness::measure(const SortRow& row)
{
    const uint64_t count = uint64_t{1} << row.log2;
    const uint64_t keys = count * keyBytes(row);
    const uint64_t values = row.withValues ? count * sizeof(uint32_t) : 0;
    vkscan::RadixSort sort;
    require(vkscan::RadixSort::create(m_harness.context(), {.type = row.type, .valueSize = row.withValues ? 4u : 0u},
                                      &sort),
            "RadixSort::create");
    reserve(m_harness.device(), &m_input, keys + values);
    reserve(m_harness.device(), &m_output, keys + values);
    reserve(m_harness.device(), &m_temporary, sort.temporarySize(count));
    upload(row);

    vkscan::RadixSortArgs args;
    args.input = {m_input.address(), keys};
    args.output = {m_output.address(), keys};
    if (row.withValues) {
        args.values = {m_input.address() + keys, values};
        args.sortedValues = {m_output.address() + keys, values};
    }
    args.temporary = m_temporary.range();
    args.scratch = m_harness.scratch().atLeast(sort.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(sort.record(commandBuffer, args), "RadixSort::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), m_output.address(), keys + values);
    };
    Result result = measureVerified(m_harness, count, copy, record, [&] { verify(row); });
    result.bytes = 2 * (keys + values);
    result.label = toString(sort.strategyFor(count));
    return result;
}

void SortHarness::upload(const SortRow& row)
{
    const uint64_t count = uint64_t{1} << row.log2;
    const uint64_t words = keyBytes(row) / sizeof(uint32_t);
    std::vector<uint32_t> chunk;
    for (uint64_t first = 0; first < count; first += kChunk) {
        const uint64_t size = std::min(kChunk, count - first);
        chunk.resize(size * words);
        for (uint64_t i = 0; i < size; ++i) {
            const uint64_t key = sortedKey(row, placeOf(row, first + i));
            for (uint64_t word = 0; word < words; ++word)
                chunk[i * words + word] = static_cast<uint32_t>(key >> 32 * word);
        }
        m_harness.device().upload(m_input, chunk, first * keyBytes(row));
        if (!row.withValues)
            continue;
        chunk.resize(size);
        for (uint64_t i = 0; i < size; ++i)
            chunk[i] = static_cast<uint32_t>(first + i);
        m_harness.device().upload(m_input, chunk, count * keyBytes(row) + first * sizeof(uint32_t));
    }
}

void SortHarness::verify(const SortRow& row)
{
    m_harness.scratch().verify();
    const uint64_t count = uint64_t{1} << row.log2;
    const uint64_t words = keyBytes(row) / sizeof(uint32_t);
    constexpr uint64_t kParts = 8;
    const uint64_t size = std::min<uint64_t>(count, 4096);
    std::vector<uint32_t> keys(size * words);
    std::vector<uint32_t> values(size);
    for (uint64_t part = 0; part < kParts; ++part) {
        const uint64_t first = (count - size) * part / (kParts - 1);
        m_harness.device().download(m_output, keys, first * keyBytes(row));
        if (row.withValues)
            m_harness.device().download(m_output, values, count * keyBytes(row) + first * sizeof(uint32_t));
        for (uint64_t i = 0; i < size; ++i) {
            uint64_t key = 0;
            for (uint64_t word = 0; word < words; ++word)
                key |= uint64_t{keys[i * words + word]} << 32 * word;
            requireEqual(key, sortedKey(row, first + i), "key " + std::to_string(first + i));
            if (row.withValues)
                requireEqual(values[i], static_cast<uint32_t>(indexAt(row, first + i)),
                             "the value of key " + std::to_string(first + i));
        }
    }
}

void addSortRows(Program& program, Harness& harness, SortHarness& sort, unsigned maxLog2)
{
    const auto add = [&](SortRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.log2 = log2;
            const std::string name = row.name();
            const vkscan::RadixSortDesc desc = {.type = row.type, .valueSize = row.withValues ? 4u : 0u};
            program.compile(name, std::string("sort/") + toString(row.type) + (row.withValues ? "/values" : ""),
                            creating<vkscan::RadixSort>(harness.context(), desc));
            program.addRow(
                name, [&sort, row] { return sort.measure(row); }, [&harness] { harness.recover(); });
        }
    };
    add({.type = vkscan::ElementType::U32}, {10, 12, 16, 20, 24, 28});
    add({.type = vkscan::ElementType::U32, .withValues = true}, {10, 12, 16, 20, 24, 28});
    add({.type = vkscan::ElementType::U32, .isEqual = true}, {20, 24});
    add({.type = vkscan::ElementType::U64}, {16, 20, 24, 27});
}

} // namespace bench
