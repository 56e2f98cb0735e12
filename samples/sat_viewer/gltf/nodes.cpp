#include "shapes.h"

#include <glm/gtc/type_ptr.hpp>

namespace viewer::gltf {
namespace {

// Nodes by number; none: not in the scene.
std::vector<std::optional<glm::dmat4>> placesOf(const Document& document)
{
    struct Visit {
        int node;
        glm::dmat4 parent;
    };
    std::vector<Visit> visits;
    for (int node : at(document.scenes, document.scene, "scene"))
        visits.push_back({node, glm::dmat4(1)});
    std::vector<std::optional<glm::dmat4>> places(document.nodes.size());
    while (!visits.empty()) {
        const Visit visit = visits.back();
        visits.pop_back();
        const Node& node = at(document.nodes, visit.node, "node");
        std::optional<glm::dmat4>& place = places[static_cast<std::size_t>(visit.node)];
        if (place)
            fail("node " + std::to_string(visit.node) + " has two parents");
        place = visit.parent * node.place;
        for (int child : node.children)
            visits.push_back({child, *place});
    }
    return places;
}

std::vector<glm::dmat4> jointsOf(Elements& elements, const Skin& skin,
                                 const std::vector<std::optional<glm::dmat4>>& places)
{
    constexpr std::size_t kNumbers = 16; // of a matrix
    std::vector<float> inverses;
    if (skin.inverseBindMatrices >= 0)
        inverses = elements.numbers(skin.inverseBindMatrices, "MAT4");
    if (skin.inverseBindMatrices >= 0 && inverses.size() < kNumbers * skin.joints.size())
        fail("a skin has fewer matrices than joints");
    std::vector<glm::dmat4> joints;
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        const std::optional<glm::dmat4>& place = at(places, skin.joints[i], "node");
        if (!place)
            fail("joint " + std::to_string(skin.joints[i]) + " is not in the scene");
        joints.push_back(inverses.empty() ? *place
                                          : *place * glm::dmat4(glm::make_mat4(inverses.data() + kNumbers * i)));
    }
    return joints;
}

} // namespace

glm::dmat4 PlacedMesh::placeOf(const Shape& shape, std::size_t vertex) const
{
    if (!bends(shape))
        return place;
    glm::dmat4 sum(0);
    double total = 0;
    for (const Influences& set : shape.influences) {
        for (std::size_t i = kJointsASet * vertex; i < kJointsASet * (vertex + 1); ++i) {
            const double weight = set.weights[i];
            if (weight == 0)
                continue; // its joint is meaningless
            if (set.joints[i] >= joints.size())
                fail("a vertex has joint " + std::to_string(set.joints[i]) + " of " + std::to_string(joints.size()));
            sum += weight * joints[set.joints[i]];
            total += weight;
        }
    }
    return total > 0 ? sum / total : place;
}

std::vector<PlacedMesh> placeMeshes(Elements& elements)
{
    const Document& document = elements.document();
    const std::vector<std::optional<glm::dmat4>> places = placesOf(document);
    std::vector<PlacedMesh> meshes;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Node& node = document.nodes[i];
        if (!places[i] || node.mesh < 0)
            continue;
        PlacedMesh placed = {node.mesh, *places[i], {}};
        if (node.skin >= 0)
            placed.joints = jointsOf(elements, at(document.skins, node.skin, "skin"), places);
        meshes.push_back(std::move(placed));
    }
    return meshes;
}

} // namespace viewer::gltf
