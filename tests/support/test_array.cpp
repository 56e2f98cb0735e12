#include "test_array.h"

#include "environment.h"

#include <sys/mman.h>

#include <algorithm>
#include <stdexcept>

namespace testing_support {

namespace {

constexpr VkDeviceSize kPage = 4096; // also the import alignment; checked in isGuarded
constexpr VkDeviceSize kMargin = 256;
constexpr int kPattern = 0xa5;

std::vector<TestArray*> arrays;

VkDeviceSize roundUp(VkDeviceSize value, VkDeviceSize multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

bool TestArray::isGuarded()
{
    static const bool guarded = [] {
        auto host = gpu::structure<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>(
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT);
        auto properties =
            gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &host);
        vkGetPhysicalDeviceProperties2(device().physicalDevice(), &properties);
        return properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU &&
               device().hasExtension("VK_EXT_external_memory_host") && host.minImportedHostPointerAlignment <= kPage;
    }();
    return guarded;
}

TestArray::TestArray(VkDeviceSize bytes, VkDeviceSize misalignment, Fence fence) : m_bytes(bytes)
{
    if (isGuarded()) {
        m_memoryBytes = roundUp(bytes + 16 + misalignment, kPage);
        // The last place with that misalignment, or the first.
        m_offset =
            fence == Fence::Before ? misalignment : (m_memoryBytes - bytes - misalignment) / 16 * 16 + misalignment;
        createGuarded(m_memoryBytes);
    } else {
        m_memoryBytes = roundUp(bytes + 2 * kMargin + 16, 16);
        m_offset = kMargin + misalignment;
        m_buffer = device().createBuffer(m_memoryBytes);
        device().fill(m_buffer, 0x01010101u * kPattern);
        m_address = m_buffer.address() + m_offset;
    }
    arrays.push_back(this);
    fill(kUnwritten);
}

void TestArray::createGuarded(VkDeviceSize memoryBytes)
{
    void* mapping = mmap(nullptr, memoryBytes + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
        throw std::runtime_error("mmap failed");
    m_mapping = static_cast<std::byte*>(mapping);
    m_memory = m_mapping + kPage;
    if (mprotect(m_memory, memoryBytes, PROT_READ | PROT_WRITE) != 0)
        throw std::runtime_error("mprotect failed");
    std::memset(m_memory, kPattern, memoryBytes);

    const VolkDeviceTable& vk = device().vk();
    constexpr VkExternalMemoryHandleTypeFlagBits kHandleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    auto external =
        gpu::structure<VkExternalMemoryBufferCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    external.handleTypes = kHandleType;
    auto bufferInfo = gpu::structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, &external);
    bufferInfo.size = memoryBytes;
    bufferInfo.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    gpu::check(vk.vkCreateBuffer(device().handle(), &bufferInfo, nullptr, &m_importedBuffer), "vkCreateBuffer");

    auto hostProperties =
        gpu::structure<VkMemoryHostPointerPropertiesEXT>(VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT);
    gpu::check(vk.vkGetMemoryHostPointerPropertiesEXT(device().handle(), kHandleType, m_memory, &hostProperties),
               "vkGetMemoryHostPointerPropertiesEXT");
    VkMemoryRequirements requirements = {};
    vk.vkGetBufferMemoryRequirements(device().handle(), m_importedBuffer, &requirements);
    uint32_t memoryType = 0;
    while ((requirements.memoryTypeBits & hostProperties.memoryTypeBits & (1u << memoryType)) == 0)
        ++memoryType;

    auto import =
        gpu::structure<VkImportMemoryHostPointerInfoEXT>(VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
    import.handleType = kHandleType;
    import.pHostPointer = m_memory;
    auto flags = gpu::structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, &import);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    auto allocateInfo = gpu::structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags);
    allocateInfo.allocationSize = memoryBytes;
    allocateInfo.memoryTypeIndex = memoryType;
    gpu::check(vk.vkAllocateMemory(device().handle(), &allocateInfo, nullptr, &m_importedMemory), "vkAllocateMemory");
    gpu::check(vk.vkBindBufferMemory(device().handle(), m_importedBuffer, m_importedMemory, 0), "vkBindBufferMemory");
    auto addressInfo = gpu::structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    addressInfo.buffer = m_importedBuffer;
    m_address = vk.vkGetBufferDeviceAddress(device().handle(), &addressInfo) + m_offset;
}

TestArray::~TestArray()
{
    std::erase(arrays, this);
    const VolkDeviceTable& vk = device().vk();
    vk.vkDestroyBuffer(device().handle(), m_importedBuffer, nullptr);
    vk.vkFreeMemory(device().handle(), m_importedMemory, nullptr);
    if (m_mapping != nullptr)
        munmap(m_mapping, m_memoryBytes + 2 * kPage);
}

const std::vector<TestArray*>& TestArray::all()
{
    return arrays;
}

void TestArray::write(const void* data, VkDeviceSize bytes)
{
    if (bytes == 0)
        return;
    if (m_memory != nullptr)
        std::memcpy(m_memory + m_offset, data, bytes);
    else
        device().upload(m_buffer, std::span(static_cast<const std::byte*>(data), bytes), m_offset);
}

void TestArray::read(void* data, VkDeviceSize bytes) const
{
    if (bytes == 0)
        return;
    if (m_memory != nullptr)
        std::memcpy(data, m_memory + m_offset, bytes);
    else
        device().download(m_buffer, std::span(static_cast<std::byte*>(data), bytes), m_offset);
}

void TestArray::fill(uint8_t byte)
{
    const std::vector<uint8_t> bytes(m_bytes, byte);
    write(bytes.data(), m_bytes);
}

bool TestArray::intact() const
{
    const auto isPattern = [](std::byte byte) { return byte == std::byte{kPattern}; };
    const auto hasPattern = [&](VkDeviceSize from, VkDeviceSize to) {
        if (m_memory != nullptr)
            return std::all_of(m_memory + from, m_memory + to, isPattern);
        std::vector<std::byte> bytes(to - from);
        device().download(m_buffer, bytes, from);
        return std::all_of(bytes.begin(), bytes.end(), isPattern);
    };
    return hasPattern(0, m_offset) && hasPattern(m_offset + m_bytes, m_memoryBytes);
}

} // namespace testing_support
