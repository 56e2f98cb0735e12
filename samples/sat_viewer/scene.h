// What is in the scene at a moment: a courtyard with two colonnades at dusk.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_SCENE_H
#define VKSCAN_SAMPLES_SAT_VIEWER_SCENE_H

#include "geometry.h"

namespace viewer {

struct Scene {
    std::array<std::vector<Instance>, kShapeCount> instances;
    std::array<Lamp, kLampCount> lamps = {};
    glm::vec3 eye = {};
    glm::vec3 target = {};
    glm::vec3 sunDirection = {}; // towards it
    glm::vec3 sunColour = {};
};

// The same for the same time, always.
Scene sceneAt(float seconds);

// How many instances of all shapes a scene has at most.
constexpr std::size_t kMaxInstances = 512;

constexpr float kViewAngle = 0.72F; // radians, vertically
glm::mat4 viewProjection(const Scene& scene, float aspect);

// The sun's view of all that casts shadows, in which a texel is as high as it is wide if the map is square.
struct SunView {
    glm::mat4 viewProjection = {};
    float metresAcross = 0; // the map's side
};
SunView sunView(const Scene& scene);

} // namespace viewer

#endif
