#include "clocks.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

constexpr double kMostToLearn = 15; // seconds, of a device that gets faster all the time
constexpr double kSteady = 1.5;     // seconds without a gain after which there is none to come
constexpr double kGain = 0.99;      // of the shortest time
constexpr double kMostToRaise = 10; // seconds
constexpr unsigned kTriesOfWork = 5;

double secondsSinceEpoch()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

[[noreturn]] void fail(const char* what, double microseconds, double shortest)
{
    char text[128] = "";
    std::snprintf(text, sizeof(text), "low clocks: the %s takes %.2f us, and took %.2f before", what, microseconds,
                  shortest);
    throw std::runtime_error(text);
}

} // namespace

double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

FullClocks::FullClocks(std::function<double()> probe, std::function<double()> now)
    : m_probe(std::move(probe)),
      m_now(std::move(now))
{
}

double FullClocks::probe()
{
    const double time = m_probe();
    m_shortest = m_shortest == 0 ? time : std::min(m_shortest, time);
    return time;
}

void FullClocks::learn()
{
    const double start = m_now();
    double gained = start;
    double shortest = probe();
    for (double now = start; now - start < kMostToLearn && now - gained < kSteady; now = m_now()) {
        if (probe() < kGain * shortest) {
            shortest = m_shortest;
            gained = m_now();
        }
    }
}

void FullClocks::raise()
{
    if (m_shortest == 0)
        learn();
    const double start = m_now();
    for (;;) {
        const double time = probe();
        if (time <= (1 + kClockTolerance) * m_shortest)
            return;
        if (m_now() - start > kMostToRaise)
            fail("probe", time, m_shortest);
    }
}

PairedTimes FullClocks::time(const std::function<PairedTimes()>& work)
{
    double behind = 0;
    for (unsigned i = 0; i < kTriesOfWork; ++i) {
        raise();
        const double began = secondsSinceEpoch();
        PairedTimes times = work();
        times.began = began;
        times.ended = secondsSinceEpoch();
        behind = probe();
        times.probe = behind;
        if (behind <= (1 + kClockTolerance) * m_shortest)
            return times;
    }
    fail("probe", behind, m_shortest);
}

void ShortestTimes::check(const std::string& yardstick, double microseconds)
{
    double& shortest = m_microseconds.try_emplace(yardstick, microseconds).first->second;
    shortest = std::min(shortest, microseconds);
    if (microseconds > shortest + std::max(kClockTolerance * shortest, kClockMicroseconds))
        fail("yardstick", microseconds, shortest);
}

} // namespace bench
