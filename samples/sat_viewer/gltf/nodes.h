// Meshes of a glTF scene's nodes, and their transforms.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_GLTF_NODES_H
#define VKSCAN_SAMPLES_SAT_VIEWER_GLTF_NODES_H

#include "shapes.h"

namespace viewer::gltf {

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

#endif
