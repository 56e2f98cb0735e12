// CUB's algorithms behind one signature, so that only two files, of which one has the sorts, are compiled with them.
#ifndef VKSCAN_BENCH_CUB_CALLS_H
#define VKSCAN_BENCH_CUB_CALLS_H

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace bench {

// Without scratch, only tells how many bytes of it there must be.
using CubCall = std::function<cudaError_t(void* scratch, std::size_t& scratchBytes, cudaStream_t stream)>;

[[nodiscard]] std::string cubVersion();

// What selections keep, and partitions put in front: of random bits, half.
constexpr uint32_t kSelectMask = 1;

template <class T>
[[nodiscard]] CubCall inclusiveSum(const T* input, T* output, uint32_t count);
[[nodiscard]] CubCall exclusiveSum(const uint32_t* input, uint32_t* output, uint32_t count);
[[nodiscard]] CubCall inclusiveMin(const uint32_t* input, uint32_t* output, uint32_t count);
[[nodiscard]] CubCall sum(const uint32_t* input, uint32_t* output, uint32_t count);
[[nodiscard]] CubCall selectMasked(const uint32_t* input, uint32_t* output, uint64_t* outputCount, uint32_t count);
[[nodiscard]] CubCall partitionMasked(const uint32_t* input, uint32_t* output, uint64_t* frontCount, uint32_t count);
[[nodiscard]] CubCall inclusiveSumByKey(const uint32_t* keys, const uint32_t* input, uint32_t* output, uint32_t count);
// Sums of tuples of `size` elements, 2, 5 or 8, of u32 or u64. What is left behind the last whole one is not touched.
template <class T>
[[nodiscard]] CubCall inclusiveTupleSum(unsigned size, const T* input, T* output, uint32_t count);
// Sums of sums of ..., of u32 or u64: `order` scans, from the second in place.
template <class T>
[[nodiscard]] CubCall repeatedSum(unsigned order, const T* input, T* output, uint32_t count);
// Of u16, u32 or u64, by all bits; the input stays as it is.
template <class T>
[[nodiscard]] CubCall sortKeys(const T* input, T* output, uint32_t count);
template <class T>
[[nodiscard]] CubCall sortPairs(const T* input, T* output, const uint32_t* values, uint32_t* sortedValues,
                                uint32_t count);
// Of the keys between each two of `segments` + 1 offsets. It waits for the device, so that no graph can have it.
[[nodiscard]] CubCall sortSegments(const uint32_t* input, uint32_t* output, const uint32_t* offsets, uint32_t segments,
                                   uint32_t count);

} // namespace bench

#endif
