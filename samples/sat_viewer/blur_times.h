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
    using Milliseconds = std::array<double, kWays>; // the table's include building it

    // Adds the stages of a frame; stages of other techniques are ignored. Frames with the same radius are averaged;
    // newer ones count more.
    void add(unsigned radius, const std::vector<drawing::FrameTimer::Stage>& stages);

    [[nodiscard]] const std::map<unsigned, Milliseconds>& byRadius() const noexcept { return m_times; }
    // Whether the loop's times follow the number of neighbours, so that timestamps enclose the work between them. Also
    // true while no two radii are far apart.
    [[nodiscard]] bool areUsable() const;
    // The shortest and the longest time.
    [[nodiscard]] std::pair<double, double> range() const;

private:
    std::map<unsigned, Milliseconds> m_times;
};

} // namespace viewer
