#include "scene.h"

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>

namespace culling {
namespace {

constexpr float kPlanetRadius = 60;
constexpr float kInnerRadius = 84;
constexpr float kOuterRadius = 190;
constexpr float kViewAngle = 0.87F; // radians from the picture's bottom to its top

// The standard library's distributions differ between systems, its generators do not.
class Random {
public:
    // A number from 0 to below 1.
    float next() { return static_cast<float>(m_generator() >> 8) / 16777216.0F; }

private:
    std::mt19937 m_generator;
};

std::vector<vec4> makeRing(uint32_t count)
{
    Random random;
    std::vector<vec4> spheres(count);
    for (vec4& sphere : spheres) {
        const float square = glm::mix(kInnerRadius * kInnerRadius, kOuterRadius * kOuterRadius, random.next());
        const float angle = glm::two_pi<float>() * random.next();
        // Few are large: sizes follow a power law, like those of a ring's rocks.
        const float radius = std::min(0.035F * std::pow(1.0F - random.next(), -1.0F / 1.9F), 1.1F);
        const float height = random.next() + random.next() + random.next() - 1.5F;
        const float fromPlanet = std::sqrt(square);
        sphere = {fromPlanet * std::cos(angle), 2.4F * height, fromPlanet * std::sin(angle), radius};
    }
    return spheres;
}

Mesh makeRock()
{
    const float golden = glm::golden_ratio<float>();
    Mesh mesh;
    for (float sign : {1.0F, -1.0F}) {
        for (float other : {golden, -golden}) {
            mesh.vertices.emplace_back(sign, other, 0, 0);
            mesh.vertices.emplace_back(0, sign, other, 0);
            mesh.vertices.emplace_back(other, 0, sign, 0);
        }
    }
    for (vec4& vertex : mesh.vertices)
        vertex = glm::normalize(vertex);
    // The icosahedron's faces are all triples of neighbouring corners.
    const auto neighbours = [&](uint32_t a, uint32_t b) { return glm::dot(mesh.vertices[a], mesh.vertices[b]) > 0.4F; };
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
    const auto middle = [&](uint32_t a, uint32_t b) {
        const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), static_cast<uint32_t>(mesh.vertices.size()));
        if (isNew)
            mesh.vertices.push_back(glm::normalize(mesh.vertices[a] + mesh.vertices[b]));
        return found->second;
    };
    for (uint32_t a = 0; a < 12; ++a) {
        for (uint32_t b = a + 1; b < 12; ++b) {
            for (uint32_t c = b + 1; c < 12; ++c) {
                if (!neighbours(a, b) || !neighbours(b, c) || !neighbours(a, c))
                    continue;
                const uint32_t ab = middle(a, b);
                const uint32_t bc = middle(b, c);
                const uint32_t ca = middle(c, a);
                mesh.indices.insert(mesh.indices.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
            }
        }
    }
    return mesh;
}

} // namespace

Ring::Ring(gpu::Device& device, uint32_t count)
    : m_spheres(makeRing(count)),
      m_rock(makeRock()),
      m_sphereBuffer(device.createBuffer(m_spheres.size() * sizeof(vec4))),
      m_vertexBuffer(device.createBuffer(m_rock.vertices.size() * sizeof(vec4)))
{
    device.upload(m_sphereBuffer, m_spheres);
    device.upload(m_vertexBuffer, m_rock.vertices);
}

Frame Ring::seenFrom(const Look& look, VkExtent2D picture, float smallest) const
{
    const auto height = static_cast<float>(picture.height);
    const float aspect = static_cast<float>(picture.width) / height;
    Frame frame = {};
    frame.viewProjection = glm::perspectiveRH_ZO(kViewAngle, aspect, 0.25F, look.farthest) *
                           glm::lookAtRH(look.eye, look.target, vec3(0.06F, 1, 0));
    frame.inverseViewProjection = glm::inverse(frame.viewProjection);
    // G. Gribb and K. Hartmann, "Fast extraction of viewing frustum planes from the world-view-projection matrix",
    // 2001.
    const auto row = [&](int index) { return glm::row(frame.viewProjection, index); };
    const vec4 planes[] = {row(3) + row(0), row(3) - row(0), row(3) + row(1), row(3) - row(1), row(2), row(3) - row(2)};
    std::transform(std::begin(planes), std::end(planes), frame.planes,
                   [](const vec4& plane) { return plane / glm::length(vec3(plane)); });
    frame.eye = vec4(look.eye, height / (2 * std::tan(kViewAngle / 2)));
    frame.sun = vec4(glm::normalize(vec3(-0.85F, 0.33F, 0.40F)), smallest);
    frame.planet = vec4(0, 0, 0, kPlanetRadius);
    frame.ring = vec4(kInnerRadius, kOuterRadius, picture.width, picture.height);
    frame.spheres = m_sphereBuffer.address();
    frame.vertices = m_vertexBuffer.address();
    frame.count = static_cast<uint32_t>(m_spheres.size());
    return frame;
}

std::vector<support::Label> labelsOf(const Frame& frozen, const Frame& seen)
{
    const float height = seen.ring.w;
    const auto unit = static_cast<float>(support::labelUnit(static_cast<uint32_t>(height)));
    std::vector<support::Label> labels = {{"red: rejected, yellow: the frustum", 8 * unit, height - 10 * unit, 0}};
    const vec4 eye = seen.viewProjection * vec4(vec3(frozen.eye), 1);
    if (eye.w > 0) {
        const glm::vec2 place = 0.5F + glm::vec2(0.5F, -0.5F) * glm::vec2(eye) / eye.w;
        labels.push_back({"culled from here", place.x * seen.ring.z, place.y * height + 10 * unit, 0.5F});
    }
    return labels;
}

} // namespace culling
