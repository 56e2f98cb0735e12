// A scene, and its view at a moment.
#pragma once

#include "geometry.h"
#include "surface.h"

#include <array>
#include <functional>
#include <string>

namespace viewer {

// The camera's lens, which determines what is in focus.
struct Lens {
    float focus = 9;        // metres from the eye
    float aperture = 0.45F; // metres, the diameter of the lens; 0 is a pinhole
};

// The world at a moment.
struct Scene {
    std::vector<std::vector<Instance>> instances; // for each part of the geometry
    std::array<Lamp, kLampCount> lamps = {};
    glm::vec3 eye = {};
    glm::vec3 target = {};
    Lens lens;
    glm::vec3 sunDirection = glm::normalize(glm::vec3(0.74F, 0.62F, 0.40F)); // towards it
    glm::vec3 sunColour = {2.2F, 1.36F, 0.74F};
};

struct World {
    Geometry geometry;
    std::vector<Surface> surfaces = {plainSurface()}; // of parts and instances; the first is plain
    std::vector<Picture> pictures;                    // of surfaces
    std::string note;                                 // a line on features that are not drawn, if any
    // Returns the same for the same time and picture, whose width by height is `aspect`. The number of instances never
    // changes.
    std::function<Scene(float seconds, float aspect)> at;
};

// The instance of Geometry's ground: level, to the horizon.
Instance ground();

constexpr float kLowestEye = 0.15F; // metres above the ground
constexpr float kViewAngle = 0.72F; // radians, along the shorter side of the picture
// `aspect` is width by height; `lensPoint` is in metres to the right of the eye and up. Points in focus are at the same
// place for all points of the lens.
glm::mat4 viewProjection(const Scene& scene, float aspect, glm::vec2 lensPoint = {});

// The sun's view of all casters of shadows. In a square map, a texel is as high as it is wide.
struct SunView {
    glm::mat4 viewProjection = {};
    float metresAcross = 0; // the map's side
};
// The view from a point of the sun: the slopes of its light across and along the map, relative to the sun's middle.
SunView sunView(const Scene& scene, glm::vec2 sunPoint = {});

// The viewer's own scene: a courtyard with two colonnades at dusk.
World courtyard();

} // namespace viewer
