// How mouse and keys move the camera.
#ifndef VKSCAN_SAMPLES_WINDOW_STEERING_H
#define VKSCAN_SAMPLES_WINDOW_STEERING_H

#include "camera.h"
#include "input.h"

#include <optional>

namespace window {

// Left: around the target; right: about the eye; wheel: closer; W, A, S, D, Q and E: along, faster with Shift. A
// picture is so many pixels high. Where the camera is none and is to move, it starts as `own`.
void steer(const Events& events, float height, const Camera& own, std::optional<Camera>& camera,
           float metresPerSecond = 3);

} // namespace window

#endif
