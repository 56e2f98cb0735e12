// Partitions: the selected elements of an array in front of the others, or the two apart.
#ifndef VKSCAN_PARTITION_H
#define VKSCAN_PARTITION_H

#include <vkscan/compact.h>

namespace vkscan {

using PartitionDesc = CompactDesc;

struct PartitionArgs {
    // As CompactArgs has them.
    BufferRange input = {};
    BufferRange tested = {};
    Scalar operand = {};
    // Without `rest`, receives all elements: those selected, then the others, both in their order. With it, the
    // selected ones as far as there is room, as CompactArgs has it.
    BufferRange output = {};
    // Optional: receives the others, in their order, as far as there is room. Then all elements are read only once:
    // without, they are tested twice, since the others begin behind the last one selected.
    BufferRange rest = {};
    // As CompactArgs has them. The others are the count less the selected ones.
    BufferRange selectedCount = {};
    IndirectCount indirect = {};
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled partition: one dispatch where Strategy has a single pass and `rest` is given, two where it is not, one
// more with ReduceThenScan. Without `rest`, three where there are no 64-bit atomics in buffers.
//
// Scratch: some 32 bytes per tile. Counts are those of Compact.
class Partition : public ArrayOperation {
public:
    // Replaces *partition on success and leaves it alone otherwise.
    static Status create(const Context& context, const PartitionDesc& desc, Partition* partition) noexcept;

    // Records the partition, as Compact::record does, with `rest` written like the output.
    Status record(VkCommandBuffer commandBuffer, const PartitionArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const PartitionArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
