// A host with descriptor heaps: a device that has them, and a heap of images.
#ifndef VKSCAN_TESTS_DESCRIPTOR_HEAP_H
#define VKSCAN_TESTS_DESCRIPTOR_HEAP_H

#include "device/descriptor_heap.h"

#include <support/image.h>

#include <optional>

#ifndef VK_EXT_descriptor_heap
// Declarations that hosts need, for Vulkan headers that are older than the extension.
inline constexpr auto VK_STRUCTURE_TYPE_IMAGE_DESCRIPTOR_INFO_EXT = static_cast<VkStructureType>(1000135001);
inline constexpr auto VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT = static_cast<VkStructureType>(1000135002);
inline constexpr auto VK_STRUCTURE_TYPE_BIND_HEAP_INFO_EXT = static_cast<VkStructureType>(1000135003);
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_FEATURES_EXT =
    static_cast<VkStructureType>(1000135009);
inline constexpr auto VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_DESCRIPTOR_HEAP_INFO_EXT =
    static_cast<VkStructureType>(1000135010);
inline constexpr VkFlags VK_BUFFER_USAGE_DESCRIPTOR_HEAP_BIT_EXT = 0x10000000;

struct VkPhysicalDeviceDescriptorHeapFeaturesEXT {
    VkStructureType sType;
    void* pNext;
    VkBool32 descriptorHeap;
    VkBool32 descriptorHeapCaptureReplay;
};

struct VkDeviceAddressRangeEXT {
    VkDeviceAddress address;
    VkDeviceSize size;
};

struct VkHostAddressRangeEXT {
    void* address;
    size_t size;
};

struct VkBindHeapInfoEXT {
    VkStructureType sType;
    const void* pNext;
    VkDeviceAddressRangeEXT heapRange;
    VkDeviceSize reservedRangeOffset;
    VkDeviceSize reservedRangeSize;
};

struct VkCommandBufferInheritanceDescriptorHeapInfoEXT {
    VkStructureType sType;
    const void* pNext;
    const VkBindHeapInfoEXT* pSamplerHeapBindInfo;
    const VkBindHeapInfoEXT* pResourceHeapBindInfo;
};

struct VkImageDescriptorInfoEXT {
    VkStructureType sType;
    const void* pNext;
    const VkImageViewCreateInfo* pView;
    VkImageLayout layout;
};

union VkResourceDescriptorDataEXT {
    const VkImageDescriptorInfoEXT* pImage;
    const VkDeviceAddressRangeEXT* pAddressRange;
};

struct VkResourceDescriptorInfoEXT {
    VkStructureType sType;
    const void* pNext;
    VkDescriptorType type;
    VkResourceDescriptorDataEXT data;
};

using PFN_vkWriteResourceDescriptorsEXT = VkResult(VKAPI_PTR*)(VkDevice, uint32_t, const VkResourceDescriptorInfoEXT*,
                                                               const VkHostAddressRangeEXT*);
using PFN_vkCmdBindSamplerHeapEXT = void(VKAPI_PTR*)(VkCommandBuffer, const VkBindHeapInfoEXT*);
using PFN_vkCmdBindResourceHeapEXT = void(VKAPI_PTR*)(VkCommandBuffer, const VkBindHeapInfoEXT*);
#endif

namespace testing_support {

// A second device on the tests' driver, with descriptor heaps; none if the driver lacks them.
[[nodiscard]] std::optional<gpu::Device> createHeapDevice();

// A resource heap with descriptors of images, and a sampler heap without any, in which samplers may be embedded.
class DescriptorHeaps {
public:
    DescriptorHeaps(gpu::Device& device, uint32_t imageCount);
    DescriptorHeaps(const DescriptorHeaps&) = delete;
    DescriptorHeaps& operator=(const DescriptorHeaps&) = delete;
    ~DescriptorHeaps();

    // Appends the descriptor of an image for the table's access. Returns the image as an argument of vkscan, without a
    // view.
    [[nodiscard]] vkscan::Surface add(const gpu::Image& image, vkscan::Resource resource, VkImageLayout layout);

    void bind(VkCommandBuffer commandBuffer) const;
    // Inheritance for secondary command buffers, valid as long as the heaps.
    [[nodiscard]] VkCommandBufferInheritanceDescriptorHeapInfoEXT inheritance() const;

private:
    // Host memory in which the device finds descriptors.
    struct Heap {
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        std::byte* data = nullptr;
        VkBindHeapInfoEXT info = {};
    };

    [[nodiscard]] Heap create(VkDeviceSize alignment, VkDeviceSize reserved, VkDeviceSize size) const;

    gpu::Device& m_device;
    VkPhysicalDeviceDescriptorHeapPropertiesEXT m_properties = {};
    VkDeviceSize m_end = 0; // end of the resource heap's descriptors
    Heap m_resources;
    Heap m_samplers;
};

} // namespace testing_support

#endif
