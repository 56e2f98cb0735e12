// Selections: elements sorted into those selected and others (Compact, Partition), or by some bits of a key (Split).
#ifndef VKSCAN_SELECT_H
#define VKSCAN_SELECT_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// Bytes of an element that selections move: multiples of 4 up to this.
constexpr uint32_t kMaxElementSize = 64;
// In place of the bytes: the elements' indices are written instead, as 32-bit unsigned integers.
constexpr uint32_t kIndicesOnly = 0;

// How elements are selected: by flags, or by 32-bit words that are tested against an operand.
enum class Condition {
    // Bits: element i is selected where bit i % 32 of the 32-bit word i / 32 is set, the least significant being bit 0.
    FlagBits,
    // Bytes, of which there are whole 32-bit words; selected where not 0.
    FlagBytes,
    // 32-bit words; selected where not 0.
    FlagWords,
    // Words that have a bit in common with the operand, a mask.
    AnyBit,
    // Words of Predicate::type, compared with the operand: word < operand, for Less.
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
};

[[nodiscard]] VKSCAN_API const char* toString(Condition condition) noexcept;

struct Predicate {
    Condition condition = Condition::FlagWords;
    // U32, I32 or F32: of tested words and operand. Flags have none. As in GLSL, a NaN is not equal to anything, and
    // neither less nor greater.
    ElementType type = ElementType::U32;
};

struct CompactDesc {
    Predicate predicate = {};
    // Bytes: a multiple of 4 up to kMaxElementSize; or kIndicesOnly.
    uint32_t elementSize = 4;
    // Compact alone: kernels of your own with SELECTS (custom.h), which say what elements are and which are selected:
    // leave the fields above as they are.
    CustomKernels kernels = {};
    // See operation.h. Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct CompactArgs {
    // `count` elements, aligned to the largest power of two that divides elementSize, but at most 16. Not looked at
    // with kIndicesOnly, unless its words are tested. Of kernels of your own, see custom.h.
    BufferRange input = {};
    // Receives the selected elements in their order, aligned like the input; with kIndicesOnly, their indices, aligned
    // to 4 bytes. Its size is the capacity: selected elements for which there is no room are dropped, and nothing is
    // written beyond. Absent, it has no room: elements are only counted. Must not overlap what is read.
    BufferRange output = {};
    // The condition's operands, of 4 bytes alignment: flags, or a word for each element. Optional where words are
    // tested: by default the input's elements themselves, which then are of 4 bytes each. Kernels of your own take
    // none.
    BufferRange tested = {};
    // With AnyBit, the mask, a uint32_t; with comparisons, what is compared with, of the predicate's type. None with
    // flags and kernels of your own.
    Scalar operand = {};
    // Parameters of kernels of your own; other kernels take none.
    Parameters parameters = {};
    // Optional: receives the number of selected elements, those dropped, too, as a 32-bit unsigned integer.
    BufferRange selectedCount = {};
    // Optional: receives the number of elements written.
    IndirectCount indirect = {};
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// Stream compaction: the selected elements of an array, or their indices, side by side. Elements keep their order, so
// results are the same in every run. One dispatch where Strategy has a single pass, which reads each element once and
// writes those selected once; two elsewhere.
//
// Scratch: some 16 bytes per tile of a few thousand elements. Counts: up to 2^32 - 1, less for FlatSum, SingleWorkgroup
// and on lavapipe.
class Compact : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const CompactDesc& desc, Compact* compact) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const CompactArgs& args) const noexcept;
    VKSCAN_API Status plan(const CompactArgs& args, DispatchList* list) const noexcept;
};

using PartitionDesc = CompactDesc;

struct PartitionArgs {
    BufferRange input = {};
    // Without `rest`, receives all elements: those selected, then the others, both in their order. With it, the
    // selected ones as far as there is room, as CompactArgs has it. Without both, elements are only counted.
    BufferRange output = {};
    // Optional: receives the others, in their order, as far as there is room. Then all elements are read only once:
    // without, they are tested twice, since the others begin behind the last one selected.
    BufferRange rest = {};
    // As CompactArgs has them. The others are the count less the selected ones.
    BufferRange tested = {};
    Scalar operand = {};
    BufferRange selectedCount = {};
    IndirectCount indirect = {};
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A partition: the selected elements of an array in front of the others, or the two apart. One dispatch where Strategy
// has a single pass and `rest` is given, two where it is not, one more with ReduceThenScan. Without `rest`, three where
// there are no 64-bit atomics in buffers.
//
// Scratch: some 32 bytes per tile. Counts are those of Compact.
class Partition : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const PartitionDesc& desc, Partition* partition) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const PartitionArgs& args) const noexcept;
    VKSCAN_API Status plan(const PartitionArgs& args, DispatchList* list) const noexcept;
};

constexpr uint32_t kMaxSplitBits = 4;

struct SplitDesc {
    // Bits of the key, from 1 to kMaxSplitBits: elements go to 2^bits buckets.
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
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A split: elements sorted by some bits of a key, stably; the step of a radix sort (RadixSort sorts by all). One
// dispatch for few elements; for more, two, which both read the keys: the first counts. Spine takes what ReduceThenScan
// takes, since nothing is left to wait for. No strategy gives up. Knuth, The Art of Computer Programming 3, 5.2,
// "distribution counting".
//
// Scratch: 8 bytes for each bucket and span, of which there are some hundred, or tile of FlatSum. Counts: up to 2^32 -
// 2^16, less for FlatSum, SingleWorkgroup and on lavapipe.
class Split : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const SplitDesc& desc, Split* split) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const SplitArgs& args) const noexcept;
    VKSCAN_API Status plan(const SplitArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
