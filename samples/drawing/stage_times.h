// The times that frames' stages took, and their medians.
#ifndef VKSCAN_SAMPLES_DRAWING_STAGE_TIMES_H
#define VKSCAN_SAMPLES_DRAWING_STAGE_TIMES_H

#include "frame_timer.h"

#include <utility>

#include <utility>

namespace drawing {

class StageTimes {
public:
    // Adds the stages of a frame; an empty list changes nothing.
    void add(const std::vector<FrameTimer::Stage>& stages);

    [[nodiscard]] bool empty() const noexcept { return m_totals.empty(); }
    // Medians in milliseconds, in the order in which the stages first came.
    [[nodiscard]] std::vector<FrameTimer::Stage> medians() const;
    [[nodiscard]] double medianTotal() const;

private:
    std::vector<std::pair<const char*, std::vector<double>>> m_stages;
    std::vector<double> m_totals;
};

} // namespace drawing

#endif
