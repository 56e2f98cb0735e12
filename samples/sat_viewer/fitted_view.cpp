#include "fitted_view.h"

// GLM's tests of intersection are an extension.
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/gtx/intersect.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace viewer {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr float kRise = 0.2F; // height of the eye above the target, by its distance on the ground

vec3 directionOfEye(float seconds)
{
    const float turn = 0.35F + 0.25F * std::sin(0.25F * seconds);
    return glm::normalize(vec3(std::sin(turn), kRise, std::cos(turn)));
}

dvec3 corner(const Geometry& geometry, std::size_t index)
{
    return dvec3(geometry.vertices[geometry.indices[index]].position);
}

// The distance from the origin, along the direction, of the last triangle that the line goes through.
std::optional<double> lastSurface(const Geometry& geometry, const dvec3& origin, const dvec3& direction)
{
    std::optional<double> farthest;
    for (std::size_t i = geometry.parts.at(kGroundPart).indexCount; i + 3 <= geometry.indices.size(); i += 3) {
        dvec3 place; // x: distance
        if (glm::intersectLineTriangle(origin, direction, corner(geometry, i), corner(geometry, i + 1),
                                       corner(geometry, i + 2), place))
            farthest = std::max(place.x, farthest.value_or(place.x));
    }
    return farthest;
}

} // namespace

FittedView::FittedView(const Geometry& geometry)
{
    const std::size_t first = geometry.parts.at(kGroundPart).indexCount;
    for (std::size_t i = first; i < geometry.indices.size(); ++i) {
        const dvec3 place = corner(geometry, i);
        m_radius = std::max(m_radius, static_cast<float>(std::hypot(place.x, place.z)));
        m_halfHeight = std::max(m_halfHeight, static_cast<float>(place.y / 2));
    }
    // Several lines, since the middle one may pass through a hole.
    const vec3 direction = directionOfEye(0);
    const vec3 right = glm::normalize(glm::cross(vec3(0, 1, 0), direction));
    const vec3 up = glm::cross(direction, right);
    std::optional<double> nearest;
    for (float across : {-0.1F, 0.0F, 0.1F}) {
        for (float along : {-0.1F, 0.0F, 0.1F}) {
            const vec3 origin = vec3(0, m_halfHeight, 0) + m_radius * across * right + m_halfHeight * along * up;
            if (const std::optional<double> surface = lastSurface(geometry, origin, direction))
                nearest = std::max(*surface, nearest.value_or(*surface));
        }
    }
    m_surface = static_cast<float>(nearest.value_or(0));
}

// The nearest eye from which both of the cylinder's rims are completely in the picture.
float FittedView::distanceFor(float aspect) const
{
    constexpr float kFilled = 0.85F; // part of the picture
    constexpr int kPoints = 64;
    const float tangent = kFilled * std::tan(kViewAngle / 2);
    const float tangentAcross = tangent * std::max(aspect, 1.0F);
    const float tangentAlong = tangent * std::max(1 / aspect, 1.0F);
    const float length = std::hypot(1.0F, kRise);
    float distance = 0;
    for (int i = 0; i < kPoints; ++i) {
        const float angle = 2 * 3.14159265F * static_cast<float>(i) / kPoints;
        const float across = m_radius * std::sin(angle);
        const float ahead = m_radius * std::cos(angle);
        for (float height : {-m_halfHeight, m_halfHeight}) {
            const float towards = (ahead + kRise * height) / length;
            const float along = (height - kRise * ahead) / length;
            distance = std::max(
                {distance, towards + std::abs(across) / tangentAcross, towards + std::abs(along) / tangentAlong});
        }
    }
    return distance;
}

void FittedView::place(Scene& scene, float seconds, float aspect) const
{
    constexpr float kAperture = 0.02F; // by the distance: the model is nearly sharp, its distant background is not
    const float distance = distanceFor(aspect);
    scene.target = vec3(0, m_halfHeight, 0);
    scene.eye = scene.target + distance * directionOfEye(seconds);
    scene.lens = {distance - m_surface, kAperture * distance};
}

} // namespace viewer
