// The line that the mouse drags, between an unchanged picture on the left and the result.
#pragma once

#include "../window/input.h"

#include <cmath>

namespace viewer {

class SplitLine {
public:
    // Whether the left button drags the line at a column of pixels; false if there is no line.
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
