#include "sort_rows.h"

#include "require.h"

#include <vkscan/radix_sort.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr uint64_t kChunk = 1 << 20;
constexpr uint32_t kFactor = 0x9e3779b1;

// A permutation of the numbers below 2^log2: a multiplication by an odd number and a shift by half of the bits, twice.
uint64_t shuffle(uint64_t i, unsigned log2)
{
    const uint32_t mask = log2 < 32 ? (1u << log2) - 1 : ~0u;
    auto x = static_cast<uint32_t>(i);
    for (unsigned round = 0; round < 2; ++round) {
        x = x * kFactor & mask;
        x ^= x >> (log2 + 1) / 2;
    }
    return x;
}

unsigned log2Of(uint64_t count)
{
    return static_cast<unsigned>(std::bit_width(count - 1));
}

uint64_t keyBytes(const SortRow& row)
{
    return sizeOf(row.type);
}

uint64_t valueBytes(const SortRow& row)
{
    return row.withIndex ? sizeof(uint32_t) : row.valueSize;
}

// The key at a place of the output of one array; where keys have more bits than places, with others below that tell
// nothing.
uint64_t sortedKey(const SortRow& row, uint64_t place)
{
    const auto bits = static_cast<unsigned>(keyBytes(row) * 8);
    const unsigned log2 = log2Of(row.count);
    switch (row.keys) {
    case SortKeys::Equal: return 0x123456789abcdef0 >> (64 - bits);
    case SortKeys::FewBits: return (log2 > 16 ? place >> (log2 - 16) : place << (16 - log2)) << 8 | 0x12000034;
    default: break;
    }
    if (log2 >= bits)
        return place >> (log2 - bits);
    return place << (bits - log2) | place * 0x9e3779b97f4a7c15 >> (64 - bits) >> log2;
}

// Keys of segments are random, and need not be distinct.
uint64_t inputKey(const SortRow& row, uint64_t index)
{
    if (row.segment > 0)
        return index * 0x9e3779b97f4a7c15 >> 32;
    const bool isShuffled = row.keys == SortKeys::Random || row.keys == SortKeys::FewBits;
    return sortedKey(row, isShuffled ? shuffle(index, log2Of(row.count)) : index);
}

// What a key's value begins with is its index.
void requireSegmentsSorted(const SortRow& row, uint64_t first, const std::vector<uint64_t>& keys,
                           const std::vector<uint32_t>& values)
{
    std::vector<std::pair<uint64_t, uint32_t>> expected;
    for (uint64_t i = 0; i < keys.size(); ++i)
        expected.emplace_back(inputKey(row, first + i), static_cast<uint32_t>(first + i));
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i % row.segment == 0)
            std::sort(expected.begin() + static_cast<std::ptrdiff_t>(i),
                      expected.begin() + static_cast<std::ptrdiff_t>(std::min(i + row.segment, keys.size())));
        requireEqual(keys[i], expected[i].first, "key " + std::to_string(first + i));
        if (valueBytes(row) > 0)
            requireEqual(values[i], expected[i].second, "the value of key " + std::to_string(first + i));
    }
}

// Values of equal keys ascend.
void requireSorted(const SortRow& row, uint64_t first, const std::vector<uint64_t>& keys,
                   const std::vector<uint32_t>& values)
{
    for (uint64_t i = 0; i < keys.size(); ++i) {
        requireEqual(keys[i], sortedKey(row, first + i), "key " + std::to_string(first + i));
        if (valueBytes(row) == 0)
            continue;
        requireEqual(inputKey(row, values[i]), keys[i], "the value's key of key " + std::to_string(first + i));
        if (i > 0 && keys[i] == keys[i - 1] && values[i] <= values[i - 1])
            throw std::runtime_error("equal keys are not in order at " + std::to_string(first + i));
    }
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
    std::string name = std::string("sort/") + toString(type);
    if (withIndex)
        name += "/index";
    else if (valueSize > 0)
        name += "/values" + (valueSize > 4 ? std::to_string(valueSize) : "");
    switch (keys) {
    case SortKeys::Random: break;
    case SortKeys::Sorted: name += "/sorted"; break;
    case SortKeys::Equal: name += "/equal"; break;
    case SortKeys::FewBits: name += "/16_bits"; break;
    }
    if (segment > 0)
        name += "/segments/" + std::to_string(segment);
    return name + "/" + std::to_string(count);
}

vkscan::RadixSortDesc SortRow::desc() const
{
    return {.type = type, .valueSize = valueSize, .withIndex = withIndex, .segmented = segment > 0};
}

SortHarness::SortHarness(Harness& harness) : m_harness(harness), m_copy(harness.device()) {}

