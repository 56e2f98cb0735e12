// Something to draw, and how it is seen at a moment.
#pragma once

#include "geometry.h"
#include "surface.h"

#include <array>
#include <functional>
#include <string>

namespace viewer {

// The camera's lens, which decides what is in focus.
struct Lens {
    float focus = 9;        // metres from the eye
    float aperture = 0.45F; // metres, the diameter of the lens; 0 is a pinhole
};

// The world at a moment.
struct Scene {
    std::vector<std::vector<Instance>> instances; // of each part of the geometry
    std::array<Lamp, kLampCount> lamps = {};
    glm::vec3 eye = {};
    glm::vec3 target = {};
    Lens lens;
    glm::vec3 sunDirection = glm::normalize(glm::vec3(0.74F, 0.62F, 0.40F)); // towards it
    glm::vec3 sunColour = {2.2F, 1.36F, 0.74F};
};

struct World {
    Geometry geometry;
    std::vector<Surface> surfaces = {plainSurface()}; // that parts and instances refer to; the first is plain
    std::vector<Picture> pictures;                    // that surfaces refer to
    std::string note;                                 // what is not drawn, if anything: a line
    // Returns the same for the same time and picture, whose width by height is `aspect`. At any time there are as many
    // instances.
    std::function<Scene(float seconds, float aspect)> at;
};

// The instance of Geometry's ground: level, to the horizon.
Instance ground();

constexpr float kLowestEye = 0.15F; // metres above the ground
constexpr float kViewAngle = 0.72F; // radians, along the shorter side of the picture
// `aspect` is width by height; `lensPoint` is in metres to the right of the eye and up. What is in focus is at the same
// place from all points of the lens.
glm::mat4 viewProjection(const Scene& scene, float aspect, glm::vec2 lensPoint = {});

// The sun's view of all that casts shadows, in which a texel is as high as it is wide if the map is square.
struct SunView {
    glm::mat4 viewProjection = {};
    float metresAcross = 0; // the map's side
};
// From a point of the sun: the slopes of its light across and along the map, against that of the sun's middle.
SunView sunView(const Scene& scene, glm::vec2 sunPoint = {});

// The viewer's own scene: a courtyard with two colonnades at dusk.
World courtyard();

} // namespace viewer
