// The benchmark's own kernels.
#ifndef VKSCAN_BENCH_CUDA_KERNELS_H
#define VKSCAN_BENCH_CUDA_KERNELS_H

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace bench {

// The yardstick, as copy.comp: copies `bytes`, rounded up to 16, of the source; both aligned to 16.
[[nodiscard]] cudaError_t enqueueCopy(const void* source, void* destination, std::size_t bytes, cudaStream_t stream);

// gathered[i] = values[indices[i]]
template <class T>
[[nodiscard]] cudaError_t enqueueGather(const T* values, const uint64_t* indices, std::size_t count, T* gathered,
                                        cudaStream_t stream);

// Lowers *firstWrong to the first index, below 2^32, whose result is not the inclusive sum, of the order and the tuple
// size, of what arrays are filled with for sums; of u32 or u64. As check_sums.comp.
template <class T>
[[nodiscard]] cudaError_t enqueueSumCheck(const T* results, std::size_t count, unsigned order, unsigned tupleSize,
                                          uint32_t* firstWrong, cudaStream_t stream);

} // namespace bench

#endif
