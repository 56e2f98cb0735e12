#include "cub_rows.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cub/version.cuh>

#if CUB_VERSION >= 300500
#include <cub/device/device_batched_topk.cuh>
#include <cub/device/device_topk.cuh>
#include <cuda/argument>
#include <cuda/execution>
#include <cuda/iterator>
#include <cuda/std/execution>
#include <cuda/stream_ref>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#endif

#include <algorithm>

namespace bench {

namespace {

using std::to_string;

// Sorts keys or, if they have values of 4 bytes, pairs. Values are indices, so that only one order is right.
template <class T, bool HasValues>
CubRow sortRow(const std::string& name, unsigned log2)
{
    const uint32_t count = uint32_t{1} << log2;
    CubRow row = {name + to_string(count), HasValues ? "DeviceRadixSort::SortPairs" : "DeviceRadixSort::SortKeys",
                  count};
    row.bind = [=](const Arrays& arrays) {
        constexpr int kBits = 8 * sizeof(T);
        const std::size_t keyWords = (count * sizeof(T) + 255) / 256 * 64;
        auto* keys = reinterpret_cast<T*>(arrays.input);
        auto* sorted = reinterpret_cast<T*>(arrays.output);
        uint32_t* values = arrays.input + keyWords;
        uint32_t* sortedValues = arrays.output + keyWords;
        const Numbers numbers = {.kind = kRandomKeys, .bytes = sizeof(T), .count = count};
        forEach(arrays, count, [=] __device__(uint64_t i) {
            keys[i] = static_cast<T>(numberAt(numbers, i));
            if (HasValues)
                values[i] = static_cast<uint32_t>(i);
        });
        const auto isRight = [=] __device__(uint64_t i) {
            if (sorted[i] != static_cast<T>(sortedKey(numbers, i)))
                return false;
            return !HasValues ||
                   (sortedValues[i] < count && static_cast<T>(numberAt(numbers, sortedValues[i])) == sorted[i] &&
                    (i == 0 || sorted[i - 1] != sorted[i] || sortedValues[i - 1] < sortedValues[i]));
        };
        const T* from = keys;
        Bound bound = {2 * count * (sizeof(T) + (HasValues ? sizeof(uint32_t) : 0))};
        if constexpr (HasValues)
            bound.call = VKSCAN_CUB_CALL(DeviceRadixSort::SortPairs, from, sorted, static_cast<const uint32_t*>(values),
                                         sortedValues, count, 0, kBits);
        else
            bound.call = VKSCAN_CUB_CALL(DeviceRadixSort::SortKeys, from, sorted, count, 0, kBits);
        bound.verify = [=] { verifyEach(arrays, count, isRight); };
        return bound;
    };
    return row;
}

// Verifies that each segment ascends and that the sum of its keys' hashes is unchanged.
CubRow segmentsRow(uint32_t length, uint32_t count)
{
    CubRow row = {"sort/u32/segments/" + to_string(length) + "/" + to_string(count), "DeviceSegmentedSort::SortKeys",
                  count, Yardstick::Copy, true};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t segments = count / length;
        const uint32_t* keys = arrays.input;
        uint32_t* sorted = arrays.output;
        uint32_t* offsets = arrays.input + count;
        const auto keyAt = [] __device__(uint64_t i) {
            return static_cast<uint32_t>(numberAt({.kind = kKeysOfSegments, .bytes = 4}, i));
        };
        forEach(arrays, count, [=, to = arrays.input] __device__(uint64_t i) { to[i] = keyAt(i); });
        forEach(arrays, segments + 1, [=] __device__(uint64_t i) { offsets[i] = static_cast<uint32_t>(i * length); });
        const auto isRight = [=] __device__(uint64_t segment) {
            uint64_t difference = 0;
            bool ascends = true;
            for (uint64_t i = segment * length; i < (segment + 1) * length; ++i) {
                difference += randomBits(sorted[i]) - randomBits(keyAt(i));
                ascends = ascends && (i % length == 0 || sorted[i - 1] <= sorted[i]);
            }
            return ascends && difference == 0;
        };
        return Bound{2 * count * sizeof(uint32_t),
                     VKSCAN_CUB_CALL(DeviceSegmentedSort::SortKeys, keys, sorted, static_cast<int>(count),
                                     static_cast<int>(segments), offsets, offsets + 1),
                     [=] { verifyEach(arrays, segments, isRight); }};
    };
    return row;
}

#if CUB_VERSION >= 300500
// The smallest keys and their indices. CUB leaves them in any order, and which of equal keys it takes is not
// determined.
CubRow topKRow(uint32_t k, uint32_t kind, const std::string& kindName, uint32_t count)
{
    CubRow row = {"top_k/u32/k" + to_string(k) + kindName + "/" + to_string(count), "DeviceTopK::MinPairs", count,
                  Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t* keys = arrays.input;
        uint32_t* output = arrays.output;
        uint32_t* indices = arrays.output + k;
        uint32_t* seen = arrays.expected;
        const Numbers numbers = {.kind = kind, .bytes = 4, .count = count};
        forEach(arrays, count,
                [=, to = arrays.input] __device__(uint64_t i) { to[i] = static_cast<uint32_t>(numberAt(numbers, i)); });
        const auto isRight = [=] __device__(uint64_t i) {
            return indices[i] < count && atomicAdd(&seen[indices[i]], 1u) == 0 &&
                   static_cast<uint32_t>(numberAt(numbers, indices[i])) == output[i] &&
                   output[i] <= static_cast<uint32_t>(sortedKey(numbers, k - 1));
        };
        const auto call = [=](Cub c) {
            const cuda::std::execution::env environment{
                cuda::stream_ref{c.stream}, cuda::execution::require(cuda::execution::determinism::not_guaranteed,
                                                                     cuda::execution::output_ordering::unsorted)};
            return cub::DeviceTopK::MinPairs(c.scratch, c.bytes, keys, output, thrust::counting_iterator<uint32_t>(0),
                                             indices, count, k, environment);
        };
        return Bound{count * sizeof(uint32_t), call, [=] {
                         forEach(arrays, count, [=] __device__(uint64_t i) { seen[i] = 0; });
                         verifyEach(arrays, k, isRight);
                     }};
    };
    return row;
}

// The order of a key of 4 bytes, or of a half, with these bits.
__device__ uint32_t orderOf(uint32_t bits)
{
    return bits;
}
__device__ uint32_t orderOf(uint16_t bits)
{
    return (bits & 0x8000) != 0 ? ~bits & 0xffff : bits | 0x8000;
}

// The smallest keys of each row, and their indices in it. A selection is right if it has all keys before its last one.
template <class Bits, uint32_t K, uint32_t Length>
CubRow topKOfRowsRow(uint32_t count, uint32_t kind = kAnyBits)
{
    CubRow row = {std::string("top_k/") + (sizeof(Bits) == 2 ? "f16" : "u32") + "/k" + to_string(K) +
                      (kind == kEqualKeys ? "/equal" : "") + "/rows/" + to_string(Length) + "/" + to_string(count),
                  "DeviceBatchedTopK::MinPairs", count, Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t rows = count / Length;
        using Key = std::conditional_t<sizeof(Bits) == 2, __half, uint32_t>;
        auto* keys = reinterpret_cast<Bits*>(arrays.input);
        auto* output = reinterpret_cast<Bits*>(arrays.output);
        uint32_t* indices = arrays.output + rows * K;
        uint32_t* seen = arrays.expected;
        const Numbers numbers = {.kind = kind, .bytes = sizeof(Bits), .count = count};
        forEach(arrays, count, [=] __device__(uint64_t i) { keys[i] = static_cast<Bits>(numberAt(numbers, i)); });
        const auto isRight = [=] __device__(uint64_t r) {
            const Bits* found = output + r * K;
            uint32_t last = 0;
            for (uint32_t i = 0; i < K; ++i) {
                const uint32_t index = indices[r * K + i];
                if (index >= Length || atomicAdd(&seen[r * Length + index], 1u) != 0 ||
                    orderOf(keys[r * Length + index]) != orderOf(found[i]))
                    return false;
                last = orderOf(found[i]) > last ? orderOf(found[i]) : last;
            }
            uint32_t before = 0;
            for (uint32_t i = 0; i < K; ++i)
                before += orderOf(found[i]) < last ? 1 : 0;
            for (uint32_t i = 0; i < Length; ++i)
                before -= orderOf(keys[r * Length + i]) < last ? 1 : 0;
            return before == 0;
        };
        const auto call = [=](Cub c) {
            const cuda::std::execution::env environment{
                cuda::stream_ref{c.stream}, cuda::execution::require(cuda::execution::determinism::not_guaranteed,
                                                                     cuda::execution::tie_break::unspecified,
                                                                     cuda::execution::output_ordering::unsorted)};
            const auto rowsOf = [](auto* array, int64_t length) {
                return cuda::make_strided_iterator(cuda::make_counting_iterator(array), length);
            };
            return cub::DeviceBatchedTopK::MinPairs(
                c.scratch, c.bytes, rowsOf(reinterpret_cast<const Key*>(keys), Length),
                rowsOf(reinterpret_cast<Key*>(output), K),
                cuda::make_constant_iterator(cuda::make_counting_iterator(uint32_t{0})), rowsOf(indices, K),
                cuda::args::constant<int{Length}>{}, cuda::args::constant<int{K}>{},
                cuda::args::immediate{int64_t{rows}}, environment);
        };
        return Bound{count * sizeof(Bits), call, [=] {
                         forEach(arrays, count, [=] __device__(uint64_t i) { seen[i] = 0; });
                         verifyEach(arrays, rows, isRight);
                     }};
    };
    return row;
}
#endif

} // namespace

