#include "device/device_support.h"

#include "device/device_features.h"
#include "device/functions.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace vkscan {

namespace {

// Facts about a driver that it does not report.
struct DriverTraits {
    VkDriverId driver;
    bool makesProgress = false;   // running workgroups make progress beside waiting ones
    bool startsInOrder = false;   // workgroups start in the order of their indices
    bool waitsEnd = false;        // not promised, but used by the driver's own sorts or seen in published tests
    bool oneSubgroupSize = false; // replaces the query on drivers that do not report it
    // Required subgroup size, if pipelines may choose; 0: the device's own. docs/portability.md lists what drivers make
    // of kernels with this size and with others.
    uint32_t lanes = 0;
    bool fewRegisters = false; // 128 words an invocation; or a CPU, which compiles small tiles in less time
    bool boundedLoops = false;
};
constexpr DriverTraits kDrivers[] = {
    {.driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY, .makesProgress = true, .startsInOrder = true, .oneSubgroupSize = true},
    {.driver = VK_DRIVER_ID_MESA_LLVMPIPE,
     .startsInOrder = true,
     .oneSubgroupSize = true,
     .fewRegisters = true,
     .boundedLoops = true},
    // With 64 lanes, code is half as long again, and more kernels spill.
    {.driver = VK_DRIVER_ID_MESA_RADV, .waitsEnd = true, .lanes = 32},
    {.driver = VK_DRIVER_ID_MESA_TURNIP, .waitsEnd = true},
    {.driver = VK_DRIVER_ID_MESA_NVK, .startsInOrder = true, .waitsEnd = true},
    // A subgroup has 128 registers of 8 words; from Xe2 on, which has at least 16 lanes, of 16. Kernels spill with
    // twice the lanes. Workgroups of all chips have 36 subgroups or more.
    {.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA, .waitsEnd = true, .lanes = 8, .fewRegisters = true},
    {.driver = VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS, .lanes = 8, .fewRegisters = true},
};

DriverTraits traitsOf(VkDriverId driver) noexcept
{
    for (const DriverTraits& traits : kDrivers)
        if (traits.driver == driver)
            return traits;
    return {.driver = driver};
}

// The extensions that a device lists; none if they cannot be read.
class DeviceExtensions {
public:
    DeviceExtensions(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice) noexcept
    {
        uint32_t count = 0;
        if (vk.enumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, nullptr) != VK_SUCCESS)
            return;
        m_items.reset(new (std::nothrow) VkExtensionProperties[count]);
        if (m_items != nullptr &&
            vk.enumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, m_items.get()) == VK_SUCCESS)
            m_count = count;
    }

    [[nodiscard]] bool has(const char* name) const noexcept
    {
        return std::any_of(m_items.get(), m_items.get() + m_count, [name](const VkExtensionProperties& extension) {
            return std::strcmp(extension.extensionName, name) == 0;
        });
    }

private:
    std::unique_ptr<VkExtensionProperties[]> m_items;
    uint32_t m_count = 0;
};

// Reads the properties of one structure, whose sType is set.
template <class Properties>
void readProperties(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice, Properties* found) noexcept
{
    VkPhysicalDeviceProperties2 properties = {};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = found;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties);
}

