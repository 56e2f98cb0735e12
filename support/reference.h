// The serial scan that checks devices: operators on the host, inputs whose results reveal mistakes, and tolerances of
// floats.
#ifndef VKSCAN_SUPPORT_REFERENCE_H
#define VKSCAN_SUPPORT_REFERENCE_H

#include "axis.h"
#include "numbers.h"

#include <vkscan/reference.h>
#include <vkscan/scan.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace support {

template <class T>
constexpr vkscan::ElementType typeOf()
{
    for (const vkscan::ElementTypeRow& row : vkscan::kElementTypes)
        if (row.bytes == sizeof(T) && row.isFloat == std::is_floating_point_v<T> && row.isSigned == std::is_signed_v<T>)
            return row.value;
    return static_cast<vkscan::ElementType>(-1);
}

// Calls `function.operator()<T>()` for the C++ type of a vkscan::ElementType that can be scanned.
template <class Function>
void withType(vkscan::ElementType type, const Function& function)
{
    const auto tryType = [&]<class T>() {
        if (type == typeOf<T>())
            function.template operator()<T>();
    };
    tryType.template operator()<uint32_t>();
    tryType.template operator()<int32_t>();
    tryType.template operator()<float>();
    tryType.template operator()<uint64_t>();
    tryType.template operator()<int64_t>();
    tryType.template operator()<double>();
}

template <class T>
T combine(vkscan::Op op, T earlier, T later)
{
    return vkscan::reference::OperatorMonoid<T>{op}.combine(earlier, later);
}

template <class T>
T identity(vkscan::Op op)
{
    return vkscan::reference::OperatorMonoid<T>{op}.identity();
}

// Numbers to scan. Sums and products of floats are exact in any grouping of neighbours.
[[nodiscard]] inline Numbers numbersOf(vkscan::ElementType type, vkscan::Op op = vkscan::Op::Add)
{
    const bool ofFloats = isFloat(type);
    Numbers numbers;
    numbers.bytes = static_cast<uint32_t>(vkscan::sizeOf(type));
    switch (op) {
    case vkscan::Op::Multiply: numbers.kind = ofFloats ? kReciprocals : kOdds; break;
    case vkscan::Op::Min: numbers.kind = ofFloats ? kFallingFloats : kFalling; break;
    case vkscan::Op::Max: numbers.kind = ofFloats ? kRisingFloats : kRising; break;
    case vkscan::Op::And: numbers.kind = kClearing; break;
    case vkscan::Op::Or: numbers.kind = kSetting; break;
    default: numbers.kind = ofFloats ? kSmallFloats : kAnyBits; break;
    }
    return numbers;
}

template <class T>
T numberAt(const Numbers& numbers, uint64_t index)
{
    const uint64_t bits = numberAt(numbers, index);
    T number;
    std::memcpy(&number, &bits, sizeof(T)); // little-endian, like every Vulkan device
    return number;
}

// Scans in the order of `desc`, `desc.order` times, each member of the tuples separately. Returns the totals: the last
// results if inclusive, the next ones if exclusive.
template <class T, class Combine>
std::vector<T> referenceScan(const std::vector<T>& input, const vkscan::ScanDesc& desc, T initial,
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

// A running result that device results are compared with. Integers: exact, wrapping around.
template <class T, bool = std::is_floating_point_v<T>>
class Reference {
public:
    Reference(vkscan::Op op, T start) : m_op(op), m_value(start) {}

    [[nodiscard]] T value() const { return m_value; }
    [[nodiscard]] bool accepts(T result) const { return result == m_value; }
    void add(T element) { m_value = combine(m_op, m_value, element); }

private:
    vkscan::Op m_op;
    T m_value;
};

// Floats, in f64. A device's result must be
// - equal, if no order of combining can round: minima and maxima, sums of multiples of 1/16 and products of powers of
// two that fit the significand or the exponent;
// - otherwise within m * epsilon of the sum of all absolute values, or of the product (Higham 2002, sections 3.1, 4.2).
// For a sum of n, m is the number of additions that an element may pass through: 64 + n/1024, one a tile, which has
// 1024 elements or more, and those within a tile. The errors of factors add up, so for a product m is n. The reference
// itself adds n roundings in f64. A rounding errs by half an epsilon; the other half covers terms of higher order.
template <class T>
class Reference<T, true> {
public:
    Reference(vkscan::Op op, T start) : m_op(op), m_value(static_cast<double>(identity<T>(op)))
    {
        if (op == vkscan::Op::Add || op == vkscan::Op::Multiply) {
            m_low = m_high = m_value;
        }
        add(start);
        m_count = 0;
    }

    [[nodiscard]] double value() const { return m_value; }

    [[nodiscard]] bool accepts(T result) const
    {
        const bool sum = m_op == vkscan::Op::Add;
        const double range = sum ? m_high - m_low : m_high / m_low;
        // An eighth of the largest number, so that the reciprocal is also a normal number.
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
        // A device may flush numbers below the smallest normal one.
        const double flushed = m_count * static_cast<double>(Limits::min());
        return std::abs(got - m_value) <= relative * (sum ? m_magnitude : std::abs(m_value)) + flushed;
    }

    void add(T element)
    {
        const auto x = static_cast<double>(element);
        int exponent = 0;
        ++m_count;
        m_value = combine(m_op, m_value, x);
        switch (m_op) {
        case vkscan::Op::Add:
            m_magnitude += std::abs(x);
            m_exact = m_exact && std::trunc(16 * x) == 16 * x;
            see(m_value);
            break;
        case vkscan::Op::Multiply:
            m_exact = m_exact && std::abs(std::frexp(x, &exponent)) == 0.5;
            see(x == 0 ? 1 : std::abs(m_value));
            break;
        default: break;
        }
    }

private:
    using Limits = std::numeric_limits<T>;

    // The prefixes' extremes bound the values in any order of combining: differences or ratios of two prefixes.
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

} // namespace support

#endif
