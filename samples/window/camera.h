// The view of the scene: an eye, a direction, and a point ahead to turn around.
#pragma once

#include "input.h"

#include <glm/glm.hpp>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace window {

// Eye and target from --camera's six numbers. Throws std::runtime_error if they are no valid camera.
std::pair<glm::vec3, glm::vec3> eyeAndTarget(const std::vector<float>& numbers);

class Camera {
public:
    // Eye and target must be apart, and not above each other. The eye never moves below `lowest`.
    Camera(glm::vec3 eye, glm::vec3 target, float lowest = -std::numeric_limits<float>::infinity());

    [[nodiscard]] glm::vec3 eye() const { return m_eye; }
    [[nodiscard]] glm::vec3 target() const { return m_eye + m_distance * ahead(); }

    // Moves the eye around the target, or turns about the eye; radians to the right and up.
    void orbit(glm::vec2 radians);
    void turn(glm::vec2 radians);
    // Moves eye and target by metres to the right, up and ahead.
    void move(glm::vec3 metres);
    // Changes the distance to the target by a factor.
    void approach(float factor);

    bool operator==(const Camera&) const = default;

private:
    [[nodiscard]] glm::vec3 ahead() const;
    // Moves the eye to see the target ahead.
    void face(glm::vec3 target);

    glm::vec3 m_eye;
    float m_lowest;   // metres, the least height of the eye
    float m_distance; // metres
    float m_yaw;      // radians; 0 looks down -z
    float m_pitch;
};

// Moves the camera by mouse and keys. Left: around the target; right: about the eye; wheel: closer; W, A, S, D, Q and
// E: along, faster with Shift. `height`: the picture's, in pixels. Without a camera the first movement starts at
// `start`.
void steer(const Events& events, float height, const Camera& start, std::optional<Camera>& camera,
           float metresPerSecond = 3);

} // namespace window
