#include "world.h"

#include "../sat_viewer/scene.h"

#include <algorithm>
#include <span>

namespace environment {
namespace {

constexpr std::size_t kLeafTriangles = 4;
constexpr float kByDay = 0.08F; // factor of the lamps' light, which is made for dusk

struct Box {
    vec3 low = vec3(kFar);
    vec3 high = vec3(-kFar);

    void add(vec3 place)
    {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
};

struct Item {
    Box box;
    uint32_t index = 0;
};

// Fills a node, and appends its descendants. Items are halved along the longest side of the box around their middles,
// and sorted in the order of leaves, the first of which is number `first`.
void fillNode(std::vector<Node>* nodes, std::size_t node, std::span<Item> items, uint32_t first, std::size_t most)
{
    Box whole;
    Box middles;
    for (const Item& item : items) {
        whole.add(item.box.low);
        whole.add(item.box.high);
        middles.add(item.box.low + item.box.high);
    }
    (*nodes)[node] = {whole.low, first, whole.high, static_cast<uint32_t>(items.size())};
    if (items.size() <= most)
        return;
    const vec3 sides = middles.high - middles.low;
    const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
    const std::size_t half = items.size() / 2;
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                     [&](const Item& a, const Item& b) {
                         return a.box.low[axis] + a.box.high[axis] < b.box.low[axis] + b.box.high[axis];
                     });
    const std::size_t children = nodes->size();
    nodes->resize(children + 2);
    (*nodes)[node].first = static_cast<uint32_t>(children);
    (*nodes)[node].count = 0;
    fillNode(nodes, children, items.first(half), first, most);
    fillNode(nodes, children + 1, items.subspan(half), first + static_cast<uint32_t>(half), most);
}

// Adds a shape's triangles and their tree. Returns the tree's root.
uint32_t addShape(World* world, const viewer::Geometry& geometry, const viewer::Geometry::Part& part)
{
    const auto vertex = [&](uint32_t triangle, uint32_t corner) -> const viewer::Vertex& {
        return geometry.vertices[geometry.indices[part.firstIndex + 3 * triangle + corner]];
    };
    std::vector<Item> items;
    for (uint32_t i = 0; i < part.indexCount / 3; ++i) {
        Item item = {{}, i};
        for (uint32_t corner = 0; corner < 3; ++corner)
            item.box.add(vec3(vertex(i, corner).position));
        items.push_back(item);
    }
    const auto root = static_cast<uint32_t>(world->nodes.size());
    world->nodes.emplace_back();
    fillNode(&world->nodes, root, items, static_cast<uint32_t>(world->triangles.size()), kLeafTriangles);
    for (const Item& item : items) {
        Triangle triangle;
        triangle.corner = vertex(item.index, 0).position;
        triangle.toSecond = vertex(item.index, 1).position - triangle.corner;
        triangle.toThird = vertex(item.index, 2).position - triangle.corner;
        for (uint32_t corner = 0; corner < 3; ++corner)
            triangle.normals[corner] = vertex(item.index, corner).normal;
        world->triangles.push_back(triangle);
    }
    return root;
}

Box boxIn(const glm::mat4& model, Box shape)
{
    Box box;
    for (uint32_t corner = 0; corner < 8; ++corner) {
        const vec3 place = {(corner & 1) == 0 ? shape.low.x : shape.high.x,
                            (corner & 2) == 0 ? shape.low.y : shape.high.y,
                            (corner & 4) == 0 ? shape.low.z : shape.high.z};
        box.add(vec3(model * vec4(place, 1)));
    }
    return box;
}

} // namespace

World courtyard()
{
    const viewer::World drawn = viewer::courtyard();
    const viewer::Scene scene = drawn.at(0, 1);
    World world;
    world.eye = scene.eye;
    world.target = scene.target;
    world.nodes.emplace_back();
    std::vector<Instance> instances;
    std::vector<Item> items;
    for (std::size_t part = 0; part < drawn.geometry.parts.size(); ++part) {
        if (part == viewer::kGroundPart)
            continue;
        const uint32_t root = addShape(&world, drawn.geometry, drawn.geometry.parts[part]);
        const Box shape = {world.nodes[root].low, world.nodes[root].high};
        for (const viewer::Instance& its : scene.instances[part]) {
            const glm::mat4 rows = glm::transpose(glm::inverse(its.model));
            const bool isMetal = its.emission.w == 1;
            Instance instance = {};
            std::copy_n(&rows[0], 3, instance.toShape);
            instance.albedo = vec4(vec3(its.albedo), isMetal ? 1 : 0);
            instance.emission = kByDay * its.emission;
            instance.root = root;
            items.push_back({boxIn(its.model, shape), static_cast<uint32_t>(instances.size())});
            instances.push_back(instance);
        }
    }
    fillNode(&world.nodes, 0, items, 0, 1);
    for (const Item& item : items)
        world.instances.push_back(instances[item.index]);
    return world;
}

} // namespace environment
