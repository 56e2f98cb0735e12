#include "cub_calls.h"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <cuda/functional>

#include <stdexcept>

namespace bench {

namespace {

// Aligned as far as the size allows, so that CUB can load vectors.
template <class T, unsigned Size, std::size_t Bytes = Size * sizeof(T)>
struct alignas(Bytes % 16 == 0  ? 16
               : Bytes % 8 == 0 ? 8
                                : 4) Tuple {
    T members[Size];
};

struct AddTuples {
    template <class T, unsigned Size>
    __host__ __device__ Tuple<T, Size> operator()(Tuple<T, Size> earlier, const Tuple<T, Size>& later) const
    {
#pragma unroll
        for (unsigned i = 0; i < Size; ++i)
            earlier.members[i] += later.members[i];
        return earlier;
    }
};

struct IsMasked {
    __host__ __device__ bool operator()(uint32_t value) const { return (value & kSelectMask) != 0; }
};

template <unsigned Size, class T>
CubCall tupleSum(const T* input, T* output, uint32_t count)
{
    const auto* from = reinterpret_cast<const Tuple<T, Size>*>(input);
    auto* to = reinterpret_cast<Tuple<T, Size>*>(output);
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, from, to, AddTuples{}, count / Size, stream);
    };
}

} // namespace

std::string cubVersion()
{
    return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
           std::to_string(CUB_SUBMINOR_VERSION);
}

template <class T>
CubCall inclusiveSum(const T* input, T* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceScan::InclusiveSum(scratch, bytes, input, output, count, stream);
    };
}

template CubCall inclusiveSum(const uint32_t*, uint32_t*, uint32_t);
template CubCall inclusiveSum(const int32_t*, int32_t*, uint32_t);
template CubCall inclusiveSum(const float*, float*, uint32_t);
template CubCall inclusiveSum(const uint64_t*, uint64_t*, uint32_t);
template CubCall inclusiveSum(const double*, double*, uint32_t);

CubCall exclusiveSum(const uint32_t* input, uint32_t* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, input, output, count, stream);
    };
}

CubCall inclusiveMin(const uint32_t* input, uint32_t* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, input, output, cuda::minimum<>{}, count, stream);
    };
}

CubCall sum(const uint32_t* input, uint32_t* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceReduce::Sum(scratch, bytes, input, output, count, stream);
    };
}

CubCall selectMasked(const uint32_t* input, uint32_t* output, uint64_t* outputCount, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceSelect::If(scratch, bytes, input, output, outputCount, count, IsMasked{}, stream);
    };
}

CubCall partitionMasked(const uint32_t* input, uint32_t* output, uint64_t* frontCount, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DevicePartition::If(scratch, bytes, input, output, frontCount, count, IsMasked{}, stream);
    };
}

CubCall inclusiveSumByKey(const uint32_t* keys, const uint32_t* input, uint32_t* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceScan::InclusiveSumByKey(scratch, bytes, keys, input, output, count, cuda::std::equal_to<>{},
                                                  stream);
    };
}

template <class T>
CubCall inclusiveTupleSum(unsigned size, const T* input, T* output, uint32_t count)
{
    switch (size) {
    case 2: return tupleSum<2>(input, output, count);
    case 5: return tupleSum<5>(input, output, count);
    case 8: return tupleSum<8>(input, output, count);
    default: throw std::runtime_error("there are no tuples of this size");
    }
}

template CubCall inclusiveTupleSum(unsigned, const uint32_t*, uint32_t*, uint32_t);
template CubCall inclusiveTupleSum(unsigned, const uint64_t*, uint64_t*, uint32_t);

template <class T>
CubCall repeatedSum(unsigned order, const T* input, T* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        cudaError_t error = cub::DeviceScan::InclusiveSum(scratch, bytes, input, output, count, stream);
        for (unsigned i = 1; i < order && scratch != nullptr && error == cudaSuccess; ++i)
            error = cub::DeviceScan::InclusiveSum(scratch, bytes, static_cast<const T*>(output), output, count, stream);
        return error;
    };
}

template CubCall repeatedSum(unsigned, const uint32_t*, uint32_t*, uint32_t);
template CubCall repeatedSum(unsigned, const uint64_t*, uint64_t*, uint32_t);

} // namespace bench
