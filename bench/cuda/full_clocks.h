// Takes times at a GPU's full clocks, or not at all.
#ifndef VKSCAN_BENCH_FULL_CLOCKS_H
#define VKSCAN_BENCH_FULL_CLOCKS_H

#include <statistics.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

namespace bench {

class FullClocks {
public:
    // `probe` returns the microseconds of some work that is always the same, and whose time the clocks decide.
    explicit FullClocks(std::function<double()> probe) : m_probe(std::move(probe)) {}

    // Returns times before and behind which the probe was as fast as it ever was in this program, and whose yardstick
    // was as fast as it ever was of the same key. Throws std::runtime_error if there are none.
    [[nodiscard]] PairedTimes measure(const std::string& key, const std::function<PairedTimes()>& time)
    {
        constexpr unsigned kTries = 5;
        if (m_bestProbe == kNever)
            learn();
        for (unsigned i = 0; i < kTries; ++i) {
            waitForClocks();
            m_began = secondsSinceEpoch();
            const PairedTimes times = time();
            m_ended = secondsSinceEpoch();
            double& best = m_bestYardsticks.try_emplace(key, kNever).first->second;
            best = std::min(best, times.first);
            if (isFull(probe()) && times.first <= best + std::max(kTolerance * best, kToleranceMicroseconds))
                return times;
        }
        throw std::runtime_error("low clocks: the probe, of " + std::to_string(m_bestProbe) + " us, took " +
                                 std::to_string(m_lastProbe) + ", or the yardstick was slower than its best of " +
                                 std::to_string(m_bestYardsticks.at(key)) + " us, in each of " +
                                 std::to_string(kTries) + " tries");
    }

    // Seconds since 1970 around the last times.
    [[nodiscard]] double began() const { return m_began; }
    [[nodiscard]] double ended() const { return m_ended; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double kNever = std::numeric_limits<double>::infinity();
    static constexpr double kTolerance = 0.02;
    static constexpr double kToleranceMicroseconds = 0.15; // of a yardstick

    static double secondsSinceEpoch()
    {
        return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    }

    double probe()
    {
        m_lastProbe = m_probe();
        m_bestProbe = std::min(m_bestProbe, m_lastProbe);
        return m_lastProbe;
    }

    [[nodiscard]] bool isFull(double probe) const { return probe <= (1 + kTolerance) * m_bestProbe; }

    // Clocks rise in steps, for as long as this.
    void learn()
    {
        for (const auto end = Clock::now() + std::chrono::seconds(3); Clock::now() < end;)
            probe();
    }

    void waitForClocks()
    {
        const auto end = Clock::now() + std::chrono::seconds(10);
        while (!isFull(probe()))
            if (Clock::now() >= end)
                throw std::runtime_error("low clocks: the probe takes " + std::to_string(m_lastProbe) + " us and " +
                                         std::to_string(m_bestProbe) + " at best");
    }

    std::function<double()> m_probe;
    double m_bestProbe = kNever; // microseconds
    double m_lastProbe = kNever;
    std::map<std::string, double> m_bestYardsticks;
    double m_began = 0;
    double m_ended = 0;
};

} // namespace bench

#endif
