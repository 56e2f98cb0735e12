// Contracts that all operations have in common. Each operation's header adds what is its own.
//
// An operation is described by a structure Desc, created from it, and recorded with arguments, a structure Args:
//
//     static Status create(const Context& context, const Desc& desc, Operation* operation) noexcept;
//     Status record(VkCommandBuffer commandBuffer, const Args& args) const noexcept;
//     Status plan(const Args& args, DispatchList* list) const noexcept;
//
// create compiles the pipelines of every strategy that record may choose for the description, but for those that
// another operation of the context has: operations share pipelines of equal kernels. It replaces the object on success
// and leaves it alone otherwise. Calls may run in parallel if the context has no pipeline cache.
//
// record binds a compute pipeline, pushes constants and dispatches, and disturbs no other state of the command buffer;
// summed-area tables of images bind set 0 of the compute bind point, too. The command buffer must be recording, outside
// a render pass, for a queue family with compute. It may be submitted any number of times, one at a time. A status
// other than Success means that nothing was recorded.
//
// plan tells what record would dispatch: see plan.h.
//
// Synchronisation: all accesses happen in VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, as VK_ACCESS_SHADER_READ_BIT,
// VK_ACCESS_SHADER_WRITE_BIT or both; docs/integration.md lists them by operation and argument. The caller makes
// earlier writes visible to them, and their writes visible to later commands, such as draws and dispatches that read a
// count as an argument; also between two recordings that share scratch or temporary memory. Barriers between an
// operation's own dispatches are its own.
//
// Threads and lifetimes: operations are immutable. One object may be recorded by many threads at once, each with its
// own command buffer. It must outlive these command buffers' execution. Its context need not outlive it.
#ifndef VKSCAN_OPERATION_H
#define VKSCAN_OPERATION_H

#include <vkscan/context.h>
#include <vkscan/export.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// Operations on arrays. Every Desc ends with these:
//
//     // Auto, or one of those that the operation takes.
//     Strategy strategy = Strategy::Auto;
//     // Lets a single-pass strategy run on a driver that is not listed for it. Should running workgroups not make
//     // progress there after all, waits end after a bound, the output is incomplete, and scratch says so.
//     bool assumeForwardProgress = false;
//     // The largest count that will be recorded; 0: any that the operation takes. Kernels that only larger counts take
//     // are not compiled, so create takes less time: of Auto's five, a few thousand elements take one or two.
//     // Results do not depend on it.
//     uint64_t maxCount = 0;
//
// and every Args with these, without scratch where an operation takes none:
//
//     // At least scratchSize(count) bytes, aligned to 16; zeroed once, before its first use with any operation, and
//     // never again unless 2^32 - 1 passes over memory have used it; with Strategy::Sam, one counts for as often as it
//     // fills its scratch. Not shared by operations that may run concurrently.
//     BufferRange scratch = {};
//     // Elements; with a countBuffer, the most there may be. With 0, arrays may be absent, but totals, results, counts
//     // and fields of indirect commands are still written. With any count, outputs whose size is a capacity may be
//     // absent. Where there is nothing to write, nothing is recorded.
//     uint64_t count = 0;
//     // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
//     BufferRange countBuffer = {};
//     // Records a barrier from all earlier commands' writes before the operation, or to all later commands' reads and
//     // writes behind it. By default the caller does this, for less.
//     bool barrierBefore = false;
//     bool barrierAfter = false;
//
// Buffers are aligned to their elements, and must not overlap what is written unless it is said. Elements that lie in
// their 16 bytes like those they become are moved in vectors, others somewhat more slowly.

// The status of the runs since scratch was last zeroed: the 32-bit word at byte kScratchStatusOffset.
enum class ScratchStatus : uint32_t {
    Complete = 0,
    // A wait was given up, so the output of a run is incomplete, and later ones cannot be relied on. Stays until the
    // host zeroes the scratch, all of it.
    GaveUp = 1,
    // A kernel of your own with CHECKS has found elements for which combine is not associative, or identity not
    // neutral. Stays as long.
    NotAMonoid = 2,
    GaveUpAndNotAMonoid = 3,
};
constexpr VkDeviceSize kScratchStatusOffset = 8;

enum class Rounding { Down, Up };

// A field of an indirect command for a count that the device finds: of VkDrawIndirectCommand, instanceCount (at byte 4)
// or vertexCount (0), of VkDrawIndexedIndirectCommand, instanceCount (4) or indexCount (0), of
// VkDispatchIndirectCommand, x (0); or vkCmdDrawIndirectCount's count. Other fields of the command are the caller's.
struct IndirectCount {
    // Optional: receives the count divided by `divisor`, as a 32-bit unsigned integer. Aligned to 4 bytes.
    BufferRange field = {};
    // At least 1: elements of one workgroup, say.
    uint32_t divisor = 1;
    Rounding rounding = Rounding::Up;
};

// A compiled operation, or none before it is created.
class Operation {
public:
    Operation() noexcept = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    VKSCAN_API ~Operation();

    // For hosts that record by themselves: the kernels that record may dispatch. See plan.h.
    [[nodiscard]] VKSCAN_API KernelList kernels() const noexcept;

    struct Impl;

protected:
    // Only operations of one kind are moved from one to the other.
    VKSCAN_API Operation(Operation&& other) noexcept;
    VKSCAN_API Operation& operator=(Operation&& other) noexcept;

    Impl* m_impl = nullptr;
};

// An operation on arrays. Each tells how much scratch it takes, and up to which count.
class ArrayOperation : public Operation {
public:
    ArrayOperation() noexcept = default;

    // Bytes of scratch that any recording with a count of at most maxCount takes; monotone in maxCount, and 0 where
    // there is none.
    [[nodiscard]] VKSCAN_API VkDeviceSize scratchSize(uint64_t maxCount) const noexcept;

    // The largest count that record accepts: the description's maxCount, or less where the operation takes less.
    [[nodiscard]] VKSCAN_API uint64_t maxCount() const noexcept;

    // The strategy that record takes for a count; Auto if it takes none, or has no choice.
    [[nodiscard]] VKSCAN_API Strategy strategyFor(uint64_t count) const noexcept;

protected:
    ArrayOperation(ArrayOperation&& other) noexcept = default;
    ArrayOperation& operator=(ArrayOperation&& other) noexcept = default;
};

} // namespace vkscan

#endif
