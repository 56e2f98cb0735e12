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
// more with ReduceThenScan. Without `rest`, three where there are no 64-bit atomics in buffers. Immutable, like Scan.
class Partition {
public:
    Partition() noexcept = default;
    Partition(Partition&& other) noexcept;
    Partition& operator=(Partition&& other) noexcept;
    Partition(const Partition&) = delete;
    Partition& operator=(const Partition&) = delete;
    ~Partition();

    // Replaces *partition on success and leaves it alone otherwise.
    static Status create(const Context& context, const PartitionDesc& desc, Partition* partition) noexcept;

    // As Compact has them. Some 32 bytes of scratch per tile.
    [[nodiscard]] VkDeviceSize scratchSize(uint64_t maxCount) const noexcept;
    [[nodiscard]] uint64_t maxCount() const noexcept;
    [[nodiscard]] Strategy strategyFor(uint64_t count) const noexcept;

    // Records the partition, as Compact::record does, with `rest` written like the output.
    Status record(VkCommandBuffer commandBuffer, const PartitionArgs& args) const noexcept;

    // For hosts that record by themselves: the kernels that record may dispatch, and what it would. See plan.h.
    [[nodiscard]] KernelList kernels() const noexcept;
    Status plan(const PartitionArgs& args, DispatchList* list) const noexcept;

    struct Impl;

private:
    Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
