// Decides which times count: those at a device's full clocks.
#ifndef VKSCAN_SUPPORT_CLOCK_JUDGE_H
#define VKSCAN_SUPPORT_CLOCK_JUDGE_H

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

namespace support {

// Two times agree if the longer exceeds the shorter by no more than this part of it.
constexpr double kClockTolerance = 0.02;

[[noreturn]] inline void failForLowClocks(const char* what, double microseconds, double shortest)
{
    char text[128] = "";
    std::snprintf(text, sizeof(text), "low clocks: the %s takes %.2f us, and took %.2f before", what, microseconds,
                  shortest);
    throw std::runtime_error(text);
}

// GPUs lower their clocks after about a second without work, and take seconds of work to raise them again, in steps.
// They do not report it. The time of a probe shows it: fixed work that waits for no memory (gpu::Spin), compared with
// its shortest time in this program. Probes are in microseconds, times in seconds since any moment.
class ClockJudge {
public:
    // Starts a different kind of work.
    void begin(double seconds) { m_begin = seconds; }

    // The probe that represents several: the second slowest, since one may be noise.
    [[nodiscard]] static double ofBatch(std::vector<double> probes)
    {
        const auto second = probes.begin() + (probes.size() > 1 ? 1 : 0);
        std::nth_element(probes.begin(), second, probes.end(), std::greater());
        return *second;
    }

    // Whether the work between the previous probe and this one counts: both are full, and no probe within the last
    // kSettle seconds was faster than all before it. Throws std::runtime_error, "low clocks: ...", once this kind of
    // work has taken more than kPatience seconds.
    [[nodiscard]] bool counts(double seconds, double probe)
    {
        // A gain of less than the tolerance may be noise, but many such gains are a step.
        if ((1 + kClockTolerance) * probe < m_step) {
            m_step = probe;
            m_stepEnded = seconds;
        }
        m_shortest = std::min(m_shortest, probe);
        const bool wasFull = m_wasFull;
        m_wasFull = isFull(probe);
        // The clocks may have risen during the work.
        if (wasFull && m_wasFull && seconds - m_stepEnded >= kSettle)
            return true;
        if (seconds - m_begin > kPatience)
            fail(probe);
        return false;
    }

    // Whether a probe agrees with the shortest so far, including later ones.
    [[nodiscard]] bool isFull(double probe) const { return probe <= (1 + kClockTolerance) * m_shortest; }

    [[noreturn]] void fail(double probe) const { failForLowClocks("probe", probe, m_shortest); }

    static constexpr double kSettle = 2;
    static constexpr double kPatience = 20;

private:
    double m_begin = 0;
    bool m_wasFull = false;
    double m_shortest = std::numeric_limits<double>::infinity();
    double m_step = std::numeric_limits<double>::infinity(); // the last probe that was faster than all before it
    double m_stepEnded = 0;
};

} // namespace support

#endif
