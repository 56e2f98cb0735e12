// Segmented scans: many arrays, one behind the other, scanned in one operation.
#ifndef VKSCAN_SEGMENTED_SCAN_H
#define VKSCAN_SEGMENTED_SCAN_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/segments.h>

namespace vkscan {

struct SegmentedScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Exclusive: the first result of a segment, in scan order, is the operator's identity.
    Kind kind = Kind::Inclusive;
    // Backward: each segment is scanned from its last element to its head.
    Direction direction = Direction::Forward;
    Segments segments = Segments::HeadFlags;
    // Kernels of your own with SEGMENTS (custom.h) define the elements and how they combine: leave type and op at their
    // defaults.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // Floats have the same bits on every device, with either waiting and at every address: the order in which they are
    // combined depends only on the description, the count and the segments, however these are specified
    // (docs/reproducible.md; reference.h implements it on the CPU). A segment's bits depend on where in the array it
    // lies. Otherwise like ScanDesc::reproducible. Refused for floats stored in fewer bytes, and with kernels of your
    // own.
    bool reproducible = false;

    // How the input and the output are stored in memory (types.h): U8, say, for bytes that are summed as U32. Refused
    // with kernels of your own.
    StoredType input = StoredType::Same;
    StoredType output = StoredType::Same;
};

struct SegmentedScanArgs {
    // `count` elements each. Equal addresses scan in place, if input and output store elements in the same number of
    // bytes; any other overlap is refused.
    BufferRange input = {};
    BufferRange output = {};
    // The boundaries, in the form of SegmentedScanDesc::segments: `count` bits in whole 32-bit words, `count` flags,
    // `count` keys or segmentCount + 1 offsets. Aligned to 4 bytes, Keys64 to 8. May overlap the input, but neither
    // output nor scratch. Not read with Rows and Kernels.
    BufferRange segments = {};
    // Rows only: elements of a row, at least 1. The last row may be shorter.
    uint32_t rowLength = 0;
    // Rows only: elements from the start of a row to the start of the next, at least rowLength; 0: rowLength. Padding
    // counts in `count` and is part of both arrays. It is read, without effect, and never written.
    uint32_t rowPitch = 0;
    // Offsets only: at most kMaxSegmentCount. Offsets are clamped to the count. If they do not ascend, results are
    // undefined, but nothing beyond the arguments is accessed.
    uint32_t segmentCount = 0;
    // Parameters of kernels of your own; none without them.
    Parameters parameters = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`; it
                                  // ends the last segment
    IndirectDispatch groups = {}; // optional, with countBuffer: starts only the workgroups that the count needs
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled segmented scan. It passes over memory once, whatever the number and lengths of segments, at the cost of a
// Scan that also reads `segments`. How operands are grouped depends on the counts, the heads and the output's address
// modulo 16 bytes (8 or 4, if elements are stored in fewer), never on timing: floats have the same bits in every run.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007.
//
// Scratch: none up to a tile. S being the 32-bit words of an element plus one: 64 bytes and 16 S for each tile (2,048
// to 8,192 elements) with a single pass, or 8 S for each of at most 1,024 spans with two passes up to 2^28 elements.
// Limit: 2^35 elements or more. Reproducible floats: tiles of 32 KiB; the limits of reproducible scans (scan.h).
class SegmentedScan : public ArrayOperationOf<SegmentedScanDesc, SegmentedScanArgs> {};

} // namespace vkscan

#endif
