// Segments as arguments of scans, reductions and sorts. Pure functions.
#ifndef VKSCAN_OPERATIONS_SEGMENTS_H
#define VKSCAN_OPERATIONS_SEGMENTS_H

#include "abi.h"
#include "plan/buffers.h"
#include "schedule/carry_strategy.h"

#include <vkscan/segments.h>

namespace vkscan {

struct SegmentSource {
    Segments form = Segments::Offsets;
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0; // at least a rowLength that is not 0
    uint32_t segmentCount = 0;
    uint64_t count = 0;
};

template <class Args>
[[nodiscard]] SegmentSource segmentSourceOf(Segments form, const Args& args) noexcept
{
    return {form, args.rowLength, args.rowPitch != 0 ? args.rowPitch : args.rowLength, args.segmentCount, args.count};
}

// Checks how segments are specified and lists the buffer that specifies them; rows have none. If `touched` is false, no
// dispatch reads it.
Access listSegments(const SegmentSource& source, const BufferRange& given, bool touched, BufferList* list) noexcept;

// The arguments of a segmented scan or reduction.
struct ListedSegments {
    Placement at;
    Access segments; // also in `buffers`
    PassBuffers buffers;
};

// Fills the push constants of segmented kernels.
void pushSegments(const SegmentSource& source, const Access& segments, abi::ScanPush* push) noexcept;

} // namespace vkscan

#endif
