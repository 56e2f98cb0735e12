// Times differences beside a copy of the same bytes.
#ifndef VKSCAN_BENCH_DIFFERENCE_ROWS_H
#define VKSCAN_BENCH_DIFFERENCE_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Everything throws std::runtime_error with a sentence.
class DifferenceHarness {
public:
    // Uses the harness's device and arrays.
    explicit DifferenceHarness(Harness& harness);

    // Verifies a difference of `count` u32, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(uint32_t order, uint32_t tupleSize, uint64_t count);

private:
    void verify(uint32_t order, uint32_t tupleSize, uint64_t count);

    Harness& m_harness;
    Copy m_copy;
};

// Adds the rows difference/u32/order_<order>/<count> and difference/u32/tuple_<tuple size>/<count> of at most 2^maxLog2
// elements, for which arrays must have been allocated. `difference` outlives the program's run.
void addDifferenceRows(Program& program, Harness& harness, DifferenceHarness& difference, unsigned maxLog2);

} // namespace bench

#endif
