#include "sort_keys.h"

#include "require.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace bench {

namespace {

constexpr uint64_t kParts = 8;
constexpr uint64_t kPartKeys = 4096;
constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;

unsigned log2Of(uint64_t count)
{
    return static_cast<unsigned>(std::bit_width(count - 1));
}

// A permutation of the numbers below `count`: of those below a power of two, a multiplication by an odd number and a
// shift by half of the bits, twice; and again until the number is small enough.
uint64_t shuffle(uint64_t i, uint64_t count)
{
    constexpr uint32_t kOdd = 0x9e3779b1;
    const unsigned log2 = log2Of(count);
    const uint32_t mask = log2 < 32 ? (1u << log2) - 1 : ~0u;
    auto x = static_cast<uint32_t>(i);
    do {
        for (unsigned round = 0; round < 2; ++round) {
            x = x * kOdd & mask;
            x ^= x >> (log2 + 1) / 2;
        }
    } while (x >= count);
    return x;
}

// The key at a place of the output of one array; where keys have more bits than places, with others below that tell
// nothing.
uint64_t sortedKey(const SortInput& input, uint64_t place)
{
    const unsigned bits = input.keyBytes * 8;
    const unsigned log2 = log2Of(input.count);
    switch (input.keys) {
    case SortKeys::Equal: return 0x123456789abcdef0 >> (64 - bits);
    case SortKeys::FewBits: return (log2 > 16 ? place >> (log2 - 16) : place << (16 - log2)) << 8 | 0x12000034;
    case SortKeys::Four: return place * 4 / input.count * 0x55555555;
    case SortKeys::Zipf:
        return static_cast<uint64_t>(std::exp2(32 * static_cast<double>(place) / static_cast<double>(input.count)));
    default: break;
    }
    if (log2 >= bits)
        return place >> (log2 - bits);
    return place << (bits - log2) | place * kFactor >> (64 - bits) >> log2;
}

void requireSegmentsSorted(const SortInput& input, uint64_t first, const std::vector<uint64_t>& keys,
                           const std::vector<uint32_t>& values)
{
    std::vector<std::pair<uint64_t, uint32_t>> expected;
    for (uint64_t i = 0; i < keys.size(); ++i)
        expected.emplace_back(inputKey(input, first + i), static_cast<uint32_t>(first + i));
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i % input.segment == 0)
            std::sort(expected.begin() + static_cast<std::ptrdiff_t>(i),
                      expected.begin() + static_cast<std::ptrdiff_t>(std::min(i + input.segment, keys.size())));
        requireEqual(keys[i], expected[i].first, "key " + std::to_string(first + i));
        if (!values.empty())
            requireEqual(values[i], expected[i].second, "the value of key " + std::to_string(first + i));
    }
}

// Values of equal keys ascend.
void requireArraySorted(const SortInput& input, uint64_t first, const std::vector<uint64_t>& keys,
                        const std::vector<uint32_t>& values)
{
    for (uint64_t i = 0; i < keys.size(); ++i) {
        requireEqual(keys[i], sortedKey(input, first + i), "key " + std::to_string(first + i));
        if (values.empty())
            continue;
        requireEqual(inputKey(input, values[i]), keys[i], "the value's key of key " + std::to_string(first + i));
        if (i > 0 && keys[i] == keys[i - 1] && values[i] <= values[i - 1])
            throw std::runtime_error("equal keys are not in order at " + std::to_string(first + i));
    }
}

} // namespace

uint64_t inputKey(const SortInput& input, uint64_t index)
{
    if (input.segment > 0)
        return index * kFactor >> 32;
    switch (input.keys) {
    case SortKeys::Sorted: return sortedKey(input, index);
    case SortKeys::Reversed: return sortedKey(input, input.count - 1 - index);
    default: return sortedKey(input, shuffle(index, input.count));
    }
}

void requireSorted(const SortInput& input, bool hasValues, const ReadSorted& read)
{
    // Whole segments.
    uint64_t size = std::min(input.count, kPartKeys);
    if (input.segment > 0)
        size = std::min(input.count, ((kPartKeys - 1) / input.segment + 1) * input.segment);
    std::vector<uint64_t> keys(size);
    std::vector<uint32_t> values(hasValues ? size : 0);
    for (uint64_t part = 0; part < kParts; ++part) {
        uint64_t first = (input.count - size) * part / (kParts - 1);
        first -= first % (input.segment > 0 ? input.segment : 2); // keys of 16 bits are read by words
        read(first, &keys, &values);
        if (input.segment > 0)
            requireSegmentsSorted(input, first, keys, values);
        else
            requireArraySorted(input, first, keys, values);
    }
}

} // namespace bench
