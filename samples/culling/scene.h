// The scene: a planet's ring of rocks, all of one mesh.
#pragma once

#include "shaders/shared.h"

#include <support/gpu.h>
#include <support/label.h>

#include <vector>

namespace culling {

// Views of the ring: the camera's, and one from outside that shows the camera's frustum.
struct Look {
    vec3 eye;
    vec3 target;
    float farthest = 600; // farther rocks are not drawn
};
constexpr Look kWithin = {{-18.0F, 8.5F, 166.0F}, {-34.0F, -6.0F, 0.0F}, 380};
constexpr Look kOutside = {{-150.0F, 190.0F, 330.0F}, {-85.0F, 0.0F, -20.0F}, 2000};

// A sphere of radius 1 in 80 triangles.
struct Mesh {
    std::vector<vec4> vertices;
    std::vector<uint32_t> indices;
};

class Ring {
public:
    // Creates `count` rocks, the same on every system. The device outlives it.
    Ring(gpu::Device& device, uint32_t count);

    // A sphere around each rock, its radius last.
    [[nodiscard]] const std::vector<vec4>& spheres() const noexcept { return m_spheres; }
    [[nodiscard]] const Mesh& rock() const noexcept { return m_rock; }
    // Rocks less than `smallest` pixels across are left out.
    [[nodiscard]] Frame seenFrom(const Look& look, VkExtent2D picture, float smallest) const;

private:
    std::vector<vec4> m_spheres;
    Mesh m_rock;
    gpu::Buffer m_sphereBuffer;
    gpu::Buffer m_vertexBuffer;
};

// Labels of the picture of the frozen frustum: the position of its eye, whose near plane is too close to be
// distinguished from a point, and the meaning of red.
std::vector<support::Label> labelsOf(const Frame& frozen, const Frame& seen);

} // namespace culling
