#include "operations/segments.h"

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
    case Segments::Rows:
    case Segments::Kernels: break;
    }
    return 0;
}

} // namespace

Access listSegments(const SegmentSource& source, const BufferRange& given, bool touched, BufferList* list) noexcept
{
    const bool hasRows = source.form == Segments::Rows;
    list->require(!hasRows || source.rowLength > 0, {Argument::RowLength, Rule::Zero});
    list->require(!hasRows || source.rowPitch >= source.rowLength, {Argument::RowPitch, Rule::TooSmall});
    list->require(source.form != Segments::Offsets || source.segmentCount <= kMaxSegmentCount,
                  {Argument::SegmentCount, Rule::TooLarge});
    return list->read(Argument::Segments, given, touched ? segmentsBytes(source) : 0,
                      source.form == Segments::Keys64 ? sizeof(uint64_t) : sizeof(uint32_t));
}

void pushSegments(const SegmentSource& source, const Access& segments, abi::ScanPush* push) noexcept
{
    push->segmentsAddress = segments.range.address;
    push->rowLength = source.rowLength;
    push->rowPitch = source.rowPitch;
    push->segmentCount = source.segmentCount;
}

} // namespace vkscan
