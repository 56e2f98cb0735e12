// The numbers that are scanned, and what their scans must be: made up by index, so that an array of any length costs
// the host almost no memory.
#ifndef VKSCAN_BENCH_REFERENCE_H
#define VKSCAN_BENCH_REFERENCE_H

#include <vkscan/types.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace bench {

// splitmix64 (Steele, Lea, Flood 2014): 64 random-looking bits of an index.
inline uint64_t randomBits(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

// A power of two from 1/256 to 256, of either sign.
template <class T>
T powerAt(uint64_t index)
{
    const uint64_t bits = randomBits(index);
    return static_cast<T>(std::ldexp(bits % 2 == 0 ? 1.0 : -1.0, static_cast<int>(bits / 2 % 17) - 8));
}

// Ones, but zero in bit k from number 2^k - 1 on, so that the prefixes of And change as often as they can. Bits that
// are zero in the prefix already are any.
template <class T>
T clearingBits(uint64_t index)
{
    const auto last = static_cast<int>(std::bit_width(index + 1)) - 1;
    const uint64_t above = ~uint64_t{0} << 1 << last;
    const uint64_t below = std::has_single_bit(index + 1) ? (uint64_t{1} << last) - 1 : ~above;
    return static_cast<T>(above | (randomBits(index) & below));
}

// Minima that go on falling to the end, where numbers are precise enough.
template <class T>
T fallingAt(uint64_t index)
{
    const uint64_t bits = randomBits(index);
    const bool isLow = bits % 8 == 0;
    if constexpr (std::is_floating_point_v<T>)
        return -static_cast<T>(index) * (isLow ? T{1} : static_cast<T>(bits % 4096) / T{4096});
    else
        return static_cast<T>((std::numeric_limits<T>::max() - static_cast<T>(index)) |
                              (isLow ? T{0} : static_cast<T>(bits)));
}

// What is scanned. Results tell as much as the operator allows: sums of any bits for integers and of integers from -8
// to 8 for floats, whose random walk stays where they are exact; products of odd numbers, and of quotients of powers,
// which are such quotients again.
template <class T>
T elementAt(vkscan::Op op, uint64_t index)
{
    const uint64_t bits = randomBits(index);
    switch (op) {
    case vkscan::Op::Multiply:
        if constexpr (std::is_floating_point_v<T>)
            return powerAt<T>(index + 1) / powerAt<T>(index);
        else
            return static_cast<T>(bits | 1);
    case vkscan::Op::Min: return fallingAt<T>(index);
    case vkscan::Op::Max:
        if constexpr (std::is_floating_point_v<T>)
            return -fallingAt<T>(index);
        else
            return static_cast<T>(~fallingAt<T>(index));
    case vkscan::Op::And: return clearingBits<T>(index);
    case vkscan::Op::Or: return static_cast<T>(~static_cast<uint64_t>(clearingBits<T>(index)));
    default:
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>(static_cast<int>(bits % 17) - 8);
        else
            return static_cast<T>(bits);
    }
}

template <class T>
T combine(vkscan::Op op, T earlier, T later)
{
    if (op == vkscan::Op::Min)
        return std::min(earlier, later);
    if (op == vkscan::Op::Max)
        return std::max(earlier, later);
    if constexpr (std::is_integral_v<T>) {
        // Without a sign and not narrower than int, so that nothing overflows.
        const auto a = static_cast<std::make_unsigned_t<T>>(earlier);
        const auto b = static_cast<std::make_unsigned_t<T>>(later);
        switch (op) {
        case vkscan::Op::Multiply: return static_cast<T>(a * b);
        case vkscan::Op::And: return static_cast<T>(a & b);
        case vkscan::Op::Or: return static_cast<T>(a | b);
        case vkscan::Op::Xor: return static_cast<T>(a ^ b);
        default: return static_cast<T>(a + b);
        }
    } else {
        return op == vkscan::Op::Multiply ? earlier * later : earlier + later;
    }
}

// The number that changes no other.
template <class T>
T identityOf(vkscan::Op op)
{
    constexpr bool kIsFloat = std::is_floating_point_v<T>;
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case vkscan::Op::Multiply: return T{1};
    case vkscan::Op::Min: return kIsFloat ? Limits::infinity() : Limits::max();
    case vkscan::Op::Max: return kIsFloat ? -Limits::infinity() : Limits::lowest();
    case vkscan::Op::And: return kIsFloat ? T{0} : static_cast<T>(~uint64_t{0});
    default: return T{0};
    }
}

// What a sum grew by.
template <class T>
T difference(T later, T earlier)
{
    if constexpr (std::is_integral_v<T>) {
        using Bits = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<Bits>(later) - static_cast<Bits>(earlier));
    } else {
        return later - earlier;
    }
}

// Serial prefixes of the numbers, remembered at every kBlock-th.
template <class T>
class Reference {
public:
    explicit Reference(vkscan::Op op) : m_op(op) { m_prefixes.push_back(identityOf<T>(op)); }

    [[nodiscard]] vkscan::Op op() const { return m_op; }

    // All numbers before the end of a walk, combined; cheap where the end moves on step by step.
    class Walk {
    public:
        explicit Walk(Reference& reference) : m_reference(reference), m_value(reference.m_prefixes[0]) {}

        T to(uint64_t end)
        {
            if (end < m_end || end - m_end >= kBlock) {
                m_end = end / kBlock * kBlock;
                m_value = m_reference.blockPrefix(end / kBlock);
            }
            for (; m_end < end; ++m_end)
                m_value = combine(m_reference.m_op, m_value, elementAt<T>(m_reference.m_op, m_end));
            return m_value;
        }

    private:
        Reference& m_reference;
        uint64_t m_end = 0;
        T m_value;
    };

private:
    static constexpr uint64_t kBlock = 1024;

    T blockPrefix(uint64_t block)
    {
        while (m_prefixes.size() <= block) {
            T value = m_prefixes.back();
            const uint64_t first = (m_prefixes.size() - 1) * kBlock;
            for (uint64_t i = first; i < first + kBlock; ++i) {
                value = combine(m_op, value, elementAt<T>(m_op, i));
                m_low = std::min(m_low, value);
                m_high = std::max(m_high, value);
            }
            // Any range's sum is the difference of two prefixes; while that is exact, so is every order of adding.
            if constexpr (std::is_floating_point_v<T>)
                if (m_op == vkscan::Op::Add &&
                    m_high - m_low >= static_cast<T>(uint64_t{1} << std::numeric_limits<T>::digits))
                    throw std::runtime_error("the reference sums are not exact any more");
            m_prefixes.push_back(value);
        }
        return m_prefixes[block];
    }

    vkscan::Op m_op;
    std::vector<T> m_prefixes;
    T m_low = 0;
    T m_high = 0;
};

} // namespace bench

#endif
