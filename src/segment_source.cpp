#include "segment_source.h"

#include "range_check.h"

namespace vkscan {

uint64_t segmentCountOf(const SegmentSource& source) noexcept
{
    if (source.form != Segments::Rows)
        return source.segmentCount;
    return source.count / source.rowPitch + (source.count % source.rowPitch != 0 ? 1 : 0);
}

BufferRange segmentsRange(const SegmentSource& source) noexcept
{
    const auto holding = [&](uint64_t items, VkDeviceSize size) {
        return BufferRange{source.segments.address, items * size};
    };
    switch (source.form) {
    case Segments::HeadBits: return holding((source.count + 31) / 32, sizeof(uint32_t));
    case Segments::HeadFlags:
    case Segments::Keys32: return holding(source.count, sizeof(uint32_t));
    case Segments::Keys64: return holding(source.count, sizeof(uint64_t));
    case Segments::Offsets: return holding(uint64_t{source.segmentCount} + 1, sizeof(uint32_t));
    case Segments::Rows: break;
    }
    return {};
}

Status checkSegmentSource(const SegmentSource& source, BufferRange segments) noexcept
{
    if (source.form == Segments::Rows && source.rowLength == 0)
        return Status::RowLengthZero;
    if (source.form == Segments::Rows && source.rowPitch < source.rowLength)
        return Status::RowPitchTooSmall;
    if (source.form == Segments::Offsets && source.segmentCount > kMaxSegmentCount)
        return Status::SegmentCountTooLarge;
    if (segments.size == 0)
        return Status::Success;
    const VkDeviceSize alignment = source.form == Segments::Keys64 ? sizeof(uint64_t) : sizeof(uint32_t);
    return checkRange(source.segments, alignment, segments.size,
                      {Status::SegmentsNull, Status::SegmentsMisaligned, Status::SegmentsTooSmall});
}

void tellSegments(const SegmentSource& source, BufferRange segments, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        step.accesses.read(segments);
        step.push.scan.segmentsAddress = segments.address;
        step.push.scan.rowLength = source.rowLength;
        step.push.scan.rowPitch = source.form == Segments::Offsets ? source.segmentCount : source.rowPitch;
    }
}

} // namespace vkscan
