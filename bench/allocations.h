// Heap allocations of the program, which replaces the global operator new to count them.
#ifndef VKSCAN_BENCH_ALLOCATIONS_H
#define VKSCAN_BENCH_ALLOCATIONS_H

#include <cstdint>

namespace bench {

// Allocations by operator new in the calling thread so far. Over-aligned types are not counted; the library has none.
[[nodiscard]] uint64_t allocationCount() noexcept;

} // namespace bench

#endif
