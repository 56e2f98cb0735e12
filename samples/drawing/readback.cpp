#include "readback.h"

#include "pipelines.h"

namespace drawing {

Readback::Readback(const gpu::Device& device, uint32_t words) : m_device(device)
{
    for (gpu::Buffer& buffer : m_words)
        buffer = device.createBuffer(words * sizeof(uint32_t), gpu::Memory::Host);
}

void Readback::record(VkCommandBuffer commandBuffer, uint32_t slot, uint32_t word, const gpu::Buffer& from,
                      VkDeviceSize offset) const
{
    const VkBufferCopy copy = {offset, word * sizeof(uint32_t), sizeof(uint32_t)};
    m_device.vk().vkCmdCopyBuffer(commandBuffer, from.handle(), m_words.at(slot).handle(), 1, &copy);
    memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

} // namespace drawing
