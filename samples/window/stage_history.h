// Times of the stages in the last frames.
#pragma once

#include "../drawing/frame_timer.h"

#include <deque>
#include <string>
#include <vector>

namespace window {

class StageHistory {
public:
    // Adds a frame's stages; an empty list changes nothing. If the stages differ from the previous ones, the history
    // restarts.
    void add(const std::vector<drawing::FrameTimer::Stage>& stages);
    // Forgets earlier frames, and those in flight that will still be added.
    void restart(unsigned inFlight);

    struct Entry {
        std::string name;
        float average = 0;        // milliseconds, in which older frames count less
        std::deque<float> recent; // milliseconds, the oldest first; of the same number of frames in all entries
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
