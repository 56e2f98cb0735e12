#include "cuda_kernels.h"

namespace bench {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kRows = 4; // vectors a thread

__global__ void __launch_bounds__(kThreads) copyVectors(const uint4* source, uint4* destination, uint64_t vectors)
{
    const uint64_t first = uint64_t{blockIdx.x} * (kThreads * kRows) + threadIdx.x;
    if (first + (kRows - 1) * kThreads < vectors) {
        uint4 values[kRows];
#pragma unroll
        for (unsigned row = 0; row < kRows; ++row)
            values[row] = source[first + row * kThreads];
#pragma unroll
        for (unsigned row = 0; row < kRows; ++row)
            destination[first + row * kThreads] = values[row];
    } else {
        for (uint64_t i = first; i < vectors; i += kThreads)
            destination[i] = source[i];
    }
}

template <class T>
__global__ void gather(const T* values, const uint64_t* indices, std::size_t count, T* gathered)
{
    const std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i < count)
        gathered[i] = values[indices[i]];
}

// As randomBits of reference.h.
__device__ uint64_t bitsOf(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

template <class T>
__global__ void checkSums(const T* results, std::size_t count, unsigned order, unsigned tupleSize, uint32_t* firstWrong)
{
    const std::size_t index = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
    if (index >= count)
        return;
    T difference = 0;
    T coefficient = 1; // binomial
    for (unsigned i = 0; i <= order && i * tupleSize <= index; ++i) {
        const T term = coefficient * results[index - i * tupleSize];
        difference += i % 2 == 0 ? term : T{0} - term;
        coefficient = coefficient * (order - i) / (i + 1);
    }
    if (difference != static_cast<T>(bitsOf(index)))
        atomicMin(firstWrong, static_cast<uint32_t>(index));
}

unsigned groupsOf(uint64_t items, unsigned each)
{
    return static_cast<unsigned>((items + each - 1) / each);
}

} // namespace

cudaError_t enqueueCopy(const void* source, void* destination, std::size_t bytes, cudaStream_t stream)
{
    const uint64_t vectors = (bytes + sizeof(uint4) - 1) / sizeof(uint4);
    copyVectors<<<groupsOf(vectors, kThreads * kRows), kThreads, 0, stream>>>(
        static_cast<const uint4*>(source), static_cast<uint4*>(destination), vectors);
    return cudaGetLastError();
}

template <class T>
cudaError_t enqueueGather(const T* values, const uint64_t* indices, std::size_t count, T* gathered, cudaStream_t stream)
{
    gather<<<groupsOf(count, kThreads), kThreads, 0, stream>>>(values, indices, count, gathered);
    return cudaGetLastError();
}

template <class T>
cudaError_t enqueueSumCheck(const T* results, std::size_t count, unsigned order, unsigned tupleSize,
                            uint32_t* firstWrong, cudaStream_t stream)
{
    checkSums<<<groupsOf(count, kThreads), kThreads, 0, stream>>>(results, count, order, tupleSize, firstWrong);
    return cudaGetLastError();
}

template cudaError_t enqueueSumCheck(const uint32_t*, std::size_t, unsigned, unsigned, uint32_t*, cudaStream_t);
template cudaError_t enqueueSumCheck(const uint64_t*, std::size_t, unsigned, unsigned, uint32_t*, cudaStream_t);
template cudaError_t enqueueGather(const uint32_t*, const uint64_t*, std::size_t, uint32_t*, cudaStream_t);
template cudaError_t enqueueGather(const int32_t*, const uint64_t*, std::size_t, int32_t*, cudaStream_t);
template cudaError_t enqueueGather(const float*, const uint64_t*, std::size_t, float*, cudaStream_t);
template cudaError_t enqueueGather(const uint64_t*, const uint64_t*, std::size_t, uint64_t*, cudaStream_t);
template cudaError_t enqueueGather(const double*, const uint64_t*, std::size_t, double*, cudaStream_t);

} // namespace bench
