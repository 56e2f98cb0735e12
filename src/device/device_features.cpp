#include "device/device_features.h"

#include <cstring>

namespace vkscan {

namespace {

template <class Structure>
Structure& as(void* structure) noexcept
{
    return *static_cast<Structure*>(structure);
}

// Calls visit(feature, bit) for each feature of the chain.
template <class Visit>
void visitFeatures(VkPhysicalDeviceFeatures2* chain, const Visit& visit) noexcept
{
    for (void* next = chain; next != nullptr;) {
        // A copy: no structure has this type, so compilers may assume that reading it is unrelated to writes to the
        // structure. They do if they see both, such as with link-time optimisation.
        VkBaseOutStructure head;
        std::memcpy(&head, next, sizeof(head));
        switch (head.sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2: {
            VkPhysicalDeviceFeatures& features = as<VkPhysicalDeviceFeatures2>(next).features;
            visit(Feature::ShaderInt64, features.shaderInt64);
            visit(Feature::ShaderFloat64, features.shaderFloat64);
            visit(Feature::StorageImageWriteWithoutFormat, features.shaderStorageImageWriteWithoutFormat);
            visit(Feature::StorageImageExtendedFormats, features.shaderStorageImageExtendedFormats);
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
            visit(Feature::StorageBuffer16BitAccess,
                  as<VkPhysicalDeviceVulkan11Features>(next).storageBuffer16BitAccess);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES:
            visit(Feature::StorageBuffer8BitAccess,
                  as<VkPhysicalDevice8BitStorageFeatures>(next).storageBuffer8BitAccess);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES:
            visit(Feature::StorageBuffer16BitAccess,
                  as<VkPhysicalDevice16BitStorageFeatures>(next).storageBuffer16BitAccess);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES: {
            auto& features = as<VkPhysicalDeviceVulkan12Features>(next);
            visit(Feature::BufferDeviceAddress, features.bufferDeviceAddress);
            visit(Feature::VulkanMemoryModel, features.vulkanMemoryModel);
            visit(Feature::VulkanMemoryModelDeviceScope, features.vulkanMemoryModelDeviceScope);
            visit(Feature::BufferInt64Atomics, features.shaderBufferInt64Atomics);
            visit(Feature::StorageBuffer8BitAccess, features.storageBuffer8BitAccess);
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES:
            visit(Feature::BufferDeviceAddress,
                  as<VkPhysicalDeviceBufferDeviceAddressFeatures>(next).bufferDeviceAddress);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES: {
            auto& features = as<VkPhysicalDeviceVulkanMemoryModelFeatures>(next);
            visit(Feature::VulkanMemoryModel, features.vulkanMemoryModel);
            visit(Feature::VulkanMemoryModelDeviceScope, features.vulkanMemoryModelDeviceScope);
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES:
            visit(Feature::BufferInt64Atomics,
                  as<VkPhysicalDeviceShaderAtomicInt64Features>(next).shaderBufferInt64Atomics);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT: {
            auto& features = as<VkPhysicalDeviceSubgroupSizeControlFeaturesEXT>(next);
            visit(Feature::SubgroupSizeControl, features.subgroupSizeControl);
            visit(Feature::ComputeFullSubgroups, features.computeFullSubgroups);
            break;
        }
#if defined(VK_VERSION_1_3)
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES: {
            auto& features = as<VkPhysicalDeviceVulkan13Features>(next);
            visit(Feature::SubgroupSizeControl, features.subgroupSizeControl);
            visit(Feature::ComputeFullSubgroups, features.computeFullSubgroups);
            break;
        }
#endif
        default: break; // a structure of other features
        }
        next = head.pNext;
    }
}

} // namespace

FeatureSet featuresIn(const VkPhysicalDeviceFeatures2& chain) noexcept
{
    FeatureSet found;
    visitFeatures(const_cast<VkPhysicalDeviceFeatures2*>(&chain), [&](Feature feature, const VkBool32& bit) {
        found.items[static_cast<uint32_t>(feature)] |= bit == VK_TRUE;
    });
    return found;
}

FeatureSet setFeatures(const FeatureSet& features, VkPhysicalDeviceFeatures2* chain) noexcept
{
    FeatureSet missing = features;
    visitFeatures(chain, [&](Feature feature, VkBool32& bit) {
        if (features.has(feature))
            bit = VK_TRUE;
        missing.items[static_cast<uint32_t>(feature)] = false;
    });
    return missing;
}

} // namespace vkscan
