// Whether the results of a row are right.
#ifndef VKSCAN_BENCH_CHECKER_H
#define VKSCAN_BENCH_CHECKER_H

#include "reference.h"
#include "require.h"
#include "rows.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace bench {

// The initial value of rows that give one.
template <class T>
constexpr T kInitial = T{1000003};

// Holds the results of a row's slice, which starts at number `first`, against the reference; cheap for indices in
// ascending order.
template <class T>
class Checker {
public:
    Checker(Reference<T>& reference, const Row& row, uint64_t first)
        : m_op(reference.op()),
          m_desc(row.desc),
          m_first(first + row.inputOffset),
          m_end(m_first + row.trueCount()),
          m_initial(row.initial ? kInitial<T> : identityOf<T>(reference.op())),
          m_low(reference),
          m_high(reference)
    {
    }

    // Throws if the result is wrong.
    void check(uint64_t index, T result)
    {
        const bool inclusive = m_desc.kind == vkscan::Kind::Inclusive;
        const uint64_t number = m_first + index;
        const bool backward = m_desc.direction == vkscan::Direction::Backward;
        const uint64_t low = !backward ? m_first : inclusive ? number : number + 1;
        const uint64_t high = backward ? m_end : inclusive ? number + 1 : number;
        requireEqual(result, combined(low, high), "result " + std::to_string(index));
    }

    void checkTotal(T total) { requireEqual(total, combined(m_first, m_end), "the total"); }

private:
    // The initial value and the numbers [low, high).
    T combined(uint64_t low, uint64_t high)
    {
        if (low == 0)
            return combine(m_op, m_initial, m_high.to(high));
        if (m_op != vkscan::Op::Add)
            throw std::runtime_error("only sums have a reference that starts elsewhere than at the first number");
        return combine(m_op, m_initial, difference(m_high.to(high), m_low.to(low)));
    }

    vkscan::Op m_op;
    vkscan::ScanDesc m_desc;
    uint64_t m_first;
    uint64_t m_end;
    T m_initial;
    typename Reference<T>::Walk m_low;
    typename Reference<T>::Walk m_high;
};

} // namespace bench

#endif
