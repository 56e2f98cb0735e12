// Times of the ways to blur, by radius.
#pragma once

#include "../drawing/frame_timer.h"

#include <array>
#include <map>

namespace viewer {

class BlurTimes {
public:
    static constexpr std::size_t kWays = 3;
    static constexpr std::array<const char*, kWays> kNames = {"table", "separable", "naive loop"};
    using Milliseconds = std::array<double, kWays>; // of the table: what building it takes, too

    // Adds the stages of a frame; stages of other techniques are ignored. Frames of one radius are averaged; newer ones
    // count more.
    void add(unsigned radius, const std::vector<drawing::FrameTimer::Stage>& stages);

    [[nodiscard]] const std::map<unsigned, Milliseconds>& byRadius() const noexcept { return m_times; }
    // True: the loop's times follow the number of neighbours, so timestamps enclose the work between them. Also true
    // while no two radii are far apart.
    [[nodiscard]] bool areUsable() const;
    // The shortest and the longest of all.
    [[nodiscard]] std::pair<double, double> range() const;

private:
    std::map<unsigned, Milliseconds> m_times;
};

} // namespace viewer
