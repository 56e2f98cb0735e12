#ifndef VKSCAN_DEVICE_RESULT_H
#define VKSCAN_DEVICE_RESULT_H

#include <vkscan/status.h>

#include <vulkan/vulkan_core.h>

namespace vkscan {

// What a failed creation call means to the caller.
[[nodiscard]] inline Status statusOf(VkResult result) noexcept
{
    switch (result) {
    case VK_SUCCESS: return Status::Success;
    case VK_ERROR_OUT_OF_HOST_MEMORY: return {Argument::None, Rule::OutOfHostMemory};
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return {Argument::None, Rule::OutOfDeviceMemory};
    default: return {Argument::Pipelines, Rule::CreationFailed};
    }
}

// Of a call that creates an object. Where it fails, what it leaves in the handle is undefined.
template <class Handle>
[[nodiscard]] Status statusOf(VkResult result, Handle* created) noexcept
{
    if (result != VK_SUCCESS)
        *created = VK_NULL_HANDLE;
    return statusOf(result);
}

} // namespace vkscan

#endif
