#include "sort_keys.h"

#include "require.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace bench {

namespace {

constexpr uint64_t kParts = 8;
constexpr uint64_t kPartKeys = 4096;
uint64_t trimmed(const SortInput& input, uint64_t key)
{
    return key & ~uint64_t{0} >> (64 - input.keyBytes * 8);
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
        requireEqual(keys[i], trimmed(input, sortedKey(numbersOf(input), first + i)),
                     "key " + std::to_string(first + i));
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
    return trimmed(input, numberAt(numbersOf(input), index));
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
