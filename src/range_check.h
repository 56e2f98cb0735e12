// The checks every buffer argument goes through.
#ifndef VKSCAN_RANGE_CHECK_H
#define VKSCAN_RANGE_CHECK_H

#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

inline constexpr VkDeviceSize kScratchAlignment = 16;

struct RangeStatuses {
    Status isNull;
    Status misaligned;
    Status tooSmall;
};

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

// Optional: an address of 0 is none.
[[nodiscard]] inline Status checkCountBuffer(BufferRange countBuffer) noexcept
{
    return checkRange(countBuffer, sizeof(uint32_t), sizeof(uint32_t),
                      {Status::Success, Status::CountBufferMisaligned, Status::CountBufferTooSmall});
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
