// The numbers that tables sum, what the tables must be, and how wrong those of pictures are.
#ifndef VKSCAN_BENCH_SAT_NUMBERS_H
#define VKSCAN_BENCH_SAT_NUMBERS_H

#include "sat_rows.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Any bits to sum as integers, and integers from -8 to 8 as floats, whose sums are exact in any order.
[[nodiscard]] std::vector<std::byte> numbers(const TableKind& kind, VkExtent2D extent);

// What entries are the sums of.
struct Summed {
    std::array<float, 4> bias = {}; // subtracted from each texel
    bool squares = false;
    uint32_t stride = 1; // of so many rows of entries, the last is looked at; and the table's last
};

// Throws std::runtime_error if the entries are not those of the row's numbers. Sums of squares and those with a bias
// are not exact in floats: they may be wrong by a small part.
void verifyNumbers(const TableRow& row, const std::vector<std::byte>& entries, const Summed& summed);

[[nodiscard]] std::vector<std::byte> bytesOf(const std::vector<float>& values);
[[nodiscard]] double meanOf(const std::vector<float>& values);

// The errors of entries, relative to the picture's mean times the entry's texels, and of the means of random boxes,
// relative to its mean. Throws std::runtime_error if these are simply wrong.
[[nodiscard]] std::vector<std::pair<std::string, double>>
pictureErrors(const std::vector<float>& picture, VkExtent2D extent, const std::vector<float>& entries, float bias);

} // namespace bench

#endif
