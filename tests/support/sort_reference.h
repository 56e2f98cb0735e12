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

// The bits of a float of 16 bits.
template <uint16_t infinity>
struct SmallFloat {
    uint16_t bits = 0;
    friend bool operator==(SmallFloat, SmallFloat) = default;
};
using Half = SmallFloat<0x7c00>;
using Bfloat = SmallFloat<0x7f80>;

template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 1, uint8_t,
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

// The bits of infinity; 0 for integers.
template <class T>
constexpr BitsOf<T> infinityBits()
{
    if constexpr (std::is_floating_point_v<T>)
        return std::bit_cast<BitsOf<T>>(std::numeric_limits<T>::infinity());
    else if constexpr (std::is_same_v<T, Half>)
        return 0x7c00;
    else if constexpr (std::is_same_v<T, Bfloat>)
        return 0x7f80;
    else
        return 0;
}

template <class Function>
void withKeyType(vkscan::ElementType type, const Function& function)
{
    switch (type) {
    case vkscan::ElementType::U8: return function.template operator()<uint8_t>();
    case vkscan::ElementType::I8: return function.template operator()<int8_t>();
    case vkscan::ElementType::U16: return function.template operator()<uint16_t>();
    case vkscan::ElementType::I16: return function.template operator()<int16_t>();
    case vkscan::ElementType::F16: return function.template operator()<Half>();
    case vkscan::ElementType::BF16: return function.template operator()<Bfloat>();
    case vkscan::ElementType::U32:
    case vkscan::ElementType::I32:
    case vkscan::ElementType::F32:
    case vkscan::ElementType::U64:
    case vkscan::ElementType::I64:
    case vkscan::ElementType::F64: return withType(type, function);
    }
}

// An unsigned integer of the key's size with the key's order.
template <class T>
auto orderedBits(const vkscan::RadixSortDesc& desc, T key)
{
    using Bits = BitsOf<T>;
    constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(T) * 8 - 1));
    constexpr Bits kInfinity = infinityBits<T>();
    const auto bits = std::bit_cast<Bits>(key);
    if constexpr (kInfinity != 0) {
        const auto magnitude = static_cast<Bits>(bits & ~kSign);
        if (desc.nansLast && magnitude > kInfinity)
            return static_cast<Bits>(desc.descending ? 0 : ~Bits{0});
        if (desc.equalZeros && magnitude == 0)
            return kSign;
        return static_cast<Bits>((bits & kSign) != 0 ? ~bits : bits | kSign);
    } else {
        return static_cast<Bits>(std::is_signed_v<T> ? bits ^ kSign : bits);
    }
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
        sorted[i] = desc.firstBit < 64 ? (uint64_t{orderedBits(desc, keys[i])} & below) >> desc.firstBit : 0;
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
    using Bits = BitsOf<T>;
    constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(T) * 8 - 1));
    constexpr Bits kInfinity = infinityBits<T>();
    std::mt19937_64 random(count + distinct);
    std::vector<T> some;
    if constexpr (kInfinity != 0) {
        // Zeros, the least number, one that is finite, infinities, NaNs.
        for (const Bits magnitude : {Bits{0}, Bits{1}, static_cast<Bits>(kInfinity / 2), kInfinity,
                                     static_cast<Bits>(kInfinity + 1), static_cast<Bits>(kInfinity | kInfinity / 2)})
            for (const Bits sign : {Bits{0}, kSign})
                some.push_back(std::bit_cast<T>(static_cast<Bits>(magnitude | sign)));
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
