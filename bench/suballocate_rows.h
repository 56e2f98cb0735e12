// Times allocations beside a copy of the same bytes.
#ifndef VKSCAN_BENCH_SUBALLOCATE_ROWS_H
#define VKSCAN_BENCH_SUBALLOCATE_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Everything throws std::runtime_error with a sentence.
class SuballocateHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit SuballocateHarness(Harness& harness);

    // Verifies an allocation for `count` requests, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(uint64_t count);

private:
    void uploadCounts(uint64_t count);
    void verify(uint64_t count);

    Harness& m_harness;
    Copy m_copy;
    gpu::Buffer m_counts;
    gpu::Buffer m_words; // the total, and the indirect count
};

// Adds the rows allocate/u32/<count> of at most 2^maxLog2 requests, for which arrays must have been allocated.
// `allocate` outlives the program's run.
void addSuballocateRows(Program& program, Harness& harness, SuballocateHarness& allocate, unsigned maxLog2);

} // namespace bench

#endif
