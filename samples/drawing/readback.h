// Numbers from the device that the host shows a few frames later.
#pragma once

#include "frame_slot.h"

#include <array>

namespace drawing {

class Readback {
public:
    // `words` a frame. The device must outlive this.
    Readback(const gpu::Device& device, uint32_t words) : m_device(device)
    {
        for (gpu::Buffer& buffer : m_words)
            buffer = device.createBuffer(words * sizeof(uint32_t), gpu::Memory::Host);
    }

    // Copies a word, which is visible to transfers.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, uint32_t word, const gpu::Buffer& from,
                VkDeviceSize offset) const
    {
        const VkBufferCopy copy = {offset, word * sizeof(uint32_t), sizeof(uint32_t)};
        m_device.vk().vkCmdCopyBuffer(commandBuffer, from.handle(), m_words.at(slot).handle(), 1, &copy);
        memoryBarrier(m_device, commandBuffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    }
    // A word that the slot's frame copied; the frame must have ended.
    [[nodiscard]] uint32_t at(uint32_t slot, uint32_t word) const { return m_words.at(slot).as<uint32_t>()[word]; }

private:
    const gpu::Device& m_device;
    std::array<gpu::Buffer, kSlots> m_words;
};

} // namespace drawing
