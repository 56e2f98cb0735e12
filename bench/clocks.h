// Sees to it that times are taken at a device's full clocks.
#ifndef VKSCAN_BENCH_CLOCKS_H
#define VKSCAN_BENCH_CLOCKS_H

#include "statistics.h"

#include <functional>
#include <map>
#include <string>

namespace bench {

// Two times agree if they differ by no more than this part of the shorter, or by this much.
constexpr double kClockTolerance = 0.02;
constexpr double kClockMicroseconds = 0.15;

// Seconds of a clock that is never set.
[[nodiscard]] double steadySeconds();

// GPUs lower their clocks after about a second without work, and take seconds of work to raise them again, in steps.
// They do not say so. It shows in the time of the probe, fixed work that waits for no memory, against its shortest time
// in this program.
class FullClocks {
public:
    // `probe` runs the fixed work and returns its microseconds; `now` returns seconds of a steady clock.
    explicit FullClocks(std::function<double()> probe, std::function<double()> now = steadySeconds);

    // Returns the work's times. The probe took its shortest time, within kClockTolerance, before and behind the work.
    // Otherwise the work is timed again, after more probes. Throws std::runtime_error "low clocks: ..." if the clocks
    // do not rise. The first call learns what the shortest time is, which takes seconds.
    [[nodiscard]] PairedTimes time(const std::function<PairedTimes()>& work);

private:
    double probe();
    void learn();
    void raise();

    std::function<double()> m_probe;
    std::function<double()> m_now;
    double m_shortest = 0; // microseconds; 0: not known yet
};

// The shortest times that yardsticks took in this program, by what they are.
class ShortestTimes {
public:
    // Keeps the time if it is the shortest. Throws std::runtime_error "low clocks: ..." if it does not agree with it.
    void check(const std::string& yardstick, double microseconds);

private:
    std::map<std::string, double> m_microseconds;
};

} // namespace bench

#endif
