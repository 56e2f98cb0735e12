// How segment boundaries are specified: for SegmentedScan and SegmentedReduce; RadixSort takes Offsets.
#ifndef VKSCAN_SEGMENTS_H
#define VKSCAN_SEGMENTS_H

#include <vkscan/export.h>

#include <cstdint>

namespace vkscan {

// The source of segment boundaries. A head is the first element of a segment; element 0 always is one.
enum class Segments {
    // One bit an element: bit i % 32 of the 32-bit word i / 32, bit 0 being the least significant. Set: a head.
    HeadBits,
    // One 32-bit word an element. Not 0: a head.
    HeadFlags,
    // One key of 32 or 64 bits an element. An element is a head if its key differs in any bit from the key before.
    Keys32,
    Keys64,
    // Rows of equal length: each multiple of SegmentedScanArgs::rowLength is a head. With a row pitch, rows begin at
    // the multiples of the pitch, and the elements between rows are padding.
    Rows,
    // segmentCount + 1 ascending 32-bit unsigned indices, such as the row offsets of a matrix in CSR form. Segment k
    // holds the elements from index k up to, but without, index k + 1; it is empty if both are equal. Two more segments
    // are the elements before the first index and those from the last index on: with a segmentCount of 0, one index
    // cuts the array in two. Scans and sorts treat these two like all segments; reductions have no result for them.
    Offsets,
    // Kernels of your own with IS_HEAD (custom.h): their function isHead.
    Kernels,
};
struct SegmentsRow {
    Segments value;
    const char* name;
    bool isReduced; // offered by SegmentedReduce: the segments are numbered
};
inline constexpr SegmentsRow kSegmentForms[] = {
    {Segments::HeadBits, "head-bits", false}, {Segments::HeadFlags, "head-flags", false},
    {Segments::Keys32, "keys32", false},      {Segments::Keys64, "keys64", false},
    {Segments::Rows, "rows", true},           {Segments::Offsets, "offsets", true},
    {Segments::Kernels, "kernels", false}};

[[nodiscard]] VKSCAN_API const char* toString(Segments segments) noexcept;

// The largest segmentCount.
inline constexpr uint32_t kMaxSegmentCount = 1u << 30;

} // namespace vkscan

#endif
