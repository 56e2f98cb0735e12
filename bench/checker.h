// Whether the results of a row are right.
#ifndef VKSCAN_BENCH_CHECKER_H
#define VKSCAN_BENCH_CHECKER_H

#include "reference.h"
#include "rows.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace bench {

// Holds a row's results against the reference; cheap for indices in ascending order.
template <class T>
class Checker {
public:
    Checker(Reference<T>& reference, const Row& row)
        : m_op(reference.op()),
          m_desc(row.desc),
          m_first(row.unaligned ? 1 : 0),
          m_end(m_first + row.trueCount()),
          m_low(reference),
          m_high(reference)
    {
    }

    // Throws if the result is wrong.
    void check(uint64_t index, T result)
    {
        const T expected = expectedAt(index);
        if (result != expected)
            throw std::runtime_error("result " + std::to_string(index) + " is " + std::to_string(result) +
                                     " and should be " + std::to_string(expected));
    }

private:
    // Of the numbers [low, high): the array starts at number m_first.
    T expectedAt(uint64_t index)
    {
        const bool inclusive = m_desc.kind == vkscan::Kind::Inclusive;
        const uint64_t number = m_first + index;
        const bool backward = m_desc.direction == vkscan::Direction::Backward;
        const uint64_t low = !backward ? m_first : inclusive ? number : number + 1;
        const uint64_t high = backward ? m_end : inclusive ? number + 1 : number;
        if (low == 0)
            return m_high.to(high);
        if (m_op != vkscan::Op::Add)
            throw std::runtime_error("only sums have a reference that starts elsewhere than at the first number");
        return difference(m_high.to(high), m_low.to(low));
    }

    vkscan::Op m_op;
    vkscan::ScanDesc m_desc;
    uint64_t m_first;
    uint64_t m_end;
    typename Reference<T>::Walk m_low;
    typename Reference<T>::Walk m_high;
};

} // namespace bench

#endif
