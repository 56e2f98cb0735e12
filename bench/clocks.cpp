#include "clocks.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace bench {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr VkDeviceSize kBytes = VkDeviceSize{1} << 20; // in caches, so that memory does not hide the clocks
constexpr unsigned kCopies = 256;
constexpr double kTolerance = 1.02;
constexpr Seconds kFirst = Seconds(2);
constexpr Seconds kMost = Seconds(4);
constexpr Seconds kMostOfAll = Seconds(20); // of a program, whose device may be one that never settles

} // namespace

Clocks::Clocks(gpu::Device& device)
    : m_device(device),
      m_copy(device),
      m_source(device.createBuffer(kBytes)),
      m_destination(device.createBuffer(kBytes))
{
}

double Clocks::time()
{
    const std::vector<double> times = m_device.timeMicroseconds(4, [&](VkCommandBuffer commandBuffer) {
        for (unsigned i = 0; i < kCopies; ++i) {
            m_copy.record(commandBuffer, m_source.address(), m_destination.address(), kBytes);
            gpu::recordComputeBarrier(m_device, commandBuffer);
        }
    });
    return *std::min_element(times.begin(), times.end());
}

void Clocks::raise()
{
    if (isCpu(m_device))
        return;
    const auto start = std::chrono::steady_clock::now();
    const auto hasPassed = [&](Seconds seconds) { return std::chrono::steady_clock::now() - start >= seconds; };
    if (m_fastest == 0) {
        m_fastest = time();
        while (!hasPassed(kFirst))
            m_fastest = std::min(m_fastest, time());
        return;
    }
    double fastest = std::numeric_limits<double>::infinity();
    const Seconds most = std::min(kMost, kMostOfAll - m_waited);
    do
        fastest = std::min(fastest, time());
    while (fastest > kTolerance * m_fastest && !hasPassed(most));
    m_waited += std::chrono::steady_clock::now() - start;
    // Not what it has not reached: rows behind it would be timed at the same low clocks.
    m_fastest = std::min(fastest, m_fastest);
}

} // namespace bench
