// The library's view of one device, and the features that it needs.
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include <vkscan/export.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// The features and extensions that vkscan needs of a physical device, known before the device is created.
struct DeviceSupport {
    bool supported = false;
    // If not supported: the reason, in a sentence. Otherwise empty. Static storage.
    const char* reason = "";
    // The features to enable: required ones, and these as far as the device has them. All others are false.
    //
    //     shaderFloat64                         ElementType::F64
    //     shaderBufferInt64Atomics              a single pass
    //     storageBuffer8BitAccess, storageBuffer16BitAccess
    //                                           faster sorts of keys of 8 and 16 bits, if both are enabled
    //     shaderStorageImageWriteWithoutFormat  summed-area tables in storage images
    //     shaderStorageImageExtendedFormats     tables of volumes in storage images with two channels
    //     subgroupSizeControl, computeFullSubgroups
    //                                           subgroups of the size that kernels are made for; required if
    //                                           needsSubgroupSizeControl
    VkPhysicalDeviceFeatures features = {};
    // The sTypes of these structures are set if supported, so that they can be chained.
    VkPhysicalDeviceVulkan12Features features12 = {};
    VkPhysicalDevice16BitStorageFeatures storage16Bit = {};
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizeControl = {};
    // The device extension of subgroupSizeControl, to be enabled with these features, if the device lists it; otherwise
    // null. Vulkan 1.3 includes it, but not for instances that were created for 1.2.
    const char* extension = nullptr;
    // The device's subgroups vary in size: Context::create refuses a device without subgroupSizeControl and
    // computeFullSubgroups.
    bool needsSubgroupSizeControl = false;

    // Sets these features in the host's own chain and leaves other features alone: in VkPhysicalDeviceVulkan11Features,
    // -Vulkan12Features and -Vulkan13Features, or in structures of single features (buffer device addresses, memory
    // model, 64-bit atomics, storage of 8 and 16 bits, subgroup size control). Returns null, or the name of a required
    // feature for which the chain has no structure. Skips optional features without a structure.
    [[nodiscard]] VKSCAN_API const char* mergeInto(VkPhysicalDeviceFeatures2* chain) const noexcept;
};

// Returns the features to enable. The instance must have been created for Vulkan 1.2 or later. If an argument is null,
// supported is false, and the reason names it.
[[nodiscard]] VKSCAN_API DeviceSupport queryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                                          PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

struct ContextDesc {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    PFN_vkGetDeviceProcAddr getDeviceProcAddr = nullptr;

    // The features that the device was created with, as chained to VkDeviceCreateInfo. Only create reads them. Null:
    // only required features, so no ElementType::F64, no single pass without recovery and no storage images.
    const VkPhysicalDeviceFeatures2* features = nullptr;

    // Optional. Pipelines are created through this cache. It must outlive the context. The host synchronises its use
    // with the creation of operations.
    VkPipelineCache pipelineCache = VK_NULL_HANDLE;
    // Optional. Passed to the Vulkan calls that take them; copied. vkscan's own host memory comes from operator new
    // (docs/contracts.md).
    const VkAllocationCallbacks* allocationCallbacks = nullptr;

    // The device was created with the extension VK_KHR_push_descriptor. Operations on images then need no descriptor
    // set from the host.
    bool pushDescriptorEnabled = false;

    // Command buffers use descriptor heaps. The device was created with the extension VK_EXT_descriptor_heap and its
    // feature descriptorHeap. Pipelines have no layout, record pushes data instead of constants, which would invalidate
    // the heaps, and operations on images find them by Surface::heapOffset. docs/contracts.md states which state of a
    // command buffer changes.
    bool descriptorHeaps = false;

    // Treats the driver as unlisted: Waiting::Auto relies on no forward progress, and hasForwardProgress is false. For
    // drivers that break what vkscan expects of them, and for tests.
    bool takeAsUnlisted = false;

    // Puts each dispatch into a label of VK_EXT_debug_utils, such as "vkscan Scan u32 add: Spine", for captures and
    // validation messages. The instance must have been created with the extension; if its functions cannot be loaded,
    // create returns Rule::Unsupported.
    bool debugLabels = false;

    // The host uses kernels and plans only (plan.h): operations compile no pipelines and create no Vulkan objects, and
    // record refuses. Creating an operation takes microseconds; the context's first takes 1 to 4 ms more, to unpack
    // kernels. device and getDeviceProcAddr may be null.
    bool plansOnly = false;
};

// A context of a VkDevice; a device may have several. Immutable, so many threads may use it at once. It loads the
// functions that it needs into a table of its own, which its operations keep alive. Operations of one context share
// pipelines of equal kernels, and SPIR-V. A context holds no device memory.
class Context {
public:
    Context() noexcept = default;
    VKSCAN_API Context(Context&& other) noexcept;
    VKSCAN_API Context& operator=(Context&& other) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    VKSCAN_API ~Context();

    // Replaces *context on success, and leaves it alone otherwise.
    VKSCAN_API static Status create(const ContextDesc& desc, Context* context) noexcept;

    // Returns whether running workgroups make progress beside waiting ones: true for listed drivers without
    // takeAsUnlisted.
    [[nodiscard]] VKSCAN_API bool hasForwardProgress() const noexcept;

    struct Impl;
    [[nodiscard]] const Impl* impl() const noexcept { return m_impl; }

private:
    Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
