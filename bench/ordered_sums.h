// What sums of orders and tuples must be.
#ifndef VKSCAN_BENCH_ORDERED_SUMS_H
#define VKSCAN_BENCH_ORDERED_SUMS_H

#include "reference.h"

#include <cstdint>
#include <vector>

namespace bench {

// Serial inclusive sums of the numbers, remembered at every kBlock-th.
template <class T>
class OrderedSums {
public:
    OrderedSums(uint32_t order, uint32_t tupleSize) : m_order(order), m_state(order * tupleSize) {}

    // Cheap for indices in ascending order.
    T at(uint64_t index)
    {
        const uint64_t block = index / kBlock;
        if (index + 1 < m_next || block > m_next / kBlock)
            goTo(block);
        while (m_next <= index)
            step();
        return m_result;
    }

private:
    static constexpr uint64_t kBlock = 1024;

    // To where a block begins, over all that were not remembered yet.
    void goTo(uint64_t block)
    {
        const uint64_t known = m_states.size() / m_state.size();
        if (known > 0) {
            const uint64_t from = std::min(block, known - 1);
            m_next = from * kBlock;
            const auto state = m_states.begin() + static_cast<std::ptrdiff_t>(from * m_state.size());
            std::copy_n(state, m_state.size(), m_state.begin());
        }
        while (m_next < block * kBlock)
            step();
    }

    void step()
    {
        if (m_next % kBlock == 0 && m_next / kBlock == m_states.size() / m_state.size())
            m_states.insert(m_states.end(), m_state.begin(), m_state.end());
        T* sums = &m_state[m_next % (m_state.size() / m_order) * m_order];
        m_result = elementAt<T>(vkscan::Op::Add, m_next++);
        for (uint32_t k = 0; k < m_order; ++k)
            m_result = sums[k] = combine(vkscan::Op::Add, sums[k], m_result);
    }

    uint32_t m_order;
    std::vector<T> m_state;  // of the next number: each tuple member's sums
    std::vector<T> m_states; // where blocks begin, one behind the other
    uint64_t m_next = 0;
    T m_result = {};
};

} // namespace bench

#endif
