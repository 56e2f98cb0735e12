// Command buffer and synchronisation of one frame in flight.
#pragma once

#include "frame_timer.h"

namespace drawing {

// Frames in flight. Each has its slot.
constexpr uint32_t kSlots = 2;

// The device must outlive this.
class FrameSlot {
public:
    explicit FrameSlot(const gpu::Device& device);
    FrameSlot(const FrameSlot&) = delete;
    FrameSlot& operator=(const FrameSlot&) = delete;
    ~FrameSlot();

    // Waits until the slot's last frame has ended; its timer then has the stages.
    void wait();
    // Starts the next frame's commands and its timer. Call after wait().
    VkCommandBuffer begin();
    // Semaphores that the commands wait for at the stages, and signal; null for none.
    struct Semaphores {
        VkSemaphore wait = VK_NULL_HANDLE;
        VkPipelineStageFlags waitStages = 0;
        VkSemaphore signal = VK_NULL_HANDLE;
    };
    void submit(const Semaphores& semaphores);

    [[nodiscard]] FrameTimer& timer() noexcept { return m_timer; }

private:
    const gpu::Device& m_device;
    FrameTimer m_timer;
    VkCommandBuffer m_commandBuffer = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
};

} // namespace drawing
