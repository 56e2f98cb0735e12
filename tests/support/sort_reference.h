// Sorts on the CPU, and keys for tests of sorts.
#ifndef VKSCAN_TESTS_SORT_REFERENCE_H
#define VKSCAN_TESTS_SORT_REFERENCE_H

#include "reference.h"

#include <vkscan/radix_sort.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

namespace testing_support {

template <class Function>
void withKeyType(vkscan::ElementType type, const Function& function)
{
    if (type == vkscan::ElementType::U16)
        function.template operator()<uint16_t>();
    else
        withType(type, function);
}

// An unsigned integer of the key's size with the key's order.
template <class T>
auto orderedBits(T key)
{
    using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
    constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
    const auto bits = std::bit_cast<Bits>(key);
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<Bits>((bits & kSign) != 0 ? ~bits : bits | kSign);
    else
        return static_cast<Bits>(std::is_signed_v<T> ? bits ^ kSign : bits);
}

// The permutation: indices of keys in order, separately for keys before, between and after the offsets.
template <class T>
std::vector<uint32_t> referenceOrder(const vkscan::RadixSortDesc& desc, const std::vector<T>& keys, uint64_t count,
                                     std::vector<uint32_t> offsets)
{
    const uint32_t keyBits = sizeof(T) * 8;
    const uint32_t endBit = std::min(desc.endBit, keyBits);
    std::vector<uint64_t> sorted(count); // keys' sorted bits
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t below = endBit == 64 ? ~uint64_t{0} : (uint64_t{1} << endBit) - 1;
        sorted[i] = desc.firstBit < 64 ? (uint64_t{orderedBits(keys[i])} & below) >> desc.firstBit : 0;
    }
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    offsets.push_back(static_cast<uint32_t>(count));
    uint64_t first = 0;
    for (const uint32_t offset : offsets) {
        const uint64_t end = std::min<uint64_t>(offset, count);
        std::stable_sort(order.begin() + first, order.begin() + end, [&](uint32_t a, uint32_t b) {
            return desc.descending ? sorted[a] > sorted[b] : sorted[a] < sorted[b];
        });
        first = end;
    }
    return order;
}

// Keys of any bits, floats including every special value; keys with few distinct values repeat.
template <class T>
std::vector<T> randomKeys(uint64_t count, uint32_t distinct = 0)
{
    using Bits = decltype(orderedBits(T{}));
    constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
    std::mt19937_64 random(count + distinct);
    std::vector<T> some;
    if constexpr (std::is_floating_point_v<T>) {
        const T infinity = std::numeric_limits<T>::infinity();
        const auto nan = std::bit_cast<Bits>(std::numeric_limits<T>::quiet_NaN());
        some = {T{0},
                -T{0},
                infinity,
                -infinity,
                std::bit_cast<T>(nan),
                std::bit_cast<T>(static_cast<Bits>(nan | kSign)),
                std::bit_cast<T>(static_cast<Bits>(nan | 1)),
                std::numeric_limits<T>::denorm_min(),
                T{1},
                -T{1}};
    } else {
        some = {T{0}, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), static_cast<T>(-1), T{1}};
    }
    std::vector<T> keys(count);
    for (T& key : keys) {
        const uint64_t word = random();
        key = word % 8 == 0 ? some[word / 8 % some.size()] : std::bit_cast<T>(static_cast<Bits>(random()));
    }
    if (distinct > 0)
        for (uint64_t i = distinct; i < count; ++i)
            keys[i] = keys[random() % distinct];
    return keys;
}

// Offsets of segments of `mean` keys on average, at random up to twice that; some are empty.
inline std::vector<uint32_t> offsetsOf(uint64_t count, uint32_t mean, uint32_t begin = 0)
{
    std::mt19937 random(mean);
    std::vector<uint32_t> offsets = {begin};
    while (offsets.back() < count)
        offsets.push_back(offsets.back() +
                          static_cast<uint32_t>(random() % (2 * mean + 1)) * (random() % 8 == 0 ? 0 : 1));
    return offsets;
}

} // namespace testing_support

#endif
