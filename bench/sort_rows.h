// Times radix sorts beside a copy of the keys and values.
#ifndef VKSCAN_BENCH_SORT_ROWS_H
#define VKSCAN_BENCH_SORT_ROWS_H

#include "harness.h"
#include "program.h"

#include <string>

namespace bench {

struct SortRow {
    vkscan::ElementType type = vkscan::ElementType::U32; // or U64
    bool withValues = false;                             // of 4 bytes
    bool isEqual = false;                                // all keys; else these are random and distinct
    unsigned log2 = 0;                                   // of the count

    [[nodiscard]] std::string name() const;
};

// Everything throws std::runtime_error with a sentence.
class SortHarness {
public:
    // Uses the harness's device and scratch.
    explicit SortHarness(Harness& harness);

    // Verifies parts of the sorted keys and values, times the sort, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const SortRow& row);

private:
    void upload(const SortRow& row);
    void verify(const SortRow& row);

    Harness& m_harness;
    Copy m_copy;
    gpu::Buffer m_input;
    gpu::Buffer m_output;
    gpu::Buffer m_temporary;
};

// Adds the rows sort/<type>[/values][/equal]/<count> of at most 2^maxLog2 keys. `sort` outlives the program's run.
void addSortRows(Program& program, Harness& harness, SortHarness& sort, unsigned maxLog2);

} // namespace bench

#endif
