// Members of all operations.
//
// An operation is created from a description, Desc, and recorded with the arguments of a call, Args: see
// ArrayOperationOf. A status other than Success means that nothing was created, recorded or planned.
//
// docs/contracts.md states each contract of all operations once:
//
//     memory            alignment, overlaps, counts, absent arguments, fields of indirect commands
//     scratch           size, zeroing, sharing
//     synchronisation   barriers that the caller places; state of the command buffer that record changes
//     threads           which calls may run at once; what must outlive what; pipelines that operations share
//     determinism       what results depend on
//     waits             bounds, and the status that a wait leaves in scratch when it is given up
//
// Each operation's header states what that operation adds.
#ifndef VKSCAN_OPERATION_H
#define VKSCAN_OPERATION_H

#include <vkscan/context.h>
#include <vkscan/export.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// The status of all runs after scratch was last zeroed: the 32-bit word at byte kScratchStatusOffset of scratch. It
// stays until the host zeroes all of the scratch.
enum class ScratchStatus : uint32_t {
    Complete = 0,
    // A wait was given up. The output of that run is incomplete, and the outputs of later runs are invalid.
    GaveUp = 1,
    // A kernel of your own with CHECKS found elements for which combine is not associative, or identity not neutral.
    NotAMonoid = 2,
    GaveUpAndNotAMonoid = 3,
};
constexpr VkDeviceSize kScratchStatusOffset = 8;

enum class Rounding { Down, Up };
struct RoundingRow {
    Rounding value;
    const char* name;
};
inline constexpr RoundingRow kRoundings[] = {{Rounding::Down, "down"}, {Rounding::Up, "up"}};

// The field of an indirect command that receives a count found on the device. Other fields are the caller's.
//
//     VkDrawIndirectCommand          vertexCount (byte 0) or instanceCount (byte 4)
//     VkDrawIndexedIndirectCommand   indexCount (byte 0) or instanceCount (byte 4)
//     VkDispatchIndirectCommand      x (byte 0), or x and y with `dispatch`
//     vkCmdDrawIndirectCount         the count buffer's word
struct IndirectCount {
    // Optional: 4 bytes, or 8 with `dispatch`, aligned to 4. Receives the count divided by `divisor`, as a 32-bit
    // unsigned integer.
    BufferRange field = {};
    // At least 1: for a dispatch, the elements of one workgroup.
    uint32_t divisor = 1;
    Rounding rounding = Rounding::Up;
    // The field is x and y of a VkDispatchIndirectCommand; the caller sets z. They receive the quotient as a grid that
    // every device accepts: y = max(1, ceil(quotient / 65535)), x = ceil(quotient / y). x * y may exceed the quotient
    // by less than y, so the shader has to end where its index, gl_WorkGroupID.y * gl_NumWorkGroups.x +
    // gl_WorkGroupID.x, has no element. A quotient beyond 65535^2 is clamped to that.
    bool dispatch = false;
    // Added to the quotient, at most 65,535: see IndirectDispatch.
    uint32_t addend = 0;
};

// A VkDispatchIndirectCommand of the caller's, for a call whose count the device reads: the call starts as many
// workgroups as the command says, instead of one for each tile of `count` elements, most of which may have none. For n
// elements x must be ceil(n / operation.groupElements(count)) + kFurtherGroups or more; y and z are 1. An IndirectCount
// with that divisor and addend writes x where the count comes from another operation. With a smaller x, results are
// incomplete, as after a wait that was given up.
//
// Calls with fewer tiles than a wait spans, calls in two passes, and grids that one axis does not hold ignore it.
struct IndirectDispatch {
    // Created with VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT. Null: none.
    VkBuffer buffer = VK_NULL_HANDLE;
    // Bytes from the buffer's beginning to the command, a multiple of 4.
    VkDeviceSize offset = 0;
};
// Workgroups beyond those for whole tiles: for an array that begins within a vector of 16 bytes, and for the carries.
inline constexpr uint32_t kFurtherGroups = 2;

// A compiled operation; empty until create succeeds. Moves only.
class Operation {
public:
    Operation() noexcept = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    VKSCAN_API ~Operation();

    // The kernels that record may dispatch, for hosts that create pipelines of their own: see plan.h.
    [[nodiscard]] VKSCAN_API KernelList kernels() const noexcept;

    struct Impl;

protected:
    // Protected, so that an operation can only be moved to one of its own class.
    VKSCAN_API Operation(Operation&& other) noexcept;
    VKSCAN_API Operation& operator=(Operation&& other) noexcept;

    Impl* m_impl = nullptr;
};

// An operation on arrays: every operation except SummedAreaTable and SummedVolumeTable. An empty one returns 0.
class ArrayOperation : public Operation {
public:
    ArrayOperation() noexcept = default;

    // Bytes of scratch that suffice for every count up to maxCount. Monotone in maxCount; 0 if no scratch is used.
    [[nodiscard]] VKSCAN_API VkDeviceSize scratchSize(uint64_t maxCount) const noexcept;

    // The largest count that record accepts: the description's maxCount, or the operation's limit if that is less.
    [[nodiscard]] VKSCAN_API uint64_t maxCount() const noexcept;

    // Elements of a workgroup in a call of `count` elements, for IndirectDispatch; 0 beyond maxCount().
    [[nodiscard]] VKSCAN_API uint32_t groupElements(uint64_t count) const noexcept;

protected:
    ArrayOperation(ArrayOperation&& other) noexcept = default;
    ArrayOperation& operator=(ArrayOperation&& other) noexcept = default;
};

// An operation on arrays with this description and these arguments.
template <class Desc, class Args>
class ArrayOperationOf : public ArrayOperation {
public:
    ArrayOperationOf() noexcept = default;

    // Checks the description and compiles the pipelines that record may dispatch. Replaces *operation on success, and
    // leaves it alone otherwise.
    VKSCAN_API static Status create(const Context& context, const Desc& desc, ArrayOperationOf* operation) noexcept;

    // Checks the arguments and records dispatches. Waits for nothing and allocates nothing.
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const Args& args) const noexcept;

    // Returns the dispatches that record would record, as data: see plan.h.
    VKSCAN_API Status plan(const Args& args, DispatchList* list) const noexcept;

    struct Tuned;

protected:
    ArrayOperationOf(ArrayOperationOf&& other) noexcept = default;
    ArrayOperationOf& operator=(ArrayOperationOf&& other) noexcept = default;
};

} // namespace vkscan

#endif
