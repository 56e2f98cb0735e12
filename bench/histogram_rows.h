// Times histograms beside a kernel that reads the same bytes.
#ifndef VKSCAN_BENCH_HISTOGRAM_ROWS_H
#define VKSCAN_BENCH_HISTOGRAM_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Everything throws std::runtime_error with a sentence.
class HistogramHarness {
public:
    // Uses the harness's device and arrays.
    explicit HistogramHarness(Harness& harness);

    // Verifies a histogram of `count` random u32, times it, and verifies the last of the timed ones. The bins, a power
    // of two, share all of the numbers' range; or the first has all of them.
    [[nodiscard]] Result measure(uint32_t bins, bool skewed, uint64_t count);

private:
    void verify(uint32_t bins, uint32_t width, uint64_t count);

    Harness& m_harness;
    Read m_read;
    gpu::Buffer m_counts;
};

// Adds the rows histogram/u32/<bins>[/skewed]/<count> of at most 2^maxLog2 elements, for which arrays must have been
// allocated. `histogram` outlives the program's run.
void addHistogramRows(Program& program, Harness& harness, HistogramHarness& histogram, unsigned maxLog2);

} // namespace bench

#endif