void appendCubSorts(CubRows* rows)
{
#if CUB_VERSION >= 300500
    for (const uint32_t k : {64u, 1024u, 65536u}) {
        for (const unsigned log2 : {16u, 20u, 24u, 28u})
            rows->push_back(topKRow(k, kRandomKeys, "", uint32_t{1} << log2));
        for (const auto& [kind, name] : {std::pair{kZipfKeys, "/zipf"}, std::pair{kEqualKeys, "/equal"}})
            rows->push_back(topKRow(k, kind, name, uint32_t{1} << 24));
    }
    constexpr uint32_t kLarge = 1 << 28;
    constexpr uint32_t kMiddle = 1 << 24;
    constexpr uint32_t kVocabularies = 129 * 129280;
    rows->insert(rows->end(),
                 {topKOfRowsRow<uint32_t, 64, 1024>(1 << 20), topKOfRowsRow<uint32_t, 64, 1024>(kLarge),
                  topKOfRowsRow<uint32_t, 64, 4096>(kLarge), topKOfRowsRow<uint32_t, 64, 65536>(kLarge),
                  topKOfRowsRow<uint32_t, 512, 65536>(kLarge), topKOfRowsRow<uint32_t, 64, 65536>(kLarge, kEqualKeys),
                  topKOfRowsRow<uint32_t, 2048, 65536>(kMiddle), topKOfRowsRow<uint32_t, 64, 1024>(kMiddle, kEqualKeys),
                  topKOfRowsRow<uint32_t, 8, 32>(kMiddle), topKOfRowsRow<uint32_t, 8, 64>(kMiddle),
                  topKOfRowsRow<uint32_t, 8, 256>(kMiddle), topKOfRowsRow<uint32_t, 64, 256>(kMiddle),
                  topKOfRowsRow<uint16_t, 8, 256>(kMiddle), topKOfRowsRow<uint16_t, 64, 65536>(kMiddle),
                  topKOfRowsRow<uint32_t, 1024, 129280>(kVocabularies),
                  topKOfRowsRow<uint32_t, 2048, 129280>(kVocabularies)});
#endif
    for (const unsigned log2 : {10u, 12u, 16u, 18u, 20u, 24u, 28u}) {
        rows->push_back(sortRow<uint32_t, false>("sort/u32/", log2));
        rows->push_back(sortRow<uint32_t, true>("sort/u32/values/", log2));
        rows->push_back(sortRow<uint16_t, true>("sort/u16/index/", log2));
        if (log2 % 4 == 0 && log2 > 12)
            rows->push_back(sortRow<uint8_t, false>("sort/u8/", log2));
        rows->push_back(sortRow<uint64_t, false>("sort/u64/", std::min(log2, 27u)));
    }
    for (const uint32_t length : {30, 1000})
        rows->push_back(segmentsRow(length, 30'000'000));
}

} // namespace bench
