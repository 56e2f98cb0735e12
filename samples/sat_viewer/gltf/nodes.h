// Where a glTF scene's nodes have their meshes.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_GLTF_NODES_H
#define VKSCAN_SAMPLES_SAT_VIEWER_GLTF_NODES_H

#include "shapes.h"

namespace viewer::gltf {

// A mesh in the scene: by its node or, where it has a skin, by the nodes that are its joints, in their rest pose.
struct PlacedMesh {
    int mesh = -1;
    glm::dmat4 place{1};
    std::vector<glm::dmat4> joints;

    // Whether vertices have places of their own.
    [[nodiscard]] bool bends(const Shape& shape) const { return !joints.empty() && !shape.influences.empty(); }
    // From the mesh's lengths to the scene's. Throws where the vertex names a joint that the skin has not.
    [[nodiscard]] glm::dmat4 placeOf(const Shape& shape, std::size_t vertex) const;
};

// All of the document's scene. Throws the reason alone.
[[nodiscard]] std::vector<PlacedMesh> placeMeshes(Elements& elements);

} // namespace viewer::gltf

#endif
