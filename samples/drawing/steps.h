// Slow pictures, drawn in steps over several frames.
#pragma once

#include "frame_slot.h"

#include <array>
#include <chrono>
#include <string>

namespace drawing {

// The next picture to draw.
struct StepsDesc {
    uint32_t count = 1;   // number of steps
    bool isOther = false; // it replaces a different picture, which is given up
    float seconds = 0;    // the time that it shows
};

// A picture's time is fixed until it is complete; then the next one begins, if time has passed.
class Steps {
public:
    using Clock = std::chrono::steady_clock;
    // The longest time of a frame, unless one step takes longer.
    static constexpr std::chrono::duration<double> kFrame{0.1};

    struct Range {
        uint32_t begin = 0;
        uint32_t end = 0;
        [[nodiscard]] bool isEmpty() const { return begin == end; }
    };

    // The steps of the slot's frame, called once a frame: enough to keep frames short, by the time between frames. None
    // if the picture is complete.
    Range take(uint32_t slot, const StepsDesc& desc, Clock::time_point now = Clock::now());

    // The time that the picture shows.
    [[nodiscard]] float seconds() const noexcept { return m_seconds; }
    // Whether to show the picture: one that only differs from its predecessor in time is shown when it is complete.
    [[nodiscard]] bool isShown() const noexcept { return m_isOther || m_done == m_count; }
    // "37 of 256 points" with "points" for `things`; empty for a complete picture.
    [[nodiscard]] std::string progress(const char* things) const;

private:
    uint32_t m_count = 0;
    uint32_t m_done = 0;
    bool m_isOther = false;
    float m_seconds = 0;
    uint32_t m_next = 1; // steps of the next frame
    std::array<uint32_t, kSlots> m_taken = {};
    Clock::time_point m_last;
};

} // namespace drawing
