#include "sort_rows.h"

#include "require.h"

#include <vkscan/radix_sort.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace bench {

namespace {

uint64_t keyBytes(const SortRow& row)
{
    return sizeOf(row.type);
}

uint64_t valueBytes(const SortRow& row)
{
    return row.withIndex ? sizeof(uint32_t) : row.valueSize;
}

// Bytes of the keys, behind which the values begin.
uint64_t valuesOffset(const SortRow& row)
{
    return (row.count * keyBytes(row) + 15) / 16 * 16;
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
    case SortKeys::Reversed: name += "/reversed"; break;
    case SortKeys::Equal: name += "/equal"; break;
    case SortKeys::FewBits: name += "/16_bits"; break;
    case SortKeys::Four: name += "/4_keys"; break;
    case SortKeys::Zipf: name += "/zipf"; break;
    }
    if (segment > 0)
        name += "/segments/" + std::to_string(segment);
    name += "/" + std::to_string(count);
    return deviceCount ? name + "/device_count_1_percent" : name;
}

SortInput SortRow::input() const
{
    return {keys, static_cast<uint32_t>(sizeOf(type)), deviceCount.value_or(count), segment};
}

vkscan::RadixSortDesc SortRow::desc() const
{
    return {.type = type, .valueSize = valueSize, .withIndex = withIndex, .segmented = segment > 0};
}

SortHarness::SortHarness(Harness& harness) : m_harness(harness), m_copy(harness.device()) {}

Result SortHarness::measure(const SortRow& row)
{
    const uint64_t values = row.count * valueBytes(row);
    const uint64_t keys = valuesOffset(row);
    vkscan::RadixSort sort;
    require(vkscan::RadixSort::create(m_harness.context(), row.desc(), &sort), "RadixSort::create");
    gpu::Device& device = m_harness.device();
    reserve(device, &m_input, keys + values);
    reserve(device, &m_output, keys + values);
    reserve(device, &m_temporary, sort.temporarySize(row.count));
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
        args.segmentCount = static_cast<uint32_t>((row.count + row.segment - 1) / row.segment);
    }
    if (row.deviceCount) {
        m_count = device.createBuffer(sizeof(uint32_t));
        device.upload(m_count, std::vector<uint32_t>{*row.deviceCount});
        args.countBuffer = m_count.range();
    }
    args.temporary = m_temporary.range();
    args.scratch = m_harness.scratch().atLeast(sort.scratchSize(row.count));
    args.count = row.count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(sort.record(commandBuffer, args), "RadixSort::record");
    };
    // With a count on the device, there are no values.
    const uint64_t sorted = row.input().count;
    const uint64_t copied = row.deviceCount ? sorted * keyBytes(row) : keys + values;
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), m_output.address(), copied);
    };
    Result result = measureVerified(m_harness, sorted, copy, record, [&] { verify(row); });
    result.bytes = 2 * sorted * keyBytes(row) + (row.withIndex ? 1 : 2) * values;
    result.label = toString(sort.strategyFor(row.count));
    return result;
}

void SortHarness::upload(const SortRow& row)
{
    const SortInput input = row.input();
    std::vector<uint32_t> chunk;
    const auto put = [&](gpu::Buffer& buffer, VkDeviceSize offset) {
        m_harness.device().upload(buffer, chunk, offset);
    };
    for (uint64_t first = 0; first < input.count; first += kChunk) {
        const uint64_t size = std::min(kChunk, input.count - first);
        chunk.assign((size * keyBytes(row) + 3) / sizeof(uint32_t), 0);
        for (uint64_t i = 0; i < size; ++i) {
            const uint64_t key = inputKey(input, first + i);
            std::memcpy(reinterpret_cast<unsigned char*>(chunk.data()) + i * keyBytes(row), &key, keyBytes(row));
        }
        put(m_input, first * keyBytes(row));
        if (row.valueSize == 0)
            continue;
        const uint64_t words = row.valueSize / sizeof(uint32_t);
        chunk.assign(size * words, 0);
        for (uint64_t i = 0; i < size; ++i)
            chunk[i * words] = static_cast<uint32_t>(first + i);
        put(m_input, valuesOffset(row) + first * row.valueSize);
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
    std::vector<uint32_t> words;
    requireSorted(row.input(), valueBytes(row) > 0,
                  [&](uint64_t first, std::vector<uint64_t>* keys, std::vector<uint32_t>* values) {
                      words.resize((keys->size() * keyBytes(row) + 3) / sizeof(uint32_t));
                      m_harness.device().download(m_output, words, first * keyBytes(row));
                      for (uint64_t i = 0; i < keys->size(); ++i) {
                          const auto* bytes = reinterpret_cast<const unsigned char*>(words.data()) + i * keyBytes(row);
                          (*keys)[i] = 0;
                          std::memcpy(&(*keys)[i], bytes, keyBytes(row));
                      }
                      const uint64_t valueWords = valueBytes(row) / sizeof(uint32_t);
                      words.resize(values->size() * valueWords);
                      if (!values->empty())
                          m_harness.device().download(m_output, words, valuesOffset(row) + first * valueBytes(row));
                      for (uint64_t i = 0; i < values->size(); ++i)
                          (*values)[i] = words[i * valueWords];
                  });
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
    for (const SortKeys keys : {SortKeys::Equal, SortKeys::FewBits})
        add({.type = ElementType::U32, .keys = keys}, {16, 20, 24});
    for (const SortKeys keys : {SortKeys::Reversed, SortKeys::Four, SortKeys::Zipf})
        add({.type = ElementType::U32, .keys = keys}, {24});
    add({.type = ElementType::U16, .withIndex = true}, {10, 12, 16, 18, 20, 24, 28});
    add({.type = ElementType::U16}, {10, 12, 16, 18, 20, 24, 28});
    add({.type = ElementType::U64}, {10, 12, 16, 18, 20, 24, 27});
    add({.type = ElementType::U64, .valueSize = 4}, {16, 20, 24, 27});
    // Beside a sort of just as many.
    for (const unsigned log2 : boundedLog2s({24, 28}, maxLog2)) {
        const uint64_t most = uint64_t{1} << log2;
        addRow({.count = most, .deviceCount = static_cast<uint32_t>(most / 100)});
        addRow({.count = most / 100});
    }
    for (const uint32_t segment : {30u, 1000u, 100'000u}) {
        if (maxLog2 >= 25)
            addRow({.withIndex = true, .segment = segment, .count = 30'000'000});
        addRow({.segment = segment, .count = std::min<uint64_t>(30'000'000, uint64_t{1} << std::min(maxLog2, 25u))});
    }
}

} // namespace bench
