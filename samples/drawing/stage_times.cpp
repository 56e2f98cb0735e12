#include "stage_times.h"

#include <algorithm>
#include <string_view>

namespace drawing {
namespace {

double median(std::vector<double> times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace

void StageTimes::add(const std::vector<FrameTimer::Stage>& stages)
{
    for (const FrameTimer::Stage& stage : stages) {
        const auto known = std::find_if(m_stages.begin(), m_stages.end(),
                                        [&](const auto& other) { return std::string_view(other.first) == stage.name; });
        std::vector<double>& times =
            known == m_stages.end() ? m_stages.emplace_back(stage.name, std::vector<double>()).second : known->second;
        times.push_back(stage.milliseconds);
    }
    if (!stages.empty())
        m_totals.push_back(totalMilliseconds(stages));
}

std::vector<FrameTimer::Stage> StageTimes::medians() const
{
    std::vector<FrameTimer::Stage> result;
    for (const auto& [name, times] : m_stages)
        result.push_back({name, median(times)});
    return result;
}

double StageTimes::medianTotal() const
{
    return median(m_totals);
}

} // namespace drawing
