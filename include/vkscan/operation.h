// What all operations have in common.
#ifndef VKSCAN_OPERATION_H
#define VKSCAN_OPERATION_H

#include <vkscan/plan.h>
#include <vkscan/types.h>

namespace vkscan {

// A compiled operation, or none before it is created. Immutable: one object may be recorded by many threads at once,
// each with its own command buffer. While it is in use, the object must outlive the command buffers' execution; its
// context need not outlive it.
class Operation {
public:
    Operation() noexcept = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    ~Operation();

    // For hosts that record by themselves: the kernels that record may dispatch. See plan.h.
    [[nodiscard]] KernelList kernels() const noexcept;

    struct Impl;

protected:
    // Only operations of one kind are moved from one to the other.
    Operation(Operation&& other) noexcept;
    Operation& operator=(Operation&& other) noexcept;

    Impl* m_impl = nullptr;
};

// An operation on arrays. Each tells how much scratch it takes, and up to which count.
class ArrayOperation : public Operation {
public:
    ArrayOperation() noexcept = default;

    // Bytes of scratch that any recording with a count of at most maxCount takes; monotone in maxCount, and 0 where
    // there is none.
    [[nodiscard]] VkDeviceSize scratchSize(uint64_t maxCount) const noexcept;

    // The largest count that record accepts: the description's maxCount, or less where the operation takes less.
    [[nodiscard]] uint64_t maxCount() const noexcept;

    // The strategy that record takes for a count; Auto if it takes none, or has no choice.
    [[nodiscard]] Strategy strategyFor(uint64_t count) const noexcept;

protected:
    ArrayOperation(ArrayOperation&& other) noexcept = default;
    ArrayOperation& operator=(ArrayOperation&& other) noexcept = default;
};

} // namespace vkscan

#endif
