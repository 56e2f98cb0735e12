// What a frame in flight has for itself, beside what its view keeps for it.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_FRAME_SLOT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_FRAME_SLOT_H

#include "../drawing/frame_timer.h"

namespace viewer {

// The device outlives it.
class FrameSlot {
public:
    explicit FrameSlot(const gpu::Device& device);
    FrameSlot(const FrameSlot&) = delete;
    FrameSlot& operator=(const FrameSlot&) = delete;
    ~FrameSlot();

    // Waits until the slot's last frame has ended; its timer then has the stages.
    void wait();
    // Starts the next frame's commands and its timer. Follows wait().
    VkCommandBuffer begin();
    // What the commands wait for at the stages, and what they signal; null for nothing.
    struct Semaphores {
        VkSemaphore wait = VK_NULL_HANDLE;
        VkPipelineStageFlags waitStages = 0;
        VkSemaphore signal = VK_NULL_HANDLE;
    };
    void submit(const Semaphores& semaphores);

    [[nodiscard]] drawing::FrameTimer& timer() noexcept { return m_timer; }

private:
    const gpu::Device& m_device;
    drawing::FrameTimer m_timer;
    VkCommandBuffer m_commandBuffer = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
};

} // namespace viewer

#endif
