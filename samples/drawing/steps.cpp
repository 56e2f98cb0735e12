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
    // Frames are waited for in turns, so this time is that of the frame that had the slot.
    const std::chrono::duration<double> elapsed = now - m_last;
    m_last = now;
    uint32_t& own = m_taken.at(slot);
    if (own > 0)
        m_next = static_cast<uint32_t>(std::clamp(own * (kFrame / elapsed), 1.0, 2.0 * own));
    own = std::min(m_next, m_count - m_done);
    m_done += own;
    return {m_done - own, m_done};
}

std::string Steps::progress(const char* things) const
{
    return m_done == m_count ? "" : std::to_string(m_done) + " of " + std::to_string(m_count) + ' ' + things;
}

} // namespace drawing
