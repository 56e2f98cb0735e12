// Triangles of glTF primitives, in the units of their meshes, and the transforms of the scene's nodes.
#pragma once

#include "elements.h"

namespace viewer::gltf {

constexpr std::size_t kCorners = 3;      // of a triangle
constexpr std::size_t kTexCoordSets = 2; // supported sets
constexpr std::size_t kJointsASet = 4;

// A set of joints and their weights, four a vertex: JOINTS_n and WEIGHTS_n.
struct Influences {
    std::vector<uint32_t> joints;
    std::vector<float> weights;
};

// Vertices' attributes; empty if the file has none.
struct Shape {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; // none: flat triangles, which share no vertices
    std::vector<glm::vec4> tangents;
    std::array<std::vector<glm::vec2>, kTexCoordSets> texCoords;
    std::vector<glm::vec4> colours;
    std::vector<Influences> influences;
    std::vector<uint32_t> indices; // three a triangle, all valid
    int material = -1;
};

// 0 for points or lines; reads no element.
[[nodiscard]] std::size_t triangleCount(const Elements& elements, const Primitive& primitive);

// Throws only the reason.
[[nodiscard]] Shape readShape(Elements& elements, const Primitive& primitive);

// A mesh in the scene: placed by its node or, if it has a skin, by the nodes that are its joints, in their rest pose.
struct PlacedMesh {
    int mesh = -1;
    glm::dmat4 place{1};
    std::vector<glm::dmat4> joints;

    // Whether vertices have separate transforms.
    [[nodiscard]] bool bends(const Shape& shape) const { return !joints.empty() && !shape.influences.empty(); }
    // Transform from the mesh to the scene. Throws if the vertex names a joint that the skin does not have.
    [[nodiscard]] glm::dmat4 placeOf(const Shape& shape, std::size_t vertex) const;
};

// All meshes of the document's scene. Throws only the reason.
[[nodiscard]] std::vector<PlacedMesh> placeMeshes(Elements& elements);

} // namespace viewer::gltf
