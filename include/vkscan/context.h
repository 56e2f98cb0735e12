// The library's view of one device.
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// What vkscan needs of a physical device, told before the device exists.
struct DeviceSupport {
    bool supported = false;
    // A sentence that explains a "no"; empty for a "yes". Static storage.
    const char* reason = "";
    // The feature bits to enable: those vkscan requires and, where the device has them, those that widen what it
    // offers: shaderFloat64 for Type::F64, shaderBufferInt64Atomics for single-pass strategies,
    // shaderStorageImageReadWithoutFormat and -WriteWithoutFormat for summed-area tables of and in storage images. All
    // others are false.
    VkPhysicalDeviceFeatures features = {};
    VkPhysicalDeviceVulkan12Features features12 = {}; // its sType is set when supported, so it can be chained

    // Sets those bits in the host's own structures, leaving its bits and its pNext chain alone.
    void mergeInto(VkPhysicalDeviceFeatures* hostFeatures,
                   VkPhysicalDeviceVulkan12Features* hostFeatures12) const noexcept;
};

// The instance must have been created for Vulkan 1.2 or later. All arguments are required; a null one is answered
// with supported = false and its sentence.
[[nodiscard]] DeviceSupport queryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                               PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

struct ContextDesc {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    PFN_vkGetDeviceProcAddr getDeviceProcAddr = nullptr;

    // Optional. Pipelines are created through the cache; it must outlive the context and be free of other use
    // while operations are created, unless the host synchronises that itself.
    VkPipelineCache pipelineCache = VK_NULL_HANDLE;
    // Optional; handed to the Vulkan calls that take them. Copied.
    const VkAllocationCallbacks* allocationCallbacks = nullptr;

    // Whether the device was created with the optional features that queryDeviceSupport offered. The required
    // ones must be enabled.
    bool shaderFloat64Enabled = true;
    bool shaderBufferInt64AtomicsEnabled = true;
    bool shaderStorageImageReadWithoutFormatEnabled = true;
    bool shaderStorageImageWriteWithoutFormatEnabled = true;

    // Whether the device was created with the extension VK_KHR_push_descriptor. Operations on images then need no
    // descriptor set of the host's.
    bool pushDescriptorEnabled = false;

    // Puts each dispatch into a label of VK_EXT_debug_utils, such as "vkscan Scan u32 add: Spine", for captures and the
    // messages of validation. The instance must have been created with the extension; Status::DebugLabelsMissing where
    // its functions cannot be loaded.
    bool debugLabels = false;

    // For hosts that take kernels and plans only (see plan.h): operations compile no pipelines and create no Vulkan
    // object, so creating them takes no time to speak of, and record refuses. device and getDeviceProcAddr may be null.
    bool plansOnly = false;
};

// One per VkDevice and as many as wanted; immutable, so safe to use from many threads at once. It loads the
// functions it needs into a table of its own and must outlive what is created from it. Holds no device memory.
class Context {
public:
    Context() noexcept = default;
    Context(Context&& other) noexcept;
    Context& operator=(Context&& other) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    // Replaces *context on success and leaves it alone otherwise.
    static Status create(const ContextDesc& desc, Context* context) noexcept;

    // Whether the driver is listed as one whose running workgroups make progress beside waiting ones.
    [[nodiscard]] bool hasForwardProgress() const noexcept;

    struct Impl;
    [[nodiscard]] const Impl* impl() const noexcept { return m_impl; }

private:
    Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
