// The checks every buffer argument goes through.
#ifndef VKSCAN_RANGE_CHECK_H
#define VKSCAN_RANGE_CHECK_H

#include <vkscan/select.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

inline constexpr VkDeviceSize kScratchAlignment = 16;

struct RangeStatuses {
    Status isNull;
    Status misaligned;
    Status tooSmall;
};

[[nodiscard]] inline bool isAbsent(BufferRange range) noexcept
{
    return range.address == 0 && range.size == 0;
}

[[nodiscard]] inline Status checkRange(BufferRange range, VkDeviceSize alignment, VkDeviceSize size,
                                       const RangeStatuses& statuses) noexcept
{
    if (range.address == 0)
        return statuses.isNull;
    if (range.address % alignment != 0)
        return statuses.misaligned;
    if (range.size < size || range.address + size < range.address)
        return statuses.tooSmall;
    return Status::Success;
}

// The same of an argument that may be absent. A size without an address is what a failed allocation leaves behind.
[[nodiscard]] inline Status checkOptional(BufferRange range, VkDeviceSize alignment, VkDeviceSize size,
                                          const RangeStatuses& statuses) noexcept
{
    return isAbsent(range) ? Status::Success : checkRange(range, alignment, size, statuses);
}

// An input and an output of `bytes` each, which only matter if they are not empty.
[[nodiscard]] inline Status checkArrays(BufferRange input, BufferRange output, VkDeviceSize bytes,
                                        VkDeviceSize element) noexcept
{
    if (bytes == 0)
        return Status::Success;
    const Status status =
        checkRange(input, element, bytes, {Status::InputNull, Status::InputMisaligned, Status::InputTooSmall});
    return status == Status::Success
               ? checkRange(output, element, bytes,
                            {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooSmall})
               : status;
}

// What the device touches of an optional 32-bit word, such as a count: nothing where there is none.
[[nodiscard]] inline BufferRange wordRange(BufferRange word) noexcept
{
    return {word.address, word.address != 0 ? sizeof(uint32_t) : 0};
}

[[nodiscard]] inline Status checkCountBuffer(BufferRange countBuffer) noexcept
{
    return checkOptional(countBuffer, sizeof(uint32_t), sizeof(uint32_t),
                         {Status::CountBufferNull, Status::CountBufferMisaligned, Status::CountBufferTooSmall});
}

[[nodiscard]] inline Status checkIndirect(const IndirectCount& indirect) noexcept
{
    const Status status = checkOptional(indirect.field, sizeof(uint32_t), sizeof(uint32_t),
                                        {Status::IndirectNull, Status::IndirectMisaligned, Status::IndirectTooSmall});
    if (status != Status::Success)
        return status;
    if (indirect.divisor == 0)
        return Status::DivisorZero;
    const bool isRounding = indirect.rounding == Rounding::Down || indirect.rounding == Rounding::Up;
    return isRounding ? Status::Success : Status::RoundingInvalid;
}

// Not looked at where the operation needs none.
[[nodiscard]] inline Status checkScratch(BufferRange scratch, VkDeviceSize bytes) noexcept
{
    if (bytes == 0)
        return Status::Success;
    return checkRange(scratch, kScratchAlignment, bytes,
                      {Status::ScratchNull, Status::ScratchMisaligned, Status::ScratchTooSmall});
}

} // namespace vkscan

#endif
