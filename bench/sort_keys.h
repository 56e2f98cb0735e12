// The keys that sorts are measured with, and what they must be in order: made up by index and by place.
#ifndef VKSCAN_BENCH_SORT_KEYS_H
#define VKSCAN_BENCH_SORT_KEYS_H

#include "numbers.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace bench {

enum class SortKeys {
    Random, // and distinct, if they have as many bits
    Sorted,
    Reversed,
    Equal,
    FewBits, // 16 bits differ, of two digits
    Four,    // distinct ones, which differ in all digits
    Zipf     // key k is about as frequent as 1/k
};

// What is sorted. A key's value, or what that begins with, is its index.
struct SortInput {
    SortKeys keys = SortKeys::Random;
    uint32_t keyBytes = 4;
    uint64_t count = 0;
    uint32_t segment = 0; // keys of each segment, which are random and need not be distinct; 0: one array
};

[[nodiscard]] inline Numbers numbersOf(const SortInput& input)
{
    return {.kind = input.segment > 0 ? kKeysOfSegments : kSortKeys + static_cast<uint32_t>(input.keys),
            .bytes = input.keyBytes,
            .count = input.count};
}

[[nodiscard]] uint64_t inputKey(const SortInput& input, uint64_t index);

// Reads sorted keys from the first on, as many as there is room for, and their values, unless that is empty.
using ReadSorted = std::function<void(uint64_t first, std::vector<uint64_t>* keys, std::vector<uint32_t>* values)>;

// Throws std::runtime_error with a sentence unless parts of the output, the first and the last among them, are what a
// stable sort leaves there.
void requireSorted(const SortInput& input, bool hasValues, const ReadSorted& read);

} // namespace bench

#endif
