#include "operations/segment_source.h"

#include <algorithm>

namespace vkscan {

namespace {

VkDeviceSize segmentsBytes(const SegmentSource& source) noexcept
{
    switch (source.form) {
    case Segments::HeadBits: return (source.count + 31) / 32 * sizeof(uint32_t);
    case Segments::HeadFlags:
    case Segments::Keys32: return source.count * sizeof(uint32_t);
    case Segments::Keys64: return source.count * sizeof(uint64_t);
    case Segments::Offsets: return (uint64_t{source.segmentCount} + 1) * sizeof(uint32_t);
    case Segments::Rows: break;
    }
    return 0;
}

} // namespace

uint64_t segmentCountOf(const SegmentSource& source) noexcept
{
    if (source.form != Segments::Rows)
        return source.segmentCount;
    const uint64_t pitch = std::max(source.rowPitch, 1u); // of rows that are refused, too
    return source.count / pitch + (source.count % pitch != 0 ? 1 : 0);
}

Access listSegments(const SegmentSource& source, Argument argument, bool touched, BufferList* list) noexcept
{
    const bool hasRows = source.form == Segments::Rows;
    list->require(!hasRows || source.rowLength > 0, {Argument::RowLength, Rule::Zero});
    list->require(!hasRows || source.rowPitch >= source.rowLength, {Argument::RowPitch, Rule::TooSmall});
    list->require(source.form != Segments::Offsets || source.segmentCount <= kMaxSegmentCount,
                  {Argument::SegmentCount, Rule::TooLarge});
    return list->read(argument, source.segments, touched ? segmentsBytes(source) : 0,
                      source.form == Segments::Keys64 ? sizeof(uint64_t) : sizeof(uint32_t));
}

void tellSegments(const SegmentSource& source, const Access& segments, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        step.accesses.append(segments);
        step.push.scan.segmentsAddress = segments.range.address;
        step.push.scan.rowLength = source.rowLength;
        step.push.scan.rowPitch = source.form == Segments::Offsets ? source.segmentCount : source.rowPitch;
    }
}

} // namespace vkscan