// The number of multiprocessors; 0 if unknown.
uint32_t multiprocessorCount(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice,
                             const DeviceExtensions& extensions) noexcept
{
    if (!extensions.has(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        return 0;
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV multiprocessors = {};
    multiprocessors.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
    readProperties(vk, physicalDevice, &multiprocessors);
    return multiprocessors.shaderSMCount;
}

// The alignment of image descriptors; 0 without descriptor heaps.
uint32_t imageDescriptorAlignment(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice,
                                  const DeviceExtensions& extensions) noexcept
{
    if (!extensions.has(VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME))
        return 0;
    VkPhysicalDeviceDescriptorHeapPropertiesEXT heaps = {};
    heaps.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_PROPERTIES_EXT;
    readProperties(vk, physicalDevice, &heaps);
    return static_cast<uint32_t>(heaps.imageDescriptorAlignment);
}

// Structures for all features that the library knows.
struct Chain {
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizeControl = {};
    VkPhysicalDevice16BitStorageFeatures storage16Bit = {};
    VkPhysicalDeviceVulkan12Features features12 = {};
    VkPhysicalDeviceFeatures2 features = {};

    Chain() noexcept
    {
        subgroupSizeControl.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT;
        storage16Bit.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
        storage16Bit.pNext = &subgroupSizeControl;
        features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
        features12.pNext = &storage16Bit;
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        features.pNext = &features12;
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;
};

struct Requirement {
    bool met;
    const char* sentence;
};

} // namespace

DeviceQuery queryDevice(VkInstance instance, VkPhysicalDevice physicalDevice,
                        PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    DeviceQuery query;
    InstanceFunctions vk;
    if (instance == VK_NULL_HANDLE || physicalDevice == VK_NULL_HANDLE || getInstanceProcAddr == nullptr) {
        query.support.reason = "instance, physicalDevice and getInstanceProcAddr must not be null";
        return query;
    }
    if (const char* missing = vk.load(instance, getInstanceProcAddr)) {
        query.support.reason = missing;
        return query;
    }

    VkPhysicalDeviceVulkan12Properties properties12 = {};
    properties12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    VkPhysicalDeviceVulkan11Properties properties11 = {};
    properties11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    properties11.pNext = &properties12;
    VkPhysicalDeviceProperties2 properties2 = {};
    properties2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties2);
    const VkPhysicalDeviceLimits& limits = properties2.properties.limits;
    if (properties2.properties.apiVersion < VK_API_VERSION_1_2) {
        query.support.reason = "the device does not support Vulkan 1.2";
        return query;
    }
    properties2.pNext = &properties11;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties2);

    // A device of Vulkan 1.3 may also list the extension, which a host with an instance for 1.2 then needs.
    const DeviceExtensions extensions(vk, physicalDevice);
    const bool listsExtension = extensions.has(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    const bool offersSize = listsExtension || properties2.properties.apiVersion >= VK_MAKE_API_VERSION(0, 1, 3, 0);
    VkPhysicalDeviceSubgroupSizeControlPropertiesEXT sizes = {};
    sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT;
    properties2.pNext = &sizes;
    if (offersSize)
        vk.getPhysicalDeviceProperties2(physicalDevice, &properties2);

    Chain offered;
    if (!offersSize)
        offered.storage16Bit.pNext = nullptr;
    vk.getPhysicalDeviceFeatures2(physicalDevice, &offered.features);
    FeatureSet has = featuresIn(offered.features);
    // The two features are only useful together.
    const bool keepsSize = has.has(Feature::SubgroupSizeControl) && has.has(Feature::ComputeFullSubgroups);
    has.items[static_cast<uint32_t>(Feature::SubgroupSizeControl)] = keepsSize;
    has.items[static_cast<uint32_t>(Feature::ComputeFullSubgroups)] = keepsSize;
    const DriverTraits driver = traitsOf(properties12.driverID);
    const bool oneSize = offersSize ? sizes.minSubgroupSize == sizes.maxSubgroupSize : driver.oneSubgroupSize;
    const bool choosesSize = keepsSize && (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    uint32_t subgroupSize = properties11.subgroupSize;
    uint32_t maxInvocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    if (!oneSize && choosesSize) {
        if (driver.lanes != 0)
            subgroupSize = std::clamp(driver.lanes, sizes.minSubgroupSize, sizes.maxSubgroupSize);
        maxInvocations = std::min(maxInvocations, subgroupSize * sizes.maxComputeWorkgroupSubgroups);
    }

    constexpr VkSubgroupFeatureFlags kSubgroupOperations =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    const Requirement requirements[] = {
        {has.has(Feature::ShaderInt64), "the device lacks the feature shaderInt64"},
        {has.has(Feature::BufferDeviceAddress), "the device lacks the feature bufferDeviceAddress"},
        {has.has(Feature::VulkanMemoryModel), "the device lacks the feature vulkanMemoryModel"},
        {has.has(Feature::VulkanMemoryModelDeviceScope), "the device lacks the feature vulkanMemoryModelDeviceScope"},
        {(properties11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0,
         "the device lacks subgroup operations in compute shaders"},
        {(properties11.subgroupSupportedOperations & kSubgroupOperations) == kSubgroupOperations,
         "the device lacks one of the subgroup operations vote, ballot, shuffle and shuffle relative"},
        {subgroupSize >= 4, "the device's subgroups are narrower than 4"},
        {oneSize || choosesSize,
         "the device's subgroups vary in size, and it lacks the features subgroupSizeControl and "
         "computeFullSubgroups for compute shaders, which would keep them at one"},
        {maxInvocations >= 256, "the device's workgroups are smaller than 256 invocations"},
    };
    for (const Requirement& requirement : requirements) {
        if (!requirement.met) {
            query.support.reason = requirement.sentence;
            return query;
        }
    }

    DeviceSupport& support = query.support;
    support.supported = true;
    support.extension = keepsSize && listsExtension ? VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME : nullptr;
    Chain chain;
    static_cast<void>(setFeatures(has, &chain.features)); // every feature has a structure
    support.features = chain.features.features;
    support.features12 = chain.features12;
    support.features12.pNext = nullptr;
    support.storage16Bit = chain.storage16Bit;
    support.storage16Bit.pNext = nullptr;
    support.subgroupSizeControl = chain.subgroupSizeControl;
    support.needsSubgroupSizeControl = !oneSize;

    Capabilities& capabilities = query.capabilities;
    capabilities.subgroupSize = subgroupSize;
    capabilities.subgroupSizeVaries = !oneSize;
    capabilities.maxWorkgroupInvocations = maxInvocations;
    capabilities.maxSharedBytes = limits.maxComputeSharedMemorySize;
    capabilities.maxGroupCount[0] = limits.maxComputeWorkGroupCount[0];
    capabilities.maxGroupCount[1] = limits.maxComputeWorkGroupCount[1];
    capabilities.maxImageDimension2D = limits.maxImageDimension2D;
    capabilities.maxImageDimension3D = limits.maxImageDimension3D;
    capabilities.maxImageArrayLayers = limits.maxImageArrayLayers;
    capabilities.multiprocessors = multiprocessorCount(vk, physicalDevice, extensions);
    capabilities.imageDescriptorAlignment = imageDescriptorAlignment(vk, physicalDevice, extensions);
    query.features = has;
    capabilities.forwardProgress = driver.makesProgress;
    capabilities.startsInOrder = driver.startsInOrder;
    capabilities.waitsEnd = driver.makesProgress || driver.waitsEnd;
    capabilities.fewRegisters = driver.fewRegisters;
    capabilities.boundedLoops = driver.boundedLoops;
    return query;
}

DeviceSupport queryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                 PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    return queryDevice(instance, physicalDevice, getInstanceProcAddr).support;
}

const char* DeviceSupport::mergeInto(VkPhysicalDeviceFeatures2* host) const noexcept
{
    Chain chain;
    chain.features.features = features;
    chain.features12 = features12;
    chain.features12.pNext = &chain.storage16Bit;
    chain.storage16Bit.storageBuffer16BitAccess = storage16Bit.storageBuffer16BitAccess;
    chain.subgroupSizeControl = subgroupSizeControl;
    chain.subgroupSizeControl.pNext = nullptr;
    const FeatureSet missing = setFeatures(featuresIn(chain.features), host);
    const struct {
        Feature feature;
        bool required;
        const char* name;
    } rows[] = {
        {Feature::BufferDeviceAddress, true, "bufferDeviceAddress"},
        {Feature::VulkanMemoryModel, true, "vulkanMemoryModel"},
        {Feature::VulkanMemoryModelDeviceScope, true, "vulkanMemoryModelDeviceScope"},
        {Feature::SubgroupSizeControl, needsSubgroupSizeControl, "subgroupSizeControl"},
        {Feature::ComputeFullSubgroups, needsSubgroupSizeControl, "computeFullSubgroups"},
    };
    for (const auto& row : rows)
        if (row.required && missing.has(row.feature))
            return row.name;
    return nullptr;
}

} // namespace vkscan
