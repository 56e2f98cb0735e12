// Times work on a Vulkan device, beside a yardstick and at full clocks.
#ifndef VKSCAN_BENCH_TIMER_H
#define VKSCAN_BENCH_TIMER_H

#include "clocks.h"
#include "yardstick.h"

#include <support/spin.h>

#include <memory>

namespace bench {

// A timer keeps its device busy with light work on the same queue whenever nothing is timed, so that the clocks stay
// high while the host compiles, uploads and verifies. It does none of this where the device is a processor.
class Timer {
public:
    explicit Timer(gpu::Device& device);
    ~Timer();

    [[nodiscard]] gpu::Device& device() const { return m_device; }

    // The device is idle and its queue is free while this lives.
    class Pause {
    public:
        explicit Pause(Timer& timer);
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;
        ~Pause();

    private:
        Timer& m_timer;
    };

    // Times two pieces of work in turn, each as batches of repetitions with a barrier behind each, and returns the
    // medians of one repetition, in microseconds. Pairs and batches are as many as it takes to tell, and no more than
    // some tenths of a second. Throws std::runtime_error where a GPU's times are not steady or its clocks are low; a
    // processor's times are taken as they come, and few.
    [[nodiscard]] PairedTimes timeBeside(const gpu::Device::Record& yardstick, const gpu::Device::Record& operation,
                                         Effort effort = Effort::Full);

private:
    class BusyWork;

    gpu::Device& m_device;
    gpu::Spin m_spin;
    Copy m_copy;
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
    FullClocks m_clocks;
    std::unique_ptr<BusyWork> m_busyWork; // null where the device is a processor
};

} // namespace bench

#endif
