// Times radix sorts beside a copy of the keys and values.
#ifndef VKSCAN_BENCH_SORT_ROWS_H
#define VKSCAN_BENCH_SORT_ROWS_H

#include "harness.h"
#include "program.h"
#include "sort_keys.h"

#include <vkscan/radix_sort.h>

#include <optional>
#include <string>

namespace bench {

struct SortRow {
    vkscan::ElementType type = vkscan::ElementType::U32; // or U16, U64
    uint32_t valueSize = 0;                              // bytes
    bool withIndex = false;
    SortKeys keys = SortKeys::Random;
    uint32_t segment = 0;                               // keys of each segment; 0: one array
    uint64_t count = 0;                                 // with a device count, the most there may be
    std::optional<uint32_t> deviceCount = std::nullopt; // of keys alone

    [[nodiscard]] std::string name() const;
    [[nodiscard]] vkscan::RadixSortDesc desc() const;
    [[nodiscard]] SortInput input() const;
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
    gpu::Buffer m_segments;
    gpu::Buffer m_count;
};

// Adds the rows sort/<type>[/index|/values<bytes>][/<keys>][/segments/<keys>]/<count>[/device_count_1_percent] of at
// most 2^maxLog2 keys, which are random if nothing is said; values alone have 4 bytes. `sort` outlives the program's
// run.
void addSortRows(Program& program, Harness& harness, SortHarness& sort, unsigned maxLog2);

} // namespace bench

#endif
