// The serial scan that the device is held against, and values that keep it exact.
#ifndef VKSCAN_TESTS_REFERENCE_H
#define VKSCAN_TESTS_REFERENCE_H

#include <vkscan/study.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace testing_support {

template <class T>
constexpr vkscan::ElementType typeOf()
{
    if constexpr (std::is_same_v<T, uint32_t>)
        return vkscan::ElementType::U32;
    else if constexpr (std::is_same_v<T, int32_t>)
        return vkscan::ElementType::I32;
    else if constexpr (std::is_same_v<T, float>)
        return vkscan::ElementType::F32;
    else if constexpr (std::is_same_v<T, uint64_t>)
        return vkscan::ElementType::U64;
    else if constexpr (std::is_same_v<T, int64_t>)
        return vkscan::ElementType::I64;
    else
        return vkscan::ElementType::F64;
}

// Maps x -> m x + b modulo 2^16, b in the high half, one after the other: kOpTestAffine, which does not commute.
inline uint32_t composeMaps(uint32_t earlier, uint32_t later)
{
    const uint32_t factor = (later & 0xffff) * (earlier & 0xffff) & 0xffff;
    return factor | ((later & 0xffff) * (earlier >> 16) + (later >> 16)) << 16;
}

// Integers wrap around.
template <class T>
T combine(vkscan::Op op, T earlier, T later)
{
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        const U a = static_cast<U>(earlier);
        const U b = static_cast<U>(later);
        switch (op) {
        case vkscan::Op::Add: return static_cast<T>(a + b);
        case vkscan::Op::Multiply: return static_cast<T>(a * b);
        case vkscan::Op::And: return static_cast<T>(a & b);
        case vkscan::Op::Or: return static_cast<T>(a | b);
        case vkscan::Op::Xor: return static_cast<T>(a ^ b);
        default: break;
        }
    }
    switch (op) {
    case vkscan::Op::Multiply: return earlier * later;
    case vkscan::Op::Min: return std::min(earlier, later);
    case vkscan::Op::Max: return std::max(earlier, later);
    default: return earlier + later;
    }
}

template <class T>
T identity(vkscan::Op op)
{
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case vkscan::Op::Multiply: return T{1};
    case vkscan::Op::Min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case vkscan::Op::Max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    case vkscan::Op::And:
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(~T{0});
        [[fallthrough]];
    default: return T{0};
    }
}

// In scan order `combine(earlier, later)` of all before (and, inclusive, with) each element, of each member of the
// tuples; `order` times. Returns the totals: inclusive the last results, exclusive what would come next.
template <class T, class Combine>
std::vector<T> referenceScan(const std::vector<T>& input, const vkscan::study::ScanDesc& desc, T initial,
                             const Combine& combineElements, std::vector<T>* output)
{
    *output = input;
    std::vector<T> running;
    for (uint32_t pass = 0; pass < desc.order; ++pass) {
        running.assign(desc.tupleSize, initial);
        for (std::size_t step = 0; step < input.size(); ++step) {
            const std::size_t i = desc.direction == vkscan::Direction::Backward ? input.size() - 1 - step : step;
            T& sum = running[i % desc.tupleSize];
            const T next = combineElements(sum, (*output)[i]);
            (*output)[i] = desc.kind == vkscan::Kind::Exclusive ? sum : next;
            sum = next;
        }
    }
    return running;
}

// Values whose partial results tell positions apart and, for floats, are exact in any grouping: small integers to
// add; signs and neighbouring 2 and 1/2 to multiply.
template <class T>
std::vector<T> randomValues(vkscan::Op op, std::size_t count, uint32_t seed)
{
    std::minstd_rand random(seed + 1);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const uint64_t bits = uint64_t{random()} << 40 ^ uint64_t { random() } << 20 ^ random();
        if constexpr (std::is_floating_point_v<T>) {
            if (op == vkscan::Op::Multiply) {
                const bool half = i % 2 == 1 && values[i - 1] * values[i - 1] == T{4};
                const T magnitude = half ? T{0.5} : (i % 2 == 0 && bits % 4 == 0 ? T{2} : T{1});
                values[i] = bits % 3 == 0 ? -magnitude : magnitude;
            } else {
                values[i] = static_cast<T>(static_cast<int>(bits % 17)) - T{8};
            }
        } else {
            switch (op) {
            case vkscan::Op::Multiply: values[i] = static_cast<T>(bits | 1); break;
            case vkscan::Op::And: values[i] = static_cast<T>(~(bits % 97 == 0 ? uint64_t{1} << bits % 61 : 0)); break;
            case vkscan::Op::Or: values[i] = static_cast<T>(bits % 97 == 0 ? uint64_t{1} << bits % 61 : 0); break;
            default: values[i] = static_cast<T>(bits); break;
            }
        }
    }
    return values;
}

} // namespace testing_support

#endif
