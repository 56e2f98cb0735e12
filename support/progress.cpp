#include "progress.h"

#include "printable.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace gpu {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirstSilence = 2s;
constexpr auto kLongestSilence = 16s; // between two lines

} // namespace

Progress::Progress() : m_thread(&Progress::speak, this) {}

Progress::~Progress()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ends = true;
    }
    m_changed.notify_one();
    m_thread.join();
}

void Progress::begin(std::string activity)
{
    {
        const std::lock_guard lock(m_mutex);
        m_activity = std::move(activity);
        m_count.clear();
        m_left = {};
        m_begin = Clock::now();
        m_silence = kFirstSilence;
    }
    m_changed.notify_one();
}

void Progress::count(std::size_t done, std::size_t all, const char* things)
{
    const std::lock_guard lock(m_mutex);
    if (done > 0)
        m_left = std::chrono::duration_cast<Clock::duration>(
            (Clock::now() - m_begin) * (static_cast<double>(all - done) / static_cast<double>(done)));
    m_count = ", " + std::to_string(done) + " of " + std::to_string(all) + ' ' + things + " done";
}

void Progress::speak()
{
    std::unique_lock lock(m_mutex);
    while (!m_ends) {
        if (m_activity.empty()) {
            m_changed.wait(lock);
            continue;
        }
        // Only the time counts, whatever woke the thread: the activity may have changed.
        m_changed.wait_until(lock, m_begin + m_silence);
        if (m_ends || Clock::now() < m_begin + m_silence)
            continue;
        const auto seconds = [](Clock::duration time) {
            return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
        };
        const std::string left = m_left > Clock::duration() ? ", about " + seconds(m_left) + " left" : "";
        std::fprintf(stderr, "%s: %s\n", files::printable(m_activity + left + m_count).c_str(),
                     seconds(m_silence).c_str());
        m_silence += std::min<Clock::duration>(m_silence, kLongestSilence);
    }
}

} // namespace gpu
