#include "steps.h"

#include <algorithm>

namespace drawing {

Steps::Range Steps::take(uint32_t slot, const StepsDesc& desc, Clock::time_point now)
{
    if (desc.isOther || (m_done == m_count && m_seconds != desc.seconds)) {
        m_count = desc.count;
        m_done = 0;
        m_isOther = desc.isOther;
        m_seconds = desc.seconds;
    }
    // Frames are waited for in turn, so this is the time of the slot's previous frame.
    const std::chrono::duration<double> elapsed = now - m_last;
    m_last = now;
    uint32_t& taken = m_taken.at(slot);
    if (taken > 0)
        m_next = static_cast<uint32_t>(std::clamp(taken * (kFrame / elapsed), 1.0, 2.0 * taken));
    taken = std::min(m_next, m_count - m_done);
    m_done += taken;
    return {m_done - taken, m_done};
}

std::string Steps::progress(const char* things) const
{
    return m_done == m_count ? "" : std::to_string(m_done) + " of " + std::to_string(m_count) + ' ' + things;
}

} // namespace drawing
