#include "blur_times.h"

#include "comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace viewer {

void BlurTimes::add(unsigned radius, const std::vector<drawing::FrameTimer::Stage>& stages)
{
    Milliseconds times = {};
    for (const drawing::FrameTimer::Stage& stage : stages) {
        const std::string_view name = stage.name;
        if (name == kColourTable || name == kTableBlur)
            times[0] += stage.milliseconds;
        else if (name == kSeparableBlur)
            times[1] += stage.milliseconds;
        else if (name == kNaiveBlur)
            times[2] += stage.milliseconds;
    }
    if (times[2] == 0)
        return;
    constexpr double kWeight = 0.2;
    const auto [place, isNew] = m_times.try_emplace(radius, times);
    for (std::size_t way = 0; !isNew && way < kWays; ++way)
        place->second[way] += kWeight * (times[way] - place->second[way]);
}

bool BlurTimes::areUsable() const
{
    if (m_times.empty())
        return true;
    const auto neighbours = [](const auto& entry) { return std::pow(2.0 * entry.first + 1, 2); };
    constexpr double kFar = 256; // ratio of neighbours
    constexpr double kLeast = 2; // ratio of times
    const auto& first = *m_times.begin();
    const auto& farthest = *m_times.rbegin();
    return neighbours(farthest) < kFar * neighbours(first) || farthest.second[2] > kLeast * first.second[2];
}

std::pair<double, double> BlurTimes::range() const
{
    std::pair<double, double> range = {std::numeric_limits<double>::max(), 0};
    for (const auto& [radius, times] : m_times) {
        range.first = std::min(range.first, *std::min_element(times.begin(), times.end()));
        range.second = std::max(range.second, *std::max_element(times.begin(), times.end()));
    }
    return range;
}

} // namespace viewer
