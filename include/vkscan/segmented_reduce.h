// Segmented reductions: one result for each of many segments of an array.
#ifndef VKSCAN_SEGMENTED_REDUCE_H
#define VKSCAN_SEGMENTED_REDUCE_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/segments.h>

namespace vkscan {

struct SegmentedReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Offsets or Rows: only they number the segments.
    Segments segments = Segments::Offsets;
    // Kernels of your own with SEGMENTS (custom.h) define the elements and how they combine: leave type and op at their
    // defaults.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // Floats have the same bits on every device: those of the last element of each segment in a reproducible
    // SegmentedScan (SegmentedScanDesc::reproducible), which also determines dispatches and scratch. Changes nothing
    // for integers. Refused for floats stored in fewer bytes, and with kernels of your own.
    bool reproducible = false;

    // How the input and the results are stored in memory (types.h). Each result of 8 or 16 bits takes two atomics,
    // since it shares a word with others. Refused with kernels of your own.
    StoredType input = StoredType::Same;
    StoredType output = StoredType::Same;
};

struct SegmentedReduceArgs {
    // `count` elements.
    BufferRange input = {};
    // Receives one element for each segment; the operator's identity if the segment is empty. Offsets: segmentCount
    // results. Rows: count / rowPitch results, rounded up.
    BufferRange result = {};
    // Offsets only: segmentCount + 1 indices, aligned to 4 bytes. May overlap the input, but neither result nor
    // scratch. Also required with a `count` of 0.
    BufferRange segments = {};
    // Rows only: see SegmentedScanArgs::rowLength and rowPitch.
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    // Offsets only: see SegmentedScanArgs::segmentCount. If it is 0, there are no results, and nothing is recorded.
    uint32_t segmentCount = 0;
    // Parameters of kernels of your own; none without them.
    Parameters parameters = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`;
                                  // the segment that contains this position ends there, later ones are empty
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled segmented reduction. It reads each element once, including those between segments, whatever the number and
// lengths of segments. A single pass takes one dispatch, two passes two. How operands are grouped depends on the
// counts, the segments and the input's address modulo 16 bytes (8 or 4, if elements are stored in fewer), never on
// timing: floats have the same bits in every run.
//
// Mesa's lavapipe, which bounds loops, leaves results unwritten if millions of segments are empty and the elements fit
// one tile.
//
// Scratch: none up to a tile; otherwise 64 bytes and 16 S for each span, S being the 32-bit words of an element plus
// one. There are at most 1,024 spans, or 8 for each multiprocessor, up to 2^27 elements: 32.8 KB for 1,024 spans and
// 32-bit elements. Limit: 2^33 elements or more. Reproducible floats: scratch and limits of a reproducible
// SegmentedScan.
class SegmentedReduce : public ArrayOperationOf<SegmentedReduceDesc, SegmentedReduceArgs> {};

} // namespace vkscan

#endif
