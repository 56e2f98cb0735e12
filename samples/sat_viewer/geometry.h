// The shapes the scene is put together from.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_GEOMETRY_H
#define VKSCAN_SAMPLES_SAT_VIEWER_GEOMETRY_H

#include "shaders/shared.h"

#include <array>
#include <vector>

namespace viewer {

enum class Shape { Plane, Box, Sphere, Column, Torus, Knot };
constexpr std::size_t kShapeCount = 6;

// All of unit size around the origin, apart from the plane (1 x 1, facing up at height 0) and the column (1 high, on
// height 0, of radius 1 at its foot).
struct Geometry {
    struct Part {
        uint32_t firstIndex;
        uint32_t indexCount;
    };

    std::vector<Vertex> vertices;
    std::vector<uint32_t> indices;
    std::array<Part, kShapeCount> parts = {};
};

Geometry makeGeometry();

} // namespace viewer

#endif
