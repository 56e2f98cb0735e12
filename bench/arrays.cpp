#include "arrays.h"

#include <algorithm>
#include <stdexcept>

namespace bench {

bool Arrays::allocate(VkDeviceSize arrayBytes)
{
    const VkPhysicalDeviceMemoryProperties& memory = m_device.memoryProperties();
    VkDeviceSize heapBytes = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
            heapBytes = std::max(heapBytes, memory.memoryHeaps[i].size);
    // Others use the heap as well, and some devices promise more memory than there is.
    if (2 * arrayBytes > heapBytes / 4 * 3)
        return false;
    const VkDeviceSize bytes = (arrayBytes + 15) / 16 * 16;
    try {
        m_input = {};
        m_output = {};
        m_input = m_device.createBuffer(bytes);
        m_output = m_device.createBuffer(bytes);
    } catch (const std::runtime_error&) {
        return false;
    }
    return true;
}

void Arrays::fillInput(const Numbers& numbers, uint64_t count, VkDeviceSize offset)
{
    if (offset + count * numbers.bytes > m_input.size())
        throw std::runtime_error("the arrays are larger than what was allocated");
    m_checks.fill(m_input.address() + offset, numbers, count);
}

vkscan::BufferRange Arrays::words(const Numbers& numbers, uint64_t count)
{
    const vkscan::BufferRange words = reserveWords((count * numbers.bytes + 3) / 4 * 4);
    m_checks.fill(words.address, numbers, count);
    return words;
}

vkscan::BufferRange Arrays::words(std::span<const uint32_t> values)
{
    const vkscan::BufferRange words = reserveWords(values.size_bytes());
    m_device.upload(m_words, values);
    return words;
}

vkscan::BufferRange Arrays::reserveWords(VkDeviceSize bytes)
{
    if (m_words.size() < bytes)
        m_words = m_device.createBuffer(bytes);
    return {m_words.address(), bytes};
}

gpu::Device::Record Arrays::copying(VkDeviceSize bytes, VkDeviceSize from) const
{
    return [this, bytes, from](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address() + from, m_output.address(), bytes / 4 * 4);
    };
}

gpu::Device::Record Arrays::reading(VkDeviceSize bytes) const
{
    return [this, bytes](VkCommandBuffer commandBuffer) {
        m_read.record(commandBuffer, m_input.address(), m_output.address(), std::min(bytes, m_input.size()));
    };
}

gpu::Device::Record Arrays::writing(VkDeviceSize bytes) const
{
    return [this, bytes](VkCommandBuffer commandBuffer) {
        m_write.record(commandBuffer, m_output.address(), std::min(bytes, m_output.size()));
    };
}

} // namespace bench
