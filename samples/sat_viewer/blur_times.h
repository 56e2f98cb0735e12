// The times that the ways of a comparison took, by radius.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_H
#define VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_H

#include "../drawing/frame_timer.h"

#include <array>
#include <map>

namespace viewer {

class BlurTimes {
public:
    static constexpr std::size_t kWays = 3;
    static constexpr std::array<const char*, kWays> kNames = {"table", "separable", "naive loop"};
    using Milliseconds = std::array<double, kWays>; // of the table: what building it takes, too

    // A frame's stages; those of another technique change nothing. Frames of one radius are averaged, of which older
    // ones count less.
    void add(unsigned radius, const std::vector<drawing::FrameTimer::Stage>& stages);

    [[nodiscard]] const std::map<unsigned, Milliseconds>& byRadius() const noexcept { return m_times; }
    // Whether the loop's times follow the number of neighbours, so that the device's timestamps enclose what runs
    // between them. True as long as no two radii are far apart.
    [[nodiscard]] bool areUsable() const;
    // The shortest and the longest of all.
    [[nodiscard]] std::pair<double, double> range() const;

private:
    std::map<unsigned, Milliseconds> m_times;
};

} // namespace viewer

#endif
