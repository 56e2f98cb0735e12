// What the figures of Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016,
// show, for all programs: throughput against the number of elements.
#ifndef VKSCAN_BENCH_FIGURES_H
#define VKSCAN_BENCH_FIGURES_H

#include <vkscan/types.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bench {

struct Shape {
    uint32_t order;
    uint32_t tupleSize;
};

constexpr Shape kFigureShapes[] = {{1, 1}, {2, 1}, {5, 1}, {8, 1}, {1, 2}, {1, 5}, {1, 8}};

// Every other power of two from 2^10 on and every power of ten from 10^3 on, up to 2^maxLog2 elements and 4 GiB an
// array; in any case what this limit comes to.
[[nodiscard]] inline std::vector<uint64_t> figureCounts(vkscan::ElementType type, unsigned maxLog2)
{
    const uint64_t most = std::min(uint64_t{1} << maxLog2, (uint64_t{1} << 32) / vkscan::sizeOf(type));
    std::vector<uint64_t> counts = {most};
    for (uint64_t count = 1024; count < most; count *= 4)
        counts.push_back(count);
    for (uint64_t count = 1000; count < most; count *= 10)
        counts.push_back(count);
    std::sort(counts.begin(), counts.end());
    return counts;
}

} // namespace bench

#endif
