#include "descriptor_heap.h"

#include "environment.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace testing_support {

namespace {

VkDeviceSize alignedTo(VkDeviceSize alignment, VkDeviceSize offset)
{
    return (offset + alignment - 1) / alignment * alignment;
}

template <class Function>
Function load(VkDevice device, const char* name)
{
    return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

bool listsExtension(VkPhysicalDevice physicalDevice, std::string_view name)
{
    uint32_t count = 0;
    gpu::check(vkEnumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, nullptr), "listing extensions");
    std::vector<VkExtensionProperties> offered(count);
    gpu::check(vkEnumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, offered.data()),
               "listing extensions");
    return std::any_of(offered.begin(), offered.end(),
                       [&](const VkExtensionProperties& extension) { return name == extension.extensionName; });
}

} // namespace

std::optional<gpu::Device> createHeapDevice()
{
    const VkPhysicalDevice physicalDevice = device().physicalDevice();
    if (!listsExtension(physicalDevice, VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME))
        return std::nullopt;
    auto heaps = gpu::structure<VkPhysicalDeviceDescriptorHeapFeaturesEXT>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_FEATURES_EXT);
    auto offered = gpu::structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &heaps);
    vkGetPhysicalDeviceFeatures2(physicalDevice, &offered);
    if (heaps.descriptorHeap == VK_FALSE)
        return std::nullopt;
    heaps.descriptorHeapCaptureReplay = VK_FALSE;
    gpu::DeviceOptions options;
    options.validation = std::getenv("VKSCAN_VALIDATE") != nullptr;
    // The instance is for Vulkan 1.2, so these extensions have to be listed.
    options.deviceExtensions = {"VK_KHR_dynamic_rendering", "VK_KHR_maintenance5",
                                VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME};
    options.features = reinterpret_cast<VkBaseOutStructure*>(&heaps);
    return std::make_optional<gpu::Device>(options);
}

DescriptorHeaps::DescriptorHeaps(gpu::Device& device, uint32_t imageCount) : m_device(device)
{
    m_properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_PROPERTIES_EXT;
    auto properties =
        gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &m_properties);
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    const VkDeviceSize alignment = m_properties.imageDescriptorAlignment;
    const VkDeviceSize reserved = m_properties.minResourceHeapReservedRange;
    m_end = alignedTo(alignment, reserved);
    const VkDeviceSize descriptorBytes = alignedTo(alignment, m_properties.imageDescriptorSize);
    m_resources = create(m_properties.resourceHeapAlignment, reserved, m_end + imageCount * descriptorBytes);
    const VkDeviceSize embedded = m_properties.minSamplerHeapReservedRangeWithEmbedded;
    m_samplers =
        create(m_properties.samplerHeapAlignment, embedded, std::max(embedded, m_properties.samplerDescriptorSize));
}

DescriptorHeaps::~DescriptorHeaps()
{
    for (const Heap& heap : {m_resources, m_samplers}) {
        m_device.vk().vkDestroyBuffer(m_device.handle(), heap.buffer, nullptr);
        m_device.vk().vkFreeMemory(m_device.handle(), heap.memory, nullptr);
    }
}

DescriptorHeaps::Heap DescriptorHeaps::create(VkDeviceSize alignment, VkDeviceSize reserved, VkDeviceSize size) const
{
    const VolkDeviceTable& vk = m_device.vk();
    Heap heap;
    auto info = gpu::structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = size + alignment; // the address is only aligned like a buffer's
    info.usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_DESCRIPTOR_HEAP_BIT_EXT;
    gpu::check(vk.vkCreateBuffer(m_device.handle(), &info, nullptr, &heap.buffer), "creating a heap");
    VkMemoryRequirements requirements = {};
    vk.vkGetBufferMemoryRequirements(m_device.handle(), heap.buffer, &requirements);
    auto flags = gpu::structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    heap.memory = m_device.allocate(requirements, gpu::Memory::Host, &flags, "creating a heap");
    gpu::check(vk.vkBindBufferMemory(m_device.handle(), heap.buffer, heap.memory, 0), "vkBindBufferMemory");
    void* data = nullptr;
    gpu::check(vk.vkMapMemory(m_device.handle(), heap.memory, 0, VK_WHOLE_SIZE, 0, &data), "vkMapMemory");
    auto addressInfo = gpu::structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    addressInfo.buffer = heap.buffer;
    const VkDeviceAddress address = vk.vkGetBufferDeviceAddress(m_device.handle(), &addressInfo);
    const VkDeviceAddress begin = alignedTo(alignment, address);
    heap.data = static_cast<std::byte*>(data) + (begin - address);
    heap.info.sType = VK_STRUCTURE_TYPE_BIND_HEAP_INFO_EXT;
    heap.info.heapRange = {begin, size};
    heap.info.reservedRangeSize = reserved;
    return heap;
}

vkscan::Surface DescriptorHeaps::add(const gpu::Image& image, vkscan::Resource resource, VkImageLayout layout)
{
    auto view = gpu::structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
    view.image = image.handle();
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = image.desc().format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    auto info = gpu::structure<VkImageDescriptorInfoEXT>(VK_STRUCTURE_TYPE_IMAGE_DESCRIPTOR_INFO_EXT);
    info.pView = &view;
    info.layout = layout;
    auto descriptor = gpu::structure<VkResourceDescriptorInfoEXT>(VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT);
    descriptor.type = resource == vkscan::Resource::SampledImage ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
                                                                 : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    descriptor.data.pImage = &info;
    const VkHostAddressRangeEXT place = {m_resources.data + m_end,
                                         static_cast<std::size_t>(m_properties.imageDescriptorSize)};
    const auto write = load<PFN_vkWriteResourceDescriptorsEXT>(m_device.handle(), "vkWriteResourceDescriptorsEXT");
    gpu::check(write(m_device.handle(), 1, &descriptor, &place), "vkWriteResourceDescriptorsEXT");
    vkscan::Surface surface = image.surface(layout);
    surface.view = VK_NULL_HANDLE;
    surface.heapOffset = static_cast<uint32_t>(m_end);
    m_end += alignedTo(m_properties.imageDescriptorAlignment, m_properties.imageDescriptorSize);
    return surface;
}

void DescriptorHeaps::bind(VkCommandBuffer commandBuffer) const
{
    const VkDevice handle = m_device.handle();
    load<PFN_vkCmdBindResourceHeapEXT>(handle, "vkCmdBindResourceHeapEXT")(commandBuffer, &m_resources.info);
    load<PFN_vkCmdBindSamplerHeapEXT>(handle, "vkCmdBindSamplerHeapEXT")(commandBuffer, &m_samplers.info);
}

VkCommandBufferInheritanceDescriptorHeapInfoEXT DescriptorHeaps::inheritance() const
{
    auto info = gpu::structure<VkCommandBufferInheritanceDescriptorHeapInfoEXT>(
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_DESCRIPTOR_HEAP_INFO_EXT);
    info.pSamplerHeapBindInfo = &m_samplers.info;
    info.pResourceHeapBindInfo = &m_resources.info;
    return info;
}

} // namespace testing_support
