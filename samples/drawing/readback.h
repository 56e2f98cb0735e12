// Numbers of the device that the host shows a few frames later.
#pragma once

#include "frame_slot.h"

#include <array>

namespace drawing {

class Readback {
public:
    // `words` a frame. The device outlives it.
    Readback(const gpu::Device& device, uint32_t words);

    // Copies a word, which is visible to transfers.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, uint32_t word, const gpu::Buffer& from,
                VkDeviceSize offset) const;
    // A word that the slot's frame copied; the frame has ended.
    [[nodiscard]] uint32_t at(uint32_t slot, uint32_t word) const { return m_words.at(slot).as<uint32_t>()[word]; }

private:
    const gpu::Device& m_device;
    std::array<gpu::Buffer, kSlots> m_words;
};

} // namespace drawing