Result SortHarness::measure(const SortRow& row)
{
    const uint64_t count = row.count;
    const uint64_t keys = (count * keyBytes(row) + 15) / 16 * 16;
    const uint64_t values = count * valueBytes(row);
    vkscan::RadixSort sort;
    require(vkscan::RadixSort::create(m_harness.context(), row.desc(), &sort), "RadixSort::create");
    reserve(m_harness.device(), &m_input, keys + values);
    reserve(m_harness.device(), &m_output, keys + values);
    reserve(m_harness.device(), &m_temporary, sort.temporarySize(count));
    upload(row);

    vkscan::RadixSortArgs args;
    args.input = {m_input.address(), keys};
    args.output = {m_output.address(), keys};
    if (row.valueSize > 0)
        args.values = {m_input.address() + keys, values};
    if (values > 0)
        args.sortedValues = {m_output.address() + keys, values};
    if (row.segment > 0) {
        args.segments = m_segments.range();
        args.segmentCount = static_cast<uint32_t>((count + row.segment - 1) / row.segment);
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
    result.bytes = 2 * count * keyBytes(row) + (row.withIndex ? 1 : 2) * values;
    result.label = toString(sort.strategyFor(count));
    return result;
}

void SortHarness::upload(const SortRow& row)
{
    const uint64_t keys = (row.count * keyBytes(row) + 15) / 16 * 16;
    std::vector<uint32_t> chunk;
    const auto put = [&](gpu::Buffer& buffer, VkDeviceSize offset) {
        m_harness.device().upload(buffer, chunk, offset);
    };
    for (uint64_t first = 0; first < row.count; first += kChunk) {
        const uint64_t size = std::min(kChunk, row.count - first);
        chunk.assign((size * keyBytes(row) + 3) / sizeof(uint32_t), 0);
        for (uint64_t i = 0; i < size; ++i) {
            const uint64_t key = inputKey(row, first + i);
            std::memcpy(reinterpret_cast<unsigned char*>(chunk.data()) + i * keyBytes(row), &key, keyBytes(row));
        }
        put(m_input, first * keyBytes(row));
        if (row.valueSize == 0)
            continue;
        const uint64_t words = row.valueSize / sizeof(uint32_t);
        chunk.assign(size * words, 0);
        for (uint64_t i = 0; i < size; ++i)
            chunk[i * words] = static_cast<uint32_t>(first + i);
        put(m_input, keys + first * row.valueSize);
    }
    if (row.segment == 0)
        return;
    chunk.resize((row.count + row.segment - 1) / row.segment + 1);
    for (uint64_t i = 0; i < chunk.size(); ++i)
        chunk[i] = static_cast<uint32_t>(std::min(i * row.segment, row.count));
    m_segments = m_harness.device().createBuffer(chunk.size() * sizeof(uint32_t));
    put(m_segments, 0);
}

void SortHarness::verify(const SortRow& row)
{
    m_harness.scratch().verify();
    constexpr uint64_t kParts = 8;
    // Whole segments.
    uint64_t size = std::min<uint64_t>(row.count, 4096);
    if (row.segment > 0)
        size = std::min<uint64_t>(row.count, (4095 / row.segment + 1) * row.segment);
    std::vector<uint32_t> words;
    std::vector<uint64_t> keys(size);
    std::vector<uint32_t> values(size);
    for (uint64_t part = 0; part < kParts; ++part) {
        uint64_t first = (row.count - size) * part / (kParts - 1);
        first -= first % (row.segment > 0 ? row.segment : 2);
        words.resize((size * keyBytes(row) + 3) / sizeof(uint32_t));
        m_harness.device().download(m_output, words, first * keyBytes(row));
        for (uint64_t i = 0; i < size; ++i) {
            keys[i] = 0;
            std::memcpy(&keys[i], reinterpret_cast<const unsigned char*>(words.data()) + i * keyBytes(row),
                        keyBytes(row));
        }
        if (const uint64_t value = valueBytes(row) / sizeof(uint32_t); value > 0) {
            words.resize(size * value);
            m_harness.device().download(m_output, words,
                                        (row.count * keyBytes(row) + 15) / 16 * 16 + first * valueBytes(row));
            for (uint64_t i = 0; i < size; ++i)
                values[i] = words[i * value];
        }
        if (row.segment > 0)
            requireSegmentsSorted(row, first, keys, values);
        else
            requireSorted(row, first, keys, values);
    }
}

void addSortRows(Program& program, Harness& harness, SortHarness& sort, unsigned maxLog2)
{
    const auto addRow = [&](const SortRow& row) {
        const std::string name = row.name();
        program.compile(name, name.substr(0, name.rfind('/')),
                        creating<vkscan::RadixSort>(harness.context(), row.desc()));
        program.addRow(
            name, [&sort, row] { return sort.measure(row); }, [&harness] { harness.recover(); });
    };
    const auto add = [&](SortRow row, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
            row.count = uint64_t{1} << log2;
            addRow(row);
        }
    };
    using vkscan::ElementType;
    add({.type = ElementType::U32}, {10, 12, 16, 18, 20, 24, 28});
    add({.type = ElementType::U32, .valueSize = 4}, {10, 12, 16, 18, 20, 24, 28});
    add({.type = ElementType::U32, .valueSize = 16}, {16, 20, 24});
    add({.type = ElementType::U32, .keys = SortKeys::Sorted}, {20, 24, 28});
    add({.type = ElementType::U32, .keys = SortKeys::Equal}, {16, 20, 24});
    add({.type = ElementType::U32, .keys = SortKeys::FewBits}, {16, 20, 24});
    add({.type = ElementType::U16, .withIndex = true}, {16, 20, 24, 28});
    add({.type = ElementType::U16}, {20, 24, 28});
    add({.type = ElementType::U64}, {16, 20, 24, 27});
    for (const uint32_t segment : {30u, 1000u, 100'000u}) {
        if (maxLog2 >= 25)
            addRow({.withIndex = true, .segment = segment, .count = 30'000'000});
        addRow({.segment = segment, .count = std::min<uint64_t>(30'000'000, uint64_t{1} << std::min(maxLog2, 25u))});
    }
}

} // namespace bench
