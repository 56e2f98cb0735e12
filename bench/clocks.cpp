#include "clocks.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bench {

namespace {

double secondsSinceEpoch()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
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

PairedTimes FullClocks::time(const std::function<PairedTimes()>& work)
{
    m_judge.begin(m_now());
    for (;;) {
        for (bool isFull = false; !isFull;) {
            const double probe = m_probe();
            isFull = m_judge.counts(m_now(), probe);
        }
        const double began = secondsSinceEpoch();
        PairedTimes times = work();
        times.began = began;
        times.ended = secondsSinceEpoch();
        times.probe = m_probe();
        if (m_judge.counts(m_now(), times.probe))
            return times;
    }
}

void ShortestTimes::check(const std::string& yardstick, double microseconds)
{
    double& shortest = m_microseconds.try_emplace(yardstick, microseconds).first->second;
    shortest = std::min(shortest, microseconds);
    if (microseconds > shortest + std::max(support::kClockTolerance * shortest, kClockMicroseconds))
        support::failForLowClocks("yardstick", microseconds, shortest);
}

} // namespace bench
