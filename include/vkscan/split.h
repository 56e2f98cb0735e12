// Split: elements sorted, stably, by up to four bits of a key. One step of a radix sort; RadixSort sorts by all bits.
#ifndef VKSCAN_SPLIT_H
#define VKSCAN_SPLIT_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/select.h>

namespace vkscan {

constexpr uint32_t kMaxSplitBits = 4;

struct SplitDesc {
    // Bits of the key, 1 to kMaxSplitBits: there are 2^bits buckets.
    uint32_t bits = 1;
    // Bytes: a multiple of 4 up to kMaxElementSize; or kIndicesOnly.
    uint32_t elementSize = 4;

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

struct SplitArgs {
    // `count` elements, aligned to the largest power of two that divides elementSize, at most 16. Not read with
    // kIndicesOnly, unless they are the keys.
    BufferRange input = {};
    // Receives `count` elements by bucket, those of one bucket in their order; aligned like the input. With
    // kIndicesOnly it receives their indices, the inverse of the permutation. Must not overlap what is read.
    BufferRange output = {};
    // 32-bit keys, one an element. The default is the input's elements, which then have 4 bytes.
    BufferRange keys = {};
    // The lowest bit of the key that selects the bucket; at most 32 - bits.
    uint32_t shift = 0;
    // Optional: receives the index in the output at which each bucket begins and, last, the count: 2^bits + 1 indices
    // of 32 bits. Segments::Offsets (segments.h) takes them as they are.
    BufferRange bucketOffsets = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled split. One tile (2,048 or 4,096 elements) takes one dispatch, and so does, with Auto on listed drivers
// that tell the number of multiprocessors, an array of up to one tile of 8,192 elements for each, whose workgroups
// wait. Others take two, which both read the keys: the first counts them. No
// split ever gives up a wait. Knuth, The Art of Computer Programming 3, 5.2, "distribution counting".
//
// Scratch: 64 bytes and 8 for each bucket and span. There are at most 512 spans, or four for each multiprocessor, up to
// 2^28 elements: 65.6 KB for 512 spans and 4 bits. Where workgroups wait: 8 for each bucket and tile. One tile: none.
// Limit: 2^32 - 2^16 elements.
class Split : public ArrayOperationOf<SplitDesc, SplitArgs> {};

} // namespace vkscan

#endif
