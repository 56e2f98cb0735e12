// Triangles, and the shapes of the courtyard.
#pragma once

#include "shaders/shared.h"

#include <cstdint>
#include <vector>

namespace viewer {

struct Geometry {
    struct Part {
        uint32_t firstIndex = 0;
        uint32_t indexCount = 0;
        uint32_t surface = 0;  // index in the world's surfaces
        glm::vec3 middle = {}; // place for sorting parts that blend
    };

    std::vector<Vertex> vertices;
    std::vector<uint32_t> indices;
    std::vector<Part> parts;
};

// The ground is every geometry's first part, and casts no shadow.
constexpr std::size_t kGroundPart = 0;
// A square of 1 x 1, facing up at height 0.
void addGround(Geometry& geometry);

// Parts of makeShapes, by number.
enum class Shape { Ground, Box, Sphere, Column, Torus, Knot };
constexpr std::size_t kShapeCount = 6;

// Shapes of unit size around the origin, except the ground and the column (1 high, on height 0, of radius 1 at its
// foot).
Geometry makeShapes();

} // namespace viewer
