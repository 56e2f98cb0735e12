#include "cub_rows.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <algorithm>

namespace bench {

namespace {

using std::to_string;

constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;

// The key at a place of the sorted output: as sort_keys.h's random ones of 2^log2, distinct if they have as many bits.
template <class T>
__device__ T sortedKey(unsigned log2, uint64_t place)
{
    constexpr unsigned kBits = 8 * sizeof(T);
    if (log2 >= kBits)
        return static_cast<T>(place >> (log2 - kBits));
    return static_cast<T>(place << (kBits - log2) | place * kFactor >> (64 - kBits) >> log2);
}

template <class T>
__device__ T inputKey(unsigned log2, uint64_t index)
{
    const uint32_t mask = (1u << log2) - 1;
    auto place = static_cast<uint32_t>(index);
    for (unsigned round = 0; round < 2; ++round) {
        place = place * 0x9e3779b1u & mask;
        place ^= place >> (log2 + 1) / 2;
    }
    return sortedKey<T>(log2, place);
}

// Sorts keys or, if they have values of 4 bytes, pairs. Values are indices, so that there is one right order.
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
        forEach(arrays, count, [=] __device__(uint64_t i) {
            keys[i] = inputKey<T>(log2, i);
            if (HasValues)
                values[i] = static_cast<uint32_t>(i);
        });
        const auto isRight = [=] __device__(uint64_t i) {
            if (sorted[i] != sortedKey<T>(log2, i))
                return false;
            return !HasValues || (sortedValues[i] < count && inputKey<T>(log2, sortedValues[i]) == sorted[i] &&
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

// Verifies that each segment ascends and has the keys it had, as far as the sum of their hashes tells.
CubRow segmentsRow(uint32_t length, uint32_t count)
{
    CubRow row = {"sort/u32/segments/" + to_string(length) + "/" + to_string(count), "DeviceSegmentedSort::SortKeys",
                  count, Yardstick::Copy, true};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t segments = count / length;
        const uint32_t* keys = arrays.input;
        uint32_t* sorted = arrays.output;
        uint32_t* offsets = arrays.input + count;
        const auto keyAt = [] __device__(uint64_t i) { return static_cast<uint32_t>(i * kFactor >> 32); };
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

} // namespace

void appendCubSorts(CubRows* rows)
{
    for (const unsigned log2 : {10u, 12u, 16u, 18u, 20u, 24u, 28u}) {
        rows->push_back(sortRow<uint32_t, false>("sort/u32/", log2));
        rows->push_back(sortRow<uint32_t, true>("sort/u32/values/", log2));
        rows->push_back(sortRow<uint16_t, true>("sort/u16/index/", log2));
        rows->push_back(sortRow<uint64_t, false>("sort/u64/", std::min(log2, 27u)));
    }
    for (const uint32_t length : {30, 1000})
        rows->push_back(segmentsRow(length, 30'000'000));
}

} // namespace bench
