// Decides which measured frames count: those drawn at full clocks.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_FULL_CLOCKS_H
#define VKSCAN_SAMPLES_SAT_VIEWER_FULL_CLOCKS_H

#include <limits>
#include <vector>

namespace viewer {

// A GPU lowers its clocks while it is idle, and takes seconds of work to raise them again, in steps. The time of a
// probe shows whether they are as high as ever: a kernel behind each frame that waits for no memory (gpu::Spin).
class FullClocks {
public:
    // Starts frames of another kind. Seconds are since any moment, here and below.
    void begin(double seconds) { m_begin = seconds; }

    // The probe that stands for a batch of frames: the second slowest of theirs, as one may be noise.
    static double ofBatch(std::vector<double> probes);

    // Whether a batch of frames counts: its probe and that of the batch before are within kTolerance of the fastest so
    // far, and no probe was faster than those before it in the last kSettle seconds. Throws std::runtime_error,
    // "low clocks: ...", once frames of this kind have taken more than kPatience seconds.
    bool counts(double ended, double probeMicroseconds);

    // Whether a probe is still full after everything measured since.
    [[nodiscard]] bool isFull(double probeMicroseconds) const noexcept
    {
        return probeMicroseconds <= kTolerance * m_fastest;
    }

    // Throws std::runtime_error, "low clocks: ...".
    [[noreturn]] void fail(double probeMicroseconds) const;

    static constexpr double kTolerance = 1.02;
    static constexpr double kSettle = 2;    // seconds
    static constexpr double kPatience = 20; // seconds

private:
    double m_begin = 0;
    bool m_wasFull = false;                                     // the last batch
    double m_fastest = std::numeric_limits<double>::infinity(); // microseconds
    double m_step = std::numeric_limits<double>::infinity();    // the probe that was faster than all before it
    double m_stepEnded = 0;                                     // seconds
};

} // namespace viewer

#endif
