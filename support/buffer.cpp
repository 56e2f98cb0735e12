#include "device_impl.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gpu {
namespace {

constexpr VkDeviceSize kStagingLimit = VkDeviceSize{64} << 20;

// How well a memory type serves; negative if unusable.
int fitness(VkMemoryPropertyFlags flags, Memory memory)
{
    const auto has = [flags](VkMemoryPropertyFlags wanted) { return (flags & wanted) == wanted ? 1 : 0; };
    if (has(VK_MEMORY_PROPERTY_PROTECTED_BIT) || has(VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT) ||
        has(VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD)) {
        return -1;
    }
    if (memory == Memory::Host) {
        if (!has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)) {
            return -1;
        }
        return 2 * has(VK_MEMORY_PROPERTY_HOST_CACHED_BIT) + 1 - has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    }
    // Memory visible to both may be a small window.
    return has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) ? 2 - has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) : 0;
}

std::vector<uint32_t> memoryTypesBestFirst(const VkPhysicalDeviceMemoryProperties& properties, uint32_t allowed,
                                           Memory memory)
{
    const auto fitnessOf = [&](uint32_t type) { return fitness(properties.memoryTypes[type].propertyFlags, memory); };
    std::vector<uint32_t> types;
    for (uint32_t i = 0; i < properties.memoryTypeCount; ++i) {
        if ((allowed >> i & 1) != 0 && fitnessOf(i) >= 0) {
            types.push_back(i);
        }
    }
    std::stable_sort(types.begin(), types.end(), [&](uint32_t a, uint32_t b) { return fitnessOf(a) > fitnessOf(b); });
    return types;
}

void requireInside(const Buffer& buffer, VkDeviceSize offset, std::size_t bytes)
{
    if (offset > buffer.size() || bytes > buffer.size() - offset) {
        throw std::runtime_error("a copy reaches past the end of its buffer");
    }
}

} // namespace

Buffer::~Buffer()
{
    if (m_handle != VK_NULL_HANDLE) {
        m_vk->vkDestroyBuffer(m_device, m_handle, nullptr);
        m_vk->vkFreeMemory(m_device, m_memory, nullptr);
    }
}

void Buffer::swap(Buffer& other) noexcept
{
    std::swap(m_device, other.m_device);
    std::swap(m_vk, other.m_vk);
    std::swap(m_handle, other.m_handle);
    std::swap(m_memory, other.m_memory);
    std::swap(m_address, other.m_address);
    std::swap(m_size, other.m_size);
    std::swap(m_data, other.m_data);
}

VkDeviceMemory Device::allocate(const VkMemoryRequirements& requirements, Memory memory, const void* next,
                                const std::string& what) const
{
    auto allocation = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    allocation.pNext = next;
    allocation.allocationSize = requirements.size;
    VkDeviceMemory allocated = VK_NULL_HANDLE;
    VkResult result = VK_ERROR_FEATURE_NOT_PRESENT;
    for (uint32_t type : memoryTypesBestFirst(memoryProperties(), requirements.memoryTypeBits, memory)) {
        allocation.memoryTypeIndex = type;
        result = vk().vkAllocateMemory(handle(), &allocation, nullptr, &allocated);
        if (result == VK_SUCCESS) {
            break;
        }
    }
    check(result, what.c_str());
    return allocated;
}

Buffer Device::createBuffer(VkDeviceSize size, Memory memory) const
{
    Buffer buffer;
    buffer.m_device = handle();
    buffer.m_vk = &vk();
    buffer.m_size = size;

    auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = std::max(size, VkDeviceSize{sizeof(uint32_t)});
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    const std::string what = "creating a buffer of " + std::to_string(size) + " bytes of " +
                             (memory == Memory::Host ? "host-visible" : "device") + " memory";
    check(vk().vkCreateBuffer(handle(), &info, nullptr, &buffer.m_handle), what.c_str());
    VkMemoryRequirements requirements = {};
    vk().vkGetBufferMemoryRequirements(handle(), buffer.m_handle, &requirements);

    auto flags = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    buffer.m_memory = allocate(requirements, memory, &flags, what);
    check(vk().vkBindBufferMemory(handle(), buffer.m_handle, buffer.m_memory, 0), "vkBindBufferMemory");
    if (memory == Memory::Host) {
        check(vk().vkMapMemory(handle(), buffer.m_memory, 0, VK_WHOLE_SIZE, 0, &buffer.m_data), "vkMapMemory");
    }

    auto addressInfo = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    addressInfo.buffer = buffer.m_handle;
    buffer.m_address = vk().vkGetBufferDeviceAddress(handle(), &addressInfo);
    return buffer;
}

const Buffer& Device::stagingFor(std::size_t bytes)
{
    const VkDeviceSize size = std::min(VkDeviceSize{bytes}, kStagingLimit);
    if (m_impl->staging.size() < size) {
        m_impl->staging = createBuffer(size, Memory::Host);
    }
    return m_impl->staging;
}

void Device::upload(const Buffer& to, std::span<const std::byte> bytes, VkDeviceSize offset)
{
    requireInside(to, offset, bytes.size());
    if (bytes.empty()) {
        return;
    }
    if (to.data() != nullptr) {
        std::memcpy(static_cast<std::byte*>(to.data()) + offset, bytes.data(), bytes.size());
        return;
    }
    const Buffer& staging = stagingFor(bytes.size());
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), static_cast<std::size_t>(staging.size()));
        std::memcpy(staging.data(), bytes.data(), part);
        const VkBufferCopy copy = {0, offset, part};
        run([&](VkCommandBuffer commandBuffer) {
            vk().vkCmdCopyBuffer(commandBuffer, staging.handle(), to.handle(), 1, &copy);
        });
        bytes = bytes.subspan(part);
        offset += part;
    }
}

void Device::download(const Buffer& from, std::span<std::byte> bytes, VkDeviceSize offset)
{
    requireInside(from, offset, bytes.size());
    if (bytes.empty()) {
        return;
    }
    if (from.data() != nullptr) {
        std::memcpy(bytes.data(), static_cast<const std::byte*>(from.data()) + offset, bytes.size());
        return;
    }
    const Buffer& staging = stagingFor(bytes.size());
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), static_cast<std::size_t>(staging.size()));
        const VkBufferCopy copy = {offset, 0, part};
        run([&](VkCommandBuffer commandBuffer) {
            vk().vkCmdCopyBuffer(commandBuffer, from.handle(), staging.handle(), 1, &copy);
        });
        std::memcpy(bytes.data(), staging.data(), part);
        bytes = bytes.subspan(part);
        offset += part;
    }
}

void Device::fill(const Buffer& buffer, uint32_t value)
{
    if (buffer.size() < sizeof(value)) {
        return;
    }
    const VkDeviceSize size = buffer.size() / sizeof(value) * sizeof(value);
    run([&](VkCommandBuffer commandBuffer) { vk().vkCmdFillBuffer(commandBuffer, buffer.handle(), 0, size, value); });
}

} // namespace gpu
