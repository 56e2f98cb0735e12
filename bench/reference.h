// The numbers that are scanned, and what their scans must be: made up by index, so that an array of any length costs
// the host almost no memory.
#ifndef VKSCAN_BENCH_REFERENCE_H
#define VKSCAN_BENCH_REFERENCE_H

#include <vkscan/types.h>

#include <algorithm>
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

// Sums of any bits for integers and of integers from -8 to 8 for floats, whose random walk stays where they are exact.
// Minima that go on falling to the end.
template <class T>
T elementAt(vkscan::Op op, uint64_t index)
{
    const uint64_t bits = randomBits(index);
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(static_cast<int>(bits % 17) - 8);
    else if (op == vkscan::Op::Min)
        return static_cast<T>((std::numeric_limits<T>::max() - static_cast<T>(index)) |
                              (bits % 8 == 0 ? T{0} : static_cast<T>(bits)));
    else
        return static_cast<T>(bits);
}

template <class T>
T combine(vkscan::Op op, T earlier, T later)
{
    if (op == vkscan::Op::Min)
        return std::min(earlier, later);
    if constexpr (std::is_integral_v<T>) {
        using Bits = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<Bits>(earlier) + static_cast<Bits>(later));
    } else {
        return earlier + later;
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
    explicit Reference(vkscan::Op op) : m_op(op)
    {
        if (op != vkscan::Op::Add && (op != vkscan::Op::Min || !std::is_unsigned_v<T>))
            throw std::runtime_error("there is no reference for this operator and type");
        m_prefixes.push_back(op == vkscan::Op::Min ? std::numeric_limits<T>::max() : T{0});
    }

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
                if (m_high - m_low >= static_cast<T>(uint64_t{1} << std::numeric_limits<T>::digits))
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
