// Where segments are, which segmented scans and reductions are told alike.
#ifndef VKSCAN_OPERATIONS_SEGMENT_SOURCE_H
#define VKSCAN_OPERATIONS_SEGMENT_SOURCE_H

#include "plan/buffers.h"

namespace vkscan {

// The arguments that tell it.
struct SegmentSource {
    Segments form;
    BufferRange segments;
    uint32_t rowLength;
    uint32_t rowPitch; // never 0 but with rowLength
    uint32_t segmentCount;
    uint64_t count;
};

template <class Args>
[[nodiscard]] SegmentSource segmentSourceOf(Segments form, const Args& args) noexcept
{
    return {form,
            args.segments,
            args.rowLength,
            args.rowPitch != 0 ? args.rowPitch : args.rowLength,
            args.segmentCount,
            args.count};
}

// Of offsets and rows.
[[nodiscard]] uint64_t segmentCountOf(const SegmentSource& source) noexcept;

// Checks how segments are specified and lists the buffer that does it, which rows have none of. `touched` is false if
// there are no elements or no segments.
Access listSegments(const SegmentSource& source, Argument argument, bool touched, BufferList* list) noexcept;

// Completes a plan's steps, which ask for no barrier more: no dispatch writes what the segments are told by.
void tellSegments(const SegmentSource& source, const Access& segments, Plan* plan) noexcept;

} // namespace vkscan

#endif
