// Measures frames at a device's full clocks.
#pragma once

#include "frame_slot.h"
#include "frame_timer.h"

#include <support/clock_judge.h>
#include <support/progress.h>
#include <support/spin.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace drawing {

// A kernel that waits for no memory, after each frame: its time only depends on the clocks.
class ClockProbe {
public:
    explicit ClockProbe(gpu::Device& device);

    // Records after the slot's frame.
    void record(VkCommandBuffer commandBuffer, uint32_t slot);
    // The fastest of the probe's parts, after the slot's frame has ended.
    [[nodiscard]] double microseconds(uint32_t slot) const;

private:
    static constexpr unsigned kParts = 2;

    gpu::Device& m_device;
    gpu::Spin m_spin;
    std::array<FrameTimer, kSlots> m_timers;
};

// How frames of one kind are recorded.
struct FrameCommands {
    std::function<void(VkCommandBuffer, FrameTimer&, uint32_t slot)> record;
    // Other times of the slot's frame, after it has ended. Optional.
    std::function<std::vector<FrameTimer::Stage>(uint32_t slot)> others;
};

struct FrameKind {
    std::string name;   // for messages
    unsigned count = 0; // minimum frames that count
    // Creates the frames' resources. No frame is in flight.
    std::function<FrameCommands()> prepare;
};

// Measured frames of one kind.
struct MeasuredFrames {
    StageTimes stages;
    StageTimes others;
    double probe = 0; // microseconds, of the slowest batch
    double began = 0; // seconds since the epoch, before the first frame and after the last
    double ended = 0;
};

class FrameMeasurement {
public:
    // Throws std::runtime_error if the device's queue has no timestamps.
    FrameMeasurement(gpu::Device& device, gpu::Progress& progress);

    // Draws the frames of each kind, back to back. Throws std::runtime_error if the device does not keep its clocks.
    // Clocks of a CPU are not checked.
    [[nodiscard]] std::vector<MeasuredFrames> measure(const std::vector<FrameKind>& kinds);

private:
    [[nodiscard]] bool isGood(const MeasuredFrames& frames) const;
    [[nodiscard]] MeasuredFrames measure(const FrameKind& kind);

    gpu::Device& m_device;
    gpu::Progress& m_progress;
    ClockProbe m_probe;
    support::ClockJudge m_clocks;
};

} // namespace drawing
