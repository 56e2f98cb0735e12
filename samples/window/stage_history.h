// Times of the stages in the last frames.
#pragma once

#include "../drawing/frame_timer.h"

#include <deque>
#include <string>
#include <vector>

namespace window {

class StageHistory {
public:
    // A frame's; none change nothing. Where they are others than before, what was before is forgotten.
    void add(const std::vector<drawing::FrameTimer::Stage>& stages);
    // Forgets what was before, and the frames that are to be added next because they are in flight.
    void restart(unsigned inFlight);

    struct Entry {
        std::string name;
        float average = 0;        // milliseconds, in which older frames count less
        std::deque<float> recent; // milliseconds, the oldest first; of equally many frames in all entries
    };
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return m_entries; }
    // Sums of the averages, and of the slowest recent frame.
    [[nodiscard]] float totalAverage() const;
    [[nodiscard]] float slowest() const;

private:
    std::vector<Entry> m_entries;
    unsigned m_toIgnore = 0; // frames
};

} // namespace window
