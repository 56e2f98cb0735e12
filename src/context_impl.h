#ifndef VKSCAN_CONTEXT_IMPL_H
#define VKSCAN_CONTEXT_IMPL_H

#include "capabilities.h"
#include "functions.h"
#include "tuning.h"

#include <vkscan/context.h>

namespace vkscan {

struct Context::Impl {
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkPipelineCache pipelineCache = VK_NULL_HANDLE;
    VkAllocationCallbacks allocationCallbacks = {};
    bool hasAllocationCallbacks = false;
    InstanceFunctions instanceVk;
    DeviceFunctions vk;
    Capabilities capabilities;
    bool plansOnly = false;                           // then all device functions are null
    VkPipelineLayout pipelineLayout = VK_NULL_HANDLE; // push constants alone; null with plansOnly

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // Loads the device's functions and creates what all operations share.
    [[nodiscard]] Status prepareDevice(const ContextDesc& desc) noexcept;

    [[nodiscard]] const VkAllocationCallbacks* allocator() const noexcept
    {
        return hasAllocationCallbacks ? &allocationCallbacks : nullptr;
    }
};

// The tuning for a context's device; any, where there is no device.
[[nodiscard]] inline Tuning tuningFor(const Context& context) noexcept
{
    return tuningFor(context.impl() != nullptr ? context.impl()->capabilities : Capabilities{});
}

} // namespace vkscan

#endif
