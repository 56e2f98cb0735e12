// Arrays whose elements have fewer bytes in memory, widened and narrowed on the host.
#ifndef VKSCAN_TESTS_STORED_VALUES_H
#define VKSCAN_TESTS_STORED_VALUES_H

#include "axis_values.h"
#include "reference.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace testing_support {

// The stored types with sizes of their own.
[[nodiscard]] inline std::vector<vkscan::StoredType> smallTypes()
{
    return valuesOf(vkscan::kStoredTypes, [](const vkscan::StoredTypeRow& row) { return row.bytes > 0; });
}

// The stored types of an operation's input and output.
struct StoredPair {
    vkscan::StoredType input;
    vkscan::StoredType output;
};

// Pairs with the small type on either side or both, and with the other type that is widened to the same one.
[[nodiscard]] inline std::vector<StoredPair> storedPairs(vkscan::StoredType small)
{
    std::vector<StoredPair> pairs = {{small, vkscan::StoredType::Same}, {vkscan::StoredType::Same, small}};
    for (const vkscan::StoredType other : smallTypes())
        if (findRow(vkscan::kStoredTypes, other)->type == findRow(vkscan::kStoredTypes, small)->type)
            pairs.push_back({small, other});
    return pairs;
}

[[nodiscard]] inline vkscan::ElementType widenedType(vkscan::StoredType stored)
{
    return findRow(vkscan::kStoredTypes, stored)->type;
}

template <class T>
[[nodiscard]] std::size_t bytesOf(vkscan::StoredType stored)
{
    const uint32_t bytes = findRow(vkscan::kStoredTypes, stored)->bytes;
    return bytes > 0 ? bytes : sizeof(T);
}

// Rounds to the nearest half, ties to even, in f64, unlike kernels.
[[nodiscard]] inline uint16_t halfOf(float value)
{
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(static_cast<double>(value));
    if (std::isnan(value))
        return 0x7e00;
    if (magnitude == 0)
        return sign;
    if (std::isinf(value))
        return sign | 0x7c00;
    const int exponent = std::max(std::ilogb(magnitude), -14);
    const auto steps = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent))); // multiples of
                                                                                               // 2^(exponent - 10)
    const int bits = steps + (exponent + 14) * 1024;
    return static_cast<uint16_t>(sign | std::min(bits, 0x7c00));
}

[[nodiscard]] inline float floatOfHalf(uint16_t half)
{
    const int exponent = half >> 10 & 31;
    const int fraction = half & 1023;
    const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 31)
        return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
    return sign * std::ldexp(static_cast<float>(exponent > 0 ? fraction + 1024 : fraction), std::max(exponent, 1) - 25);
}

// The bytes of an array with these values.
template <class T>
[[nodiscard]] std::vector<unsigned char> storedBytesOf(vkscan::StoredType stored, const std::vector<T>& values)
{
    const std::size_t bytes = bytesOf<T>(stored);
    std::vector<unsigned char> array(values.size() * bytes);
    for (std::size_t i = 0; i < values.size(); ++i) {
        unsigned char own[sizeof(T)];
        std::memcpy(own, &values[i], sizeof(T)); // little-endian: the low bytes are first
        if constexpr (std::is_same_v<T, float>) {
            const uint16_t half = halfOf(values[i]);
            if (stored == vkscan::StoredType::F16)
                std::memcpy(own, &half, sizeof(half));
        } else if constexpr (std::is_same_v<T, double>) {
            const auto narrow = static_cast<float>(values[i]);
            if (stored == vkscan::StoredType::F32)
                std::memcpy(own, &narrow, sizeof(narrow));
        }
        std::memcpy(array.data() + i * bytes, own, bytes);
    }
    return array;
}

// The values of such an array.
template <class T>
[[nodiscard]] std::vector<T> valuesOfBytes(vkscan::StoredType stored, const std::vector<unsigned char>& array)
{
    const std::size_t bytes = bytesOf<T>(stored);
    std::vector<T> values(array.size() / bytes);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const unsigned char* const from = array.data() + i * bytes;
        const bool isNegative = std::is_signed_v<T> && (from[bytes - 1] & 0x80) != 0;
        unsigned char own[sizeof(T)];
        std::memset(own, isNegative ? 0xff : 0, sizeof(T));
        std::memcpy(own, from, bytes);
        std::memcpy(static_cast<void*>(&values[i]), own, sizeof(T));
        if constexpr (std::is_same_v<T, float>) {
            uint16_t half;
            std::memcpy(&half, from, sizeof(half));
            if (stored == vkscan::StoredType::F16)
                values[i] = floatOfHalf(half);
        } else if constexpr (std::is_same_v<T, double>) {
            float narrow;
            std::memcpy(&narrow, from, sizeof(narrow));
            if (stored == vkscan::StoredType::F32)
                values[i] = static_cast<double>(narrow);
        }
    }
    return values;
}

// Values after storing and loading: narrowed, and widened again.
template <class T>
[[nodiscard]] std::vector<T> storedValues(vkscan::StoredType stored, vkscan::Op op, std::size_t count, uint32_t seed)
{
    return valuesOfBytes<T>(stored, storedBytesOf(stored, randomValues<T>(op, count, seed)));
}

} // namespace testing_support

#endif
