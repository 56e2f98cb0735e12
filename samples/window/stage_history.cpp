#include "stage_history.h"

#include <algorithm>

namespace window {

void StageHistory::add(const std::vector<drawing::FrameTimer::Stage>& stages)
{
    constexpr std::size_t kFrames = 120;
    constexpr float kWeight = 0.1F; // small, so that changing numbers can be read
    if (m_toIgnore > 0) {
        --m_toIgnore;
        return;
    }
    if (stages.empty())
        return;
    const auto sameName = [](const Entry& entry, const drawing::FrameTimer::Stage& stage) {
        return entry.name == stage.name;
    };
    if (!std::equal(m_entries.begin(), m_entries.end(), stages.begin(), stages.end(), sameName)) {
        m_entries.clear();
        for (const drawing::FrameTimer::Stage& stage : stages)
            m_entries.push_back({stage.name, static_cast<float>(stage.milliseconds), {}});
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Entry& entry = m_entries[i];
        entry.recent.push_back(static_cast<float>(stages[i].milliseconds));
        if (entry.recent.size() > kFrames)
            entry.recent.pop_front();
        entry.average += kWeight * (entry.recent.back() - entry.average);
    }
}

void StageHistory::restart(unsigned inFlight)
{
    m_entries.clear();
    m_toIgnore = inFlight;
}

float StageHistory::totalAverage() const
{
    float sum = 0;
    for (const Entry& entry : m_entries)
        sum += entry.average;
    return sum;
}

float StageHistory::slowest() const
{
    float result = 0;
    for (std::size_t frame = 0; !m_entries.empty() && frame < m_entries[0].recent.size(); ++frame) {
        float sum = 0;
        for (const Entry& entry : m_entries)
            sum += entry.recent[frame];
        result = std::max(result, sum);
    }
    return result;
}

} // namespace window
