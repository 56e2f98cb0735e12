#include "full_clocks.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>

namespace viewer {

double FullClocks::ofBatch(std::vector<double> probes)
{
    const auto second = probes.begin() + (probes.size() > 1 ? 1 : 0);
    std::nth_element(probes.begin(), second, probes.end(), std::greater());
    return *second;
}

bool FullClocks::counts(double ended, double probeMicroseconds)
{
    // A gain of less than the tolerance may be noise, but many such gains are a step.
    if (kTolerance * probeMicroseconds < m_step) {
        m_step = probeMicroseconds;
        m_stepEnded = ended;
    }
    m_fastest = std::min(m_fastest, probeMicroseconds);
    const bool wasFull = m_wasFull;
    m_wasFull = isFull(probeMicroseconds);
    // A batch in which the clocks come back began before they did.
    if (wasFull && m_wasFull && ended - m_stepEnded >= kSettle)
        return true;
    if (ended - m_begin > kPatience)
        fail(probeMicroseconds);
    return false;
}

void FullClocks::fail(double probeMicroseconds) const
{
    char text[96];
    std::snprintf(text, sizeof(text), "low clocks: what took %.1f us at best takes %.1f us", m_fastest,
                  probeMicroseconds);
    throw std::runtime_error(text);
}

} // namespace viewer
