// Times reductions beside a kernel that reads the same bytes.
#ifndef VKSCAN_BENCH_REDUCE_ROWS_H
#define VKSCAN_BENCH_REDUCE_ROWS_H

#include "harness.h"
#include "program.h"

#include <vkscan/reduce.h>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class ReduceHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit ReduceHarness(Harness& harness);

    // Verifies a reduction of `count` elements, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const vkscan::ReduceDesc& desc, uint64_t count);

private:
    void verify(const vkscan::ReduceDesc& desc, uint64_t count);

    Harness& m_harness;
    Read m_read;
    gpu::Buffer m_result;
    gpu::Buffer m_index;
};

// Adds the rows reduce/<type>/<op>[/index][/<method>]/<count> of at most 2^maxLog2 elements, for which arrays must have
// been allocated. `reduce` outlives the program's run.
void addReduceRows(Program& program, Harness& harness, ReduceHarness& reduce, unsigned maxLog2);

} // namespace bench

#endif
