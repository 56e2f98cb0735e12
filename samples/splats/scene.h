// Splats, and views of them.
#pragma once

#include "options.h"
#include "view.h"

#include <vector>

namespace splats {

struct Scene {
    std::vector<Splat> splats;
    Camera outside; // the eye goes around the target
    Camera inside;
    float sky = 0;             // View::sky
    float metresPerSecond = 3; // speed of a steered eye
};

// The island, or the scene of a file.
[[nodiscard]] Scene makeScene(const Options& options);

// The camera of the options; `radians`: its turn around the scene.
[[nodiscard]] Camera cameraOf(const Scene& scene, const Options& options, float radians);

// Turns the camera aside until it sees about `percent` percent of the scene's splats, or fewer if it always does.
[[nodiscard]] Camera turnedAside(const Scene& scene, const Camera& camera, vec2 size, float percent);

} // namespace splats
