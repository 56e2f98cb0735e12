// Triangles of glTF primitives, in the lengths of their meshes, and the transforms of the scene's nodes.
#pragma once

#include "elements.h"

namespace viewer::gltf {

constexpr std::size_t kCorners = 3;      // of a triangle
constexpr std::size_t kTexCoordSets = 2; // that are drawn
constexpr std::size_t kJointsASet = 4;

// A set of joints and their weights, four a vertex: JOINTS_n and WEIGHTS_n.
struct Influences {
    std::vector<uint32_t> joints;
    std::vector<float> weights;
};

// Vertices' attributes are empty where the file has none.
struct Shape {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; // none: each triangle is flat, and shares no vertex with another
    std::vector<glm::vec4> tangents;
    std::array<std::vector<glm::vec2>, kTexCoordSets> texCoords;
    std::vector<glm::vec4> colours;
    std::vector<Influences> influences;
    std::vector<uint32_t> indices; // three a triangle, all of vertices that exist
    int material = -1;
};

// 0 where the primitive is points or lines; no element is read.
[[nodiscard]] std::size_t triangleCount(const Elements& elements, const Primitive& primitive);

// Throws the reason alone.
[[nodiscard]] Shape readShape(Elements& elements, const Primitive& primitive);

// A mesh in the scene: by its node or, where it has a skin, by the nodes that are its joints, in their rest pose.
struct PlacedMesh {
    int mesh = -1;
    glm::dmat4 place{1};
    std::vector<glm::dmat4> joints;

    // True: vertices have transforms of their own.
    [[nodiscard]] bool bends(const Shape& shape) const { return !joints.empty() && !shape.influences.empty(); }
    // Transform from the mesh to the scene. Throws if the vertex names a joint that the skin does not have.
    [[nodiscard]] glm::dmat4 placeOf(const Shape& shape, std::size_t vertex) const;
};

// All of the document's scene. Throws the reason alone.
[[nodiscard]] std::vector<PlacedMesh> placeMeshes(Elements& elements);

} // namespace viewer::gltf
