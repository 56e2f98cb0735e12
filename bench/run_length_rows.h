// Times run-length encodings beside a copy of as many bytes as they read and write.
#ifndef VKSCAN_BENCH_RUN_LENGTH_ROWS_H
#define VKSCAN_BENCH_RUN_LENGTH_ROWS_H

#include "harness.h"
#include "program.h"

namespace bench {

// Everything throws std::runtime_error with a sentence.
class RunLengthHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit RunLengthHarness(Harness& harness);

    // Verifies the elements and lengths of the runs of `count` words, all of `length` but the last, which may be
    // shorter; times the encoding, and verifies the last of the timed ones. `length` must be at least 2.
    [[nodiscard]] Result measure(uint64_t count, uint32_t length);

private:
    void uploadRuns(uint64_t count, uint32_t length);
    void verify(uint64_t count, uint32_t length);

    Harness& m_harness;
    Copy m_copy;
    gpu::Buffer m_input;
    gpu::Buffer m_runCount;
};

// Adds the rows run_length/u32/<length>/<count> of at most 2^maxLog2 elements, for which arrays must have been
// allocated. `runLength` outlives the program's run.
void addRunLengthRows(Program& program, Harness& harness, RunLengthHarness& runLength, unsigned maxLog2);

} // namespace bench

#endif
