#include "cub_calls.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

namespace bench {

template <class T>
CubCall sortKeys(const T* input, T* output, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        constexpr int kBits = 8 * sizeof(T);
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, input, output, count, 0, kBits, stream);
    };
}

template CubCall sortKeys(const uint16_t*, uint16_t*, uint32_t);
template CubCall sortKeys(const uint32_t*, uint32_t*, uint32_t);
template CubCall sortKeys(const uint64_t*, uint64_t*, uint32_t);

template <class T>
CubCall sortPairs(const T* input, T* output, const uint32_t* values, uint32_t* sortedValues, uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        constexpr int kBits = 8 * sizeof(T);
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, input, output, values, sortedValues, count, 0, kBits,
                                               stream);
    };
}

template CubCall sortPairs(const uint16_t*, uint16_t*, const uint32_t*, uint32_t*, uint32_t);
template CubCall sortPairs(const uint32_t*, uint32_t*, const uint32_t*, uint32_t*, uint32_t);
template CubCall sortPairs(const uint64_t*, uint64_t*, const uint32_t*, uint32_t*, uint32_t);

CubCall sortSegments(const uint32_t* input, uint32_t* output, const uint32_t* offsets, uint32_t segments,
                     uint32_t count)
{
    return [=](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, input, output, count, segments, offsets, offsets + 1,
                                                  stream);
    };
}

} // namespace bench
