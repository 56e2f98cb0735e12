// Times segmented reductions beside a kernel that reads as many bytes as they read and write.
#ifndef VKSCAN_BENCH_SEGMENTED_REDUCE_ROWS_H
#define VKSCAN_BENCH_SEGMENTED_REDUCE_ROWS_H

#include "harness.h"
#include "program.h"
#include "segment_words.h"

namespace bench {

// Everything throws std::runtime_error with a sentence.
class SegmentedReduceHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit SegmentedReduceHarness(Harness& harness);

    // Verifies the u32 sums of the segments, by built-in kernels or by one's own, times them, and verifies the last of
    // the timed ones.
    [[nodiscard]] Result measure(const SegmentLayout& layout, bool isCustom);

private:
    void verify(const SegmentLayout& layout);

    Harness& m_harness;
    Read m_read;
    SegmentWords m_segments;
};

// Adds the rows segmented_reduce/{u32,custom}/{rows,offsets}/<length>/<count> of at most 2^maxLog2 elements, for which
// arrays must have been allocated. `reduce` outlives the program's run.
void addSegmentedReduceRows(Program& program, Harness& harness, SegmentedReduceHarness& reduce, unsigned maxLog2);

} // namespace bench

#endif
