// Takes times at a device's full clocks.
#ifndef VKSCAN_BENCH_CLOCKS_H
#define VKSCAN_BENCH_CLOCKS_H

#include "statistics.h"

#include <support/clock_judge.h>

#include <functional>
#include <map>
#include <string>

namespace bench {

// Times of yardsticks agree if they differ by no more than support::kClockTolerance of the shorter, or by this much.
constexpr double kClockMicroseconds = 0.15;

// Seconds of a clock that is never set.
[[nodiscard]] double steadySeconds();

// Times work at full clocks.
class FullClocks {
public:
    // `probe` runs the fixed work and returns its microseconds; `now` returns seconds of a steady clock.
    explicit FullClocks(std::function<double()> probe, std::function<double()> now = steadySeconds);

    // Returns the work's times, between two probes that are full. Otherwise the work is timed again, after more probes.
    // Throws std::runtime_error "low clocks: ..." if the clocks do not rise. The first call takes seconds, until the
    // probe's shortest time is known.
    [[nodiscard]] PairedTimes time(const std::function<PairedTimes()>& work);

private:
    std::function<double()> m_probe;
    std::function<double()> m_now;
    support::ClockJudge m_judge;
};

// The shortest time of each yardstick in this program.
class ShortestTimes {
public:
    // Keeps the time if it is the shortest. Throws std::runtime_error "low clocks: ..." if it does not agree with it.
    void check(const std::string& yardstick, double microseconds);

private:
    std::map<std::string, double> m_microseconds;
};

} // namespace bench

#endif
