// A camera that sees a whole model.
#pragma once

#include "scene.h"

namespace viewer {

// A model that stands in the middle of the ground.
class FittedView {
public:
    // The model is all triangles after the geometry's ground.
    explicit FittedView(const Geometry& geometry);

    // Sets eye, target and lens. The model fills most of the picture's height or width, and the nearest surface in the
    // picture's middle is in focus. `aspect` is width by height.
    void place(Scene& scene, float seconds, float aspect) const;

private:
    [[nodiscard]] float distanceFor(float aspect) const;

    // The cylinder around the model.
    float m_radius = 0;     // metres
    float m_halfHeight = 0; // metres
    float m_surface = 0;    // metres from the cylinder's middle towards the eye
};

} // namespace viewer
