// The library's view of one device.
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include <vkscan/export.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// What vkscan needs of a physical device, told before the device exists.
struct DeviceSupport {
    bool supported = false;
    // A sentence that explains a "no"; empty for a "yes". Static storage.
    const char* reason = "";
    // The feature bits to enable: those vkscan requires and, where the device has them, those that widen what it
    // offers: shaderFloat64 for ElementType::F64, shaderBufferInt64Atomics for single-pass strategies,
    // shaderStorageImageReadWithoutFormat and -WriteWithoutFormat for summed-area tables of and in storage images. All
    // others are false. Where the device has them, subgroupSizeControl and computeFullSubgroups keep subgroups at the
    // size that kernels are made for; devices whose subgroups vary in size must enable them.
    VkPhysicalDeviceFeatures features = {};
    // The sTypes are set when supported, so that these can be chained.
    VkPhysicalDeviceVulkan12Features features12 = {};
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizeControl = {};
    // The device extension of the last, where the device lists it, to be enabled, too: Vulkan 1.3 has it in its core,
    // but not for instances that were created for 1.2. Null for none.
    const char* extension = nullptr;

    // Sets those bits in the host's own chain, leaving its other bits alone: in VkPhysicalDeviceVulkan12Features and
    // -Vulkan13Features, or in structures of single features (buffer device addresses, memory model, 64-bit atomics,
    // subgroup size control). Returns null, or the name of a feature for which the chain has no structure; optional
    // ones are left out then, and not named.
    [[nodiscard]] VKSCAN_API const char* mergeInto(VkPhysicalDeviceFeatures2* chain) const noexcept;
};

// The instance must have been created for Vulkan 1.2 or later. All arguments are required; a null one is answered
// with supported = false and its sentence.
[[nodiscard]] VKSCAN_API DeviceSupport queryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                                          PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

struct ContextDesc {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    PFN_vkGetDeviceProcAddr getDeviceProcAddr = nullptr;

    // The features that the device was created with, as chained to VkDeviceCreateInfo; create alone reads them. Null:
    // those alone that vkscan requires, so no ElementType::F64, no strategy of a single pass and no storage images.
    const VkPhysicalDeviceFeatures2* features = nullptr;

    // Optional. Pipelines are created through the cache; it must outlive the context and be free of other use
    // while operations are created, unless the host synchronises that itself.
    VkPipelineCache pipelineCache = VK_NULL_HANDLE;
    // Optional; handed to the Vulkan calls that take them. Copied. vkscan's own host memory is a block for each
    // context and operation and, while a context is created, one for a list of extensions: from operator new, which a
    // program may replace.
    const VkAllocationCallbacks* allocationCallbacks = nullptr;

    // Whether the device was created with the extension VK_KHR_push_descriptor. Operations on images then need no
    // descriptor set of the host's.
    bool pushDescriptorEnabled = false;

    // Puts each dispatch into a label of VK_EXT_debug_utils, such as "vkscan Scan u32 add: Spine", for captures and the
    // messages of validation. The instance must have been created with the extension; Rule::Unsupported where
    // its functions cannot be loaded.
    bool debugLabels = false;

    // For hosts that take kernels and plans only (see plan.h): operations compile no pipelines and create no Vulkan
    // object, so creating them takes no time to speak of once their kernels are unpacked (2 to 4 ms, once in a
    // context), and record refuses. device and getDeviceProcAddr may be null.
    bool plansOnly = false;
};

// One per VkDevice and as many as wanted; immutable, so safe to use from many threads at once. It loads the
// functions it needs into a table of its own, which operations created from it keep alive. These share pipelines of
// equal kernels, and SPIR-V. Holds no device memory.
class Context {
public:
    Context() noexcept = default;
    VKSCAN_API Context(Context&& other) noexcept;
    VKSCAN_API Context& operator=(Context&& other) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    VKSCAN_API ~Context();

    // Replaces *context on success and leaves it alone otherwise.
    VKSCAN_API static Status create(const ContextDesc& desc, Context* context) noexcept;

    // Whether the driver is listed as one whose running workgroups make progress beside waiting ones.
    [[nodiscard]] VKSCAN_API bool hasForwardProgress() const noexcept;

    struct Impl;
    [[nodiscard]] const Impl* impl() const noexcept { return m_impl; }

private:
    Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
