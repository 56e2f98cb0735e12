// Declarations of VK_EXT_descriptor_heap that the library uses, for Vulkan headers that are older than the extension.
#ifndef VKSCAN_DEVICE_DESCRIPTOR_HEAP_H
#define VKSCAN_DEVICE_DESCRIPTOR_HEAP_H

#include <vulkan/vulkan_core.h>

#include <cstddef>

#ifndef VK_KHR_maintenance5
using VkPipelineCreateFlags2KHR = VkFlags64;
inline constexpr auto VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR =
    static_cast<VkStructureType>(1000470005);

struct VkPipelineCreateFlags2CreateInfoKHR {
    VkStructureType sType;
    const void* pNext;
    VkPipelineCreateFlags2KHR flags;
};
#endif

#ifndef VK_EXT_descriptor_heap
#define VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME "VK_EXT_descriptor_heap"

inline constexpr auto VK_STRUCTURE_TYPE_PUSH_DATA_INFO_EXT = static_cast<VkStructureType>(1000135004);
inline constexpr auto VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT =
    static_cast<VkStructureType>(1000135005);
inline constexpr auto VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT =
    static_cast<VkStructureType>(1000135006);
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_PROPERTIES_EXT =
    static_cast<VkStructureType>(1000135008);
inline constexpr VkFlags64 VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT = VkFlags64{1} << 36;

// Enumerations, with the values that the library sets.
using VkSpirvResourceTypeFlagsEXT = VkFlags;
inline constexpr VkSpirvResourceTypeFlagsEXT VK_SPIRV_RESOURCE_TYPE_ALL_EXT = 0x7fffffff;
enum VkDescriptorMappingSourceEXT : int { VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_PUSH_INDEX_EXT = 1 };

struct VkHostAddressRangeConstEXT {
    const void* address;
    size_t size;
};

struct VkPushDataInfoEXT {
    VkStructureType sType;
    const void* pNext;
    uint32_t offset;
    VkHostAddressRangeConstEXT data;
};

struct VkDescriptorMappingSourcePushIndexEXT {
    uint32_t heapOffset;
    uint32_t pushOffset;
    uint32_t heapIndexStride;
    uint32_t heapArrayStride;
    const VkSamplerCreateInfo* pEmbeddedSampler;
    VkBool32 useCombinedImageSamplerIndex;
    uint32_t samplerHeapOffset;
    uint32_t samplerPushOffset;
    uint32_t samplerHeapIndexStride;
    uint32_t samplerHeapArrayStride;
};

// The largest member of VkDescriptorMappingSourceDataEXT, whose size it gives.
struct VkDescriptorMappingSourceIndirectIndexEXT {
    uint32_t heapOffset;
    uint32_t pushOffset;
    uint32_t addressOffset;
    uint32_t heapIndexStride;
    uint32_t heapArrayStride;
    const VkSamplerCreateInfo* pEmbeddedSampler;
    VkBool32 useCombinedImageSamplerIndex;
    uint32_t samplerHeapOffset;
    uint32_t samplerPushOffset;
    uint32_t samplerAddressOffset;
    uint32_t samplerHeapIndexStride;
    uint32_t samplerHeapArrayStride;
};

union VkDescriptorMappingSourceDataEXT {
    VkDescriptorMappingSourcePushIndexEXT pushIndex;
    VkDescriptorMappingSourceIndirectIndexEXT indirectIndex;
};

struct VkDescriptorSetAndBindingMappingEXT {
    VkStructureType sType;
    const void* pNext;
    uint32_t descriptorSet;
    uint32_t firstBinding;
    uint32_t bindingCount;
    VkSpirvResourceTypeFlagsEXT resourceMask;
    VkDescriptorMappingSourceEXT source;
    VkDescriptorMappingSourceDataEXT sourceData;
};

struct VkShaderDescriptorSetAndBindingMappingInfoEXT {
    VkStructureType sType;
    const void* pNext;
    uint32_t mappingCount;
    const VkDescriptorSetAndBindingMappingEXT* pMappings;
};

struct VkPhysicalDeviceDescriptorHeapPropertiesEXT {
    VkStructureType sType;
    void* pNext;
    VkDeviceSize samplerHeapAlignment;
    VkDeviceSize resourceHeapAlignment;
    VkDeviceSize maxSamplerHeapSize;
    VkDeviceSize maxResourceHeapSize;
    VkDeviceSize minSamplerHeapReservedRange;
    VkDeviceSize minSamplerHeapReservedRangeWithEmbedded;
    VkDeviceSize minResourceHeapReservedRange;
    VkDeviceSize samplerDescriptorSize;
    VkDeviceSize imageDescriptorSize;
    VkDeviceSize bufferDescriptorSize;
    VkDeviceSize samplerDescriptorAlignment;
    VkDeviceSize imageDescriptorAlignment;
    VkDeviceSize bufferDescriptorAlignment;
    VkDeviceSize maxPushDataSize;
    size_t imageCaptureReplayOpaqueDataSize;
    uint32_t maxDescriptorHeapEmbeddedSamplers;
    uint32_t samplerYcbcrConversionCount;
    VkBool32 sparseDescriptorHeaps;
    VkBool32 protectedDescriptorHeaps;
};

using PFN_vkCmdPushDataEXT = void(VKAPI_PTR*)(VkCommandBuffer, const VkPushDataInfoEXT*);
#endif

#endif
