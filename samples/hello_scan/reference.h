// The same scan, one element after the other on the CPU.
#ifndef VKSCAN_SAMPLES_REFERENCE_H
#define VKSCAN_SAMPLES_REFERENCE_H

#include <vkscan/types.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace hello {

template <class T>
T identityOf(vkscan::Op op)
{
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case vkscan::Op::Multiply: return T{1};
    case vkscan::Op::Min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case vkscan::Op::Max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    case vkscan::Op::And: return static_cast<T>(-1);
    default: return T{0};
    }
}

// Integers: exact, wrapping around.
template <class T, bool = std::is_floating_point_v<T>>
class Reference {
public:
    Reference(vkscan::Op op, T start) : m_op(op), m_value(start) {}

    [[nodiscard]] T value() const { return m_value; }
    [[nodiscard]] bool accepts(T result) const { return result == m_value; }

    void combine(T element)
    {
        const auto a = static_cast<std::make_unsigned_t<T>>(m_value);
        const auto b = static_cast<std::make_unsigned_t<T>>(element);
        switch (m_op) {
        case vkscan::Op::Add: m_value = static_cast<T>(a + b); break;
        case vkscan::Op::Multiply: m_value = static_cast<T>(a * b); break;
        case vkscan::Op::Min: m_value = std::min(m_value, element); break;
        case vkscan::Op::Max: m_value = std::max(m_value, element); break;
        case vkscan::Op::And: m_value = static_cast<T>(a & b); break;
        case vkscan::Op::Or: m_value = static_cast<T>(a | b); break;
        case vkscan::Op::Xor: m_value = static_cast<T>(a ^ b); break;
        }
    }

private:
    vkscan::Op m_op;
    T m_value;
};

// Floats: in f64, against which a result must be
// - equal, if no order of combining can round: minima and maxima, sums of multiples of 1/16 and products of powers of
//   two, as long as they fit the significand or the exponent;
// - otherwise within m * epsilon of the sum of all absolute values, or of the product (Higham 2002, sections 3.1, 4.2).
//   For a sum of n, m is how many additions an element may pass through: 64 + n/1024, one a tile, which has 1024
//   elements and more, and those within a tile. The errors of factors add up, so for a product m is n. The reference
//   itself adds n roundings in f64. A rounding errs by half an epsilon; the other half covers terms of higher order.
template <class T>
class Reference<T, true> {
public:
    Reference(vkscan::Op op, T start) : m_op(op), m_value(static_cast<double>(identityOf<T>(op)))
    {
        if (op == vkscan::Op::Add || op == vkscan::Op::Multiply) {
            m_low = m_high = m_value;
        }
        combine(start);
        m_count = 0;
    }

    [[nodiscard]] double value() const { return m_value; }

    [[nodiscard]] bool accepts(T result) const
    {
        const bool sum = m_op == vkscan::Op::Add;
        const double range = sum ? m_high - m_low : m_high / m_low;
        // An eighth of the largest number, so that the reciprocal is a normal number too.
        if (!(range <= static_cast<double>(Limits::max()) / 8)) {
            throw std::runtime_error("the numbers leave the type's range, where results depend on the order of "
                                     "combining and cannot be verified");
        }
        const auto got = static_cast<double>(result);
        if (got == m_value) {
            return true;
        }
        if (m_exact && (!sum || std::ldexp(range, 4 - Limits::digits) <= 1)) {
            return false;
        }
        const double roundings = sum ? 64 + m_count / 1024 : m_count;
        const double relative =
            roundings * static_cast<double>(Limits::epsilon()) + m_count * std::numeric_limits<double>::epsilon();
        // A device may flush what is below the smallest normal number.
        const double flushed = m_count * static_cast<double>(Limits::min());
        return std::abs(got - m_value) <= relative * (sum ? m_magnitude : std::abs(m_value)) + flushed;
    }

    void combine(T element)
    {
        const auto x = static_cast<double>(element);
        int exponent = 0;
        ++m_count;
        switch (m_op) {
        case vkscan::Op::Add:
            m_value += x;
            m_magnitude += std::abs(x);
            m_exact = m_exact && std::trunc(16 * x) == 16 * x;
            see(m_value);
            break;
        case vkscan::Op::Multiply:
            m_value *= x;
            m_exact = m_exact && std::abs(std::frexp(x, &exponent)) == 0.5;
            see(x == 0 ? 1 : std::abs(m_value));
            break;
        case vkscan::Op::Min: m_value = std::min(m_value, x); break;
        default: m_value = std::max(m_value, x); break;
        }
    }

private:
    using Limits = std::numeric_limits<T>;

    // The prefixes' extremes bound what any order of combining meets: the differences or ratios of two prefixes.
    void see(double prefix)
    {
        m_low = std::min(m_low, prefix);
        m_high = std::max(m_high, prefix);
    }

    vkscan::Op m_op;
    double m_value;
    double m_low = 1;
    double m_high = 1;
    double m_magnitude = 0;
    double m_count = 0;
    bool m_exact = true;
};

} // namespace hello

#endif
