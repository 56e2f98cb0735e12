// The line that the mouse drags, between a picture as it is, on the left, and what is made of it.
#pragma once

#include "../window/input.h"

#include <cmath>

namespace viewer {

class SplitLine {
public:
    // Whether the left button drags the line, which is at a column of pixels; not if there is none.
    bool isDragged(const window::Events& events, bool isThere, float column)
    {
        constexpr float kGrip = 8; // pixels beside the line
        if (!events.dragFrom)
            return false;
        if (events.dragFrom != m_dragFrom)
            m_isHeld = isThere && std::abs(events.dragFrom->x - column) < kGrip;
        m_dragFrom = events.dragFrom;
        return m_isHeld;
    }

private:
    std::optional<glm::vec2> m_dragFrom; // where the last drag began
    bool m_isHeld = false;
};

} // namespace viewer
