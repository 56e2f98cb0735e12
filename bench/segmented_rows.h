// Times segmented scans beside a copy of the same bytes, those of the segments among them.
#ifndef VKSCAN_BENCH_SEGMENTED_ROWS_H
#define VKSCAN_BENCH_SEGMENTED_ROWS_H

#include "harness.h"
#include "program.h"
#include "segment_words.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace bench {

// Sums of segments of equal length.
struct SegmentedRow {
    vkscan::SegmentedScanDesc desc;
    uint32_t length = 0;    // of a segment
    uint64_t count = 0;     // elements, of all segments
    bool isBatched = false; // named as one of many rows of a batch

    // segments/<type>/{flags,bits,keys,rows,offsets}/<length>/<count>[/backward] or batched/<type>/<length>/<count>
    [[nodiscard]] std::string name() const;
    [[nodiscard]] SegmentLayout layout() const { return {desc.segments, length, count}; }
    // Read and written, together.
    [[nodiscard]] VkDeviceSize movedBytes() const;
    // An array's, of which the copy takes more than the scan.
    [[nodiscard]] VkDeviceSize arrayBytes() const { return movedBytes() / 2; }
};

// Everything throws std::runtime_error with a sentence.
class SegmentedHarness {
public:
    // Uses the harness's device, arrays and scratch.
    explicit SegmentedHarness(Harness& harness);

    // Verifies a segmented scan, times it, and verifies the last of the timed ones.
    [[nodiscard]] Result measure(const SegmentedRow& row);

private:
    using ScanKey = std::tuple<vkscan::ElementType, vkscan::Segments, vkscan::Direction>;

    [[nodiscard]] const vkscan::SegmentedScan& scanOf(const vkscan::SegmentedScanDesc& desc);
    void verify(const SegmentedRow& row);

    Harness& m_harness;
    Copy m_copy;
    std::map<ScanKey, vkscan::SegmentedScan> m_scans;
    SegmentWords m_segments;
};

// Rows of at most 2^maxLog2 elements.
[[nodiscard]] std::vector<SegmentedRow> listSegmentedRows(unsigned maxLog2);

// Adds them; arrays of `arrayBytes` must have been allocated. `segmented` outlives the program's run.
void addSegmentedRows(Program& program, Harness& harness, SegmentedHarness& segmented, unsigned maxLog2);

} // namespace bench

#endif
