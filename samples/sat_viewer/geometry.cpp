#include "geometry.h"

#include <glm/gtc/constants.hpp>

#include <cmath>
#include <functional>

namespace viewer {
namespace {

using glm::vec3;

constexpr float kTwoPi = glm::two_pi<float>();

Vertex plainVertex(vec3 position, vec3 normal)
{
    return {vec4(position, 1), vec4(normal, 0), vec4(0), vec4(0), vec4(1)};
}

// The surface of a function of two parameters from 0 to 1, in a grid; normals by finite differences. `outwards` is 1 if
// the derivatives' cross product points out, otherwise -1.
void addSurface(Geometry& geometry, uint32_t columns, uint32_t rows, float outwards,
                const std::function<vec3(float, float)>& surface)
{
    const auto base = static_cast<uint32_t>(geometry.vertices.size());
    for (uint32_t row = 0; row <= rows; ++row) {
        for (uint32_t column = 0; column <= columns; ++column) {
            const float u = static_cast<float>(column) / static_cast<float>(columns);
            const float v = static_cast<float>(row) / static_cast<float>(rows);
            constexpr float kStep = 1e-3F;
            const vec3 alongU = surface(u + kStep, v) - surface(u - kStep, v);
            const vec3 alongV = surface(u, v + kStep) - surface(u, v - kStep);
            const vec3 normal = outwards * glm::normalize(glm::cross(alongU, alongV));
            geometry.vertices.push_back(plainVertex(surface(u, v), normal));
        }
    }
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t corner = base + row * (columns + 1) + column;
            const uint32_t above = corner + columns + 1;
            for (uint32_t index : {corner, corner + 1, above, above, corner + 1, above + 1})
                geometry.indices.push_back(index);
        }
    }
}

// A square of the plane through `centre`, spanned by two vectors of half its sides.
void addSquare(Geometry& geometry, vec3 centre, vec3 right, vec3 up)
{
    const auto base = static_cast<uint32_t>(geometry.vertices.size());
    const vec3 normal = glm::normalize(glm::cross(right, up));
    for (vec3 corner : {centre - right - up, centre + right - up, centre - right + up, centre + right + up})
        geometry.vertices.push_back(plainVertex(corner, normal));
    for (uint32_t index : {0U, 1U, 2U, 2U, 1U, 3U})
        geometry.indices.push_back(base + index);
}

void addBox(Geometry& geometry)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (float side : {-0.5F, 0.5F}) {
            vec3 normal(0);
            vec3 right(0);
            vec3 up(0);
            normal[axis] = side;
            right[(axis + 1) % 3] = side;
            up[(axis + 2) % 3] = 0.5F;
            addSquare(geometry, normal, right, up);
        }
    }
}

vec3 spherePoint(float u, float v)
{
    // Avoids the poles, where the surface has no derivative.
    const float polar = glm::mix(0.001F, 0.999F, v) * glm::pi<float>();
    const float azimuth = u * kTwoPi;
    return {std::sin(polar) * std::cos(azimuth), std::cos(polar), std::sin(polar) * std::sin(azimuth)};
}

// A fluted shaft that tapers, mostly at its top.
vec3 columnPoint(float u, float v)
{
    const float angle = u * kTwoPi;
    const float flutes = 1 - 0.06F * std::abs(std::sin(10 * angle));
    const float radius = flutes * (1 - 0.16F * v * v);
    return {radius * std::cos(angle), v, radius * std::sin(angle)};
}

vec3 tubePoint(const std::function<vec3(float)>& curve, float radius, float u, float v)
{
    const vec3 centre = curve(u);
    const vec3 forward = glm::normalize(curve(u + 1e-3F) - curve(u - 1e-3F));
    const vec3 side = glm::normalize(glm::cross(forward, centre + vec3(0, 1e-4F, 0)));
    const vec3 up = glm::cross(side, forward);
    const float angle = v * kTwoPi;
    return centre + radius * (std::cos(angle) * side + std::sin(angle) * up);
}

vec3 circle(float u)
{
    return {std::cos(u * kTwoPi), 0, std::sin(u * kTwoPi)};
}

// The torus knot (2, 3).
vec3 knot(float u)
{
    const float angle = 2 * u * kTwoPi;
    const float radius = 0.62F + 0.3F * std::cos(1.5F * angle);
    return {radius * std::cos(angle), radius * std::sin(angle), 0.34F * std::sin(1.5F * angle)};
}

// Adds a part with the triangles that `build` adds.
void addPart(Geometry& geometry, const std::function<void()>& build)
{
    const auto first = static_cast<uint32_t>(geometry.indices.size());
    build();
    Geometry::Part part;
    part.firstIndex = first;
    part.indexCount = static_cast<uint32_t>(geometry.indices.size()) - first;
    geometry.parts.push_back(part);
}

} // namespace

void addGround(Geometry& geometry)
{
    addPart(geometry, [&] { addSquare(geometry, vec3(0), vec3(0, 0, 0.5F), vec3(0.5F, 0, 0)); });
}

Geometry makeShapes()
{
    Geometry geometry;
    const auto add = [&](const std::function<void()>& build) { addPart(geometry, build); };
    // Parts in the order of Shape.
    addGround(geometry);
    add([&] { addBox(geometry); });
    add([&] { addSurface(geometry, 48, 24, 1, spherePoint); });
    add([&] { addSurface(geometry, 80, 6, -1, columnPoint); });
    add([&] { addSurface(geometry, 64, 20, 1, [](float u, float v) { return tubePoint(circle, 0.3F, u, v); }); });
    add([&] { addSurface(geometry, 240, 20, 1, [](float u, float v) { return tubePoint(knot, 0.17F, u, v); }); });
    return geometry;
}

} // namespace viewer
