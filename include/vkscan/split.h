// Splits: an array's elements sorted by some bits of a key, stably; the step of a radix sort.
#ifndef VKSCAN_SPLIT_H
#define VKSCAN_SPLIT_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/select.h>
#include <vkscan/status.h>

namespace vkscan {

constexpr uint32_t kMaxSplitBits = 4;

struct SplitDesc {
    // Of the key, from 1 to kMaxSplitBits: elements go to 2^bits buckets.
    uint32_t bits = 1;
    // As CompactDesc has them.
    uint32_t elementSize = 4;
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SplitArgs {
    // `count` elements, aligned to the largest power of two that divides elementSize, but at most 16. Not looked at
    // with kIndicesOnly, unless they are the keys.
    BufferRange input = {};
    // Receives as many, those of a lower bucket first, and those of one bucket in their order; aligned like the input.
    // With kIndicesOnly, their indices, which are the inverse of the permutation. Must not overlap what is read.
    BufferRange output = {};
    // 32-bit keys. By default the input's elements themselves, which then are of 4 bytes each.
    BufferRange keys = {};
    // The lowest of the key's bits that tell the bucket; at most 32 - bits.
    uint32_t shift = 0;
    // Optional: receives where in the output each bucket begins and, last, the count: 2^bits + 1 indices of 32 bits,
    // such as Segments::Offsets takes.
    BufferRange bucketOffsets = {};
    // As CompactArgs has them.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled split. The keys are read twice: once to count, in one dispatch more than a Compact takes; three in all
// where there are no 64-bit atomics in buffers. Knuth, The Art of Computer Programming 3, 5.2, "distribution counting".
//
//
// Scratch: some 16 bytes per tile and bucket. Counts are those of Compact.
class Split : public ArrayOperation {
public:
    // Replaces *split on success and leaves it alone otherwise.
    static Status create(const Context& context, const SplitDesc& desc, Split* split) noexcept;

    // Records the split, as Compact::record does.
    Status record(VkCommandBuffer commandBuffer, const SplitArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const SplitArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
