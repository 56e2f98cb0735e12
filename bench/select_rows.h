// Times compactions, partitions and splits beside a copy of as many bytes as they read and write at least.
#ifndef VKSCAN_BENCH_SELECT_ROWS_H
#define VKSCAN_BENCH_SELECT_ROWS_H

#include "harness.h"
#include "program.h"

#include <functional>
#include <string>
#include <vector>

namespace bench {

// Of random u32, of which about half are odd: those are selected. Splits look at the lowest bits.
enum class SelectKind {
    Elements,       // compacted
    DeviceCount,    // the same, with the number of elements read on the device
    FlagBits,       // compacted by random bits
    Indices,        // of what is selected
    Partition,      // in one array
    PartitionBits,  // the same, by random bits
    PartitionApart, // in two
    SplitOneBit,
    SplitFourBits,
};

struct SelectRow {
    SelectKind kind = SelectKind::Elements;
    uint64_t count = 0;

    // select/u32/{half,half/device_count,bits,indices}/<count>, partition/u32/{half,bits,apart}/<count> or
    // split/u32/<bits>/<count>
    [[nodiscard]] std::string name() const;
    [[nodiscard]] bool readsBits() const;
    // Elements that are written, where so many are selected.
    [[nodiscard]] uint64_t writtenCount(uint64_t selected) const;
    // Read and written, together.
    [[nodiscard]] VkDeviceSize movedBytes(uint64_t selected) const;
};

// Everything throws std::runtime_error with a sentence.
class SelectHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit SelectHarness(Harness& harness);

    // Verifies a selection, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const SelectRow& row);

private:
    using Record = std::function<vkscan::Status(VkCommandBuffer)>;

    [[nodiscard]] Record recordOf(const SelectRow& row);
    void uploadFlags(uint64_t count);
    void verify(const SelectRow& row, const std::vector<uint64_t>& sizes);

    Harness& m_harness;
    Copy m_copy;
    gpu::Buffer m_flags;
    gpu::Buffer m_rest;
    gpu::Buffer m_counts; // of elements, and of selected ones
    vkscan::Compact m_compact;
    vkscan::Partition m_partition;
    vkscan::Split m_split;
};

// Adds rows of at most 2^maxLog2 elements, for which arrays must have been allocated. `select` outlives the program's
// run.
void addSelectRows(Program& program, Harness& harness, SelectHarness& select, unsigned maxLog2);

} // namespace bench

#endif
