#include "gltf_scene.h"

#include "fitted_view.h"
#include "gltf/shapes.h"
#include "gltf/surfaces.h"

#include <support/file.h>

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>

namespace viewer {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;
using gltf::fail;
using gltf::kCorners;
using gltf::PlacedMesh;
using gltf::Shape;

constexpr const char* kWhat = "the scene";
constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{1} << 30;
constexpr std::size_t kMaxTriangles = std::size_t{1} << 23;
constexpr std::size_t kMaxVertices = kCorners * kMaxTriangles; // 2 GB

// Triangles placed by a node.
struct PlacedShape {
    const Shape* shape;
    const PlacedMesh* mesh;
};

// Shapes by mesh and primitive; empty for points and lines.
using Shapes = std::vector<std::vector<Shape>>;

void requireAtMost(std::size_t count, std::size_t most, const char* what)
{
    if (count > most)
        fail("it has more than " + std::to_string(most) + " " + what);
}

// Counts all triangles before any are read.
void checkCount(const gltf::Elements& elements, const std::vector<PlacedMesh>& meshes)
{
    const gltf::Document& document = elements.document();
    std::size_t triangles = 0;
    std::size_t vertices = 0;
    for (const PlacedMesh& placed : meshes) {
        for (const gltf::Primitive& primitive : at(document.meshes, placed.mesh, "mesh")) {
            const std::size_t count = gltf::triangleCount(elements, primitive);
            if (count == 0)
                continue;
            triangles += std::min(count, kMaxTriangles + 1);
            requireAtMost(triangles, kMaxTriangles, "triangles");
            vertices += std::min(elements.accessor(primitive.attributes.at("POSITION")).count, kMaxVertices + 1);
            requireAtMost(vertices, kMaxVertices, "vertices");
        }
    }
    if (triangles == 0)
        fail("it has no triangles");
}

Shapes readShapes(gltf::Elements& elements, const std::vector<PlacedMesh>& meshes)
{
    const gltf::Document& document = elements.document();
    Shapes shapes(document.meshes.size());
    for (const PlacedMesh& placed : meshes) {
        const auto mesh = static_cast<std::size_t>(placed.mesh);
        if (!shapes[mesh].empty())
            continue;
        for (const gltf::Primitive& primitive : document.meshes[mesh]) {
            const bool isDrawn = gltf::triangleCount(elements, primitive) > 0;
            shapes[mesh].push_back(isDrawn ? gltf::readShape(elements, primitive) : Shape());
        }
    }
    return shapes;
}

// All shapes of the scene, sorted by material.
std::vector<PlacedShape> placeShapes(const Shapes& shapes, const std::vector<PlacedMesh>& meshes)
{
    std::vector<PlacedShape> placed;
    std::size_t vertices = 0;
    for (const PlacedMesh& mesh : meshes) {
        for (const Shape& shape : shapes[static_cast<std::size_t>(mesh.mesh)]) {
            // A Draco mesh may have more than its accessors state.
            vertices += std::max(shape.indices.size(), shape.positions.size());
            requireAtMost(vertices, kMaxVertices, "vertices");
            if (!shape.indices.empty())
                placed.push_back({&shape, &mesh});
        }
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const PlacedShape& a, const PlacedShape& b) { return a.shape->material < b.shape->material; });
    return placed;
}

dvec3 positionOf(const PlacedShape& placed, uint32_t vertex)
{
    return placed.mesh->placeOf(*placed.shape, vertex) * glm::dvec4(placed.shape->positions[vertex], 1);
}

// Transform from the file's lengths to metres: on the ground, in the middle, with radius kGltfRadius.
dmat4 fitOf(const std::vector<PlacedShape>& shapes)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    dvec3 low(kInfinity);
    dvec3 high(-kInfinity);
    for (const PlacedShape& placed : shapes) {
        for (uint32_t index : placed.shape->indices) {
            const dvec3 position = positionOf(placed, index);
            if (glm::any(glm::isnan(position)) || glm::any(glm::isinf(position)))
                fail("a position of it is no finite number");
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
    }
    const double scale = kGltfRadius / (glm::distance(low, high) / 2);
    if (!(scale > 0) || !std::isfinite(scale))
        fail("all its triangles are in one point, or endlessly far apart");
    const dvec3 foot((low.x + high.x) / 2, low.y, (low.z + high.z) / 2);
    return glm::translate(glm::scale(dmat4(1), dvec3(scale)), -foot);
}

// `otherwise` if there is no direction.
dvec3 direction(const dvec3& vector, const dvec3& otherwise)
{
    const double length = glm::length(vector);
    return length > 0 && std::isfinite(length) ? vector / length : otherwise;
}

constexpr dvec3 kUp(0, 1, 0);

// The cofactors transform normals correctly, even if a matrix flattens the surface.
dmat3 cofactorsOf(const dmat3& matrix)
{
    return {glm::cross(matrix[1], matrix[2]), glm::cross(matrix[2], matrix[0]), glm::cross(matrix[0], matrix[1])};
}

// A place, and its transform of normals.
struct Turn {
    explicit Turn(const dmat4& matrix)
        : place(matrix),
          turn(matrix),
          side(glm::determinant(turn) < 0 ? -1 : 1),
          cofactors(cofactorsOf(turn))
    {
    }

    dmat4 place;
    dmat3 turn;
    double side; // -1: it mirrors
    dmat3 cofactors;
};

Vertex vertexOf(const Shape& shape, std::size_t index, const Turn& turn)
{
    Vertex vertex = {vec4(turn.place * glm::dvec4(shape.positions[index], 1)), vec4(0), vec4(0), vec4(0), vec4(1)};
    if (!shape.normals.empty())
        vertex.normal = vec4(direction(turn.side * (turn.cofactors * dvec3(shape.normals[index])), kUp), 0);
    if (!shape.tangents.empty()) {
        const vec4 tangent = shape.tangents[index];
        const dvec3 along = direction(turn.turn * dvec3(tangent), dvec3(0));
        const double sign = along == dvec3(0) ? 0 : (tangent.w < 0 ? -turn.side : turn.side);
        vertex.tangent = vec4(along, sign);
    }
    const auto& [first, second] = shape.texCoords;
    vertex.texCoords = vec4(first.empty() ? glm::vec2(0) : first[index], second.empty() ? glm::vec2(0) : second[index]);
    if (!shape.colours.empty())
        vertex.colour = glm::clamp(shape.colours[index], 0.0F, 1.0F);
    return vertex;
}

// Computes the normal of a triangle for its three unshared vertices.
void flatten(Vertex& a, Vertex& b, Vertex& c)
{
    const dvec3 origin(a.position);
    const vec4 normal(direction(glm::cross(dvec3(b.position) - origin, dvec3(c.position) - origin), kUp), 0);
    a.normal = b.normal = c.normal = normal;
}

// Adds the shape's triangles, counter-clockwise as seen from their front.
void append(const PlacedShape& placed, const dmat4& toWorld, Geometry& geometry)
{
    const Shape& shape = *placed.shape;
    const auto first = static_cast<uint32_t>(geometry.vertices.size());
    std::vector<bool> mirrors(shape.positions.size());
    Turn turn(toWorld * placed.mesh->place);
    for (std::size_t i = 0; i < shape.positions.size(); ++i) {
        if (placed.mesh->bends(shape))
            turn = Turn(toWorld * placed.mesh->placeOf(shape, i));
        mirrors[i] = turn.side < 0;
        geometry.vertices.push_back(vertexOf(shape, i, turn));
    }
    for (std::size_t i = 0; i < shape.indices.size(); i += kCorners) {
        std::array<uint32_t, kCorners> corners = {shape.indices[i], shape.indices[i + 1], shape.indices[i + 2]};
        if (mirrors[corners[0]])
            std::swap(corners[1], corners[2]);
        for (uint32_t& corner : corners)
            geometry.indices.push_back(corner += first);
        if (shape.normals.empty())
            flatten(geometry.vertices[corners[0]], geometry.vertices[corners[1]], geometry.vertices[corners[2]]);
    }
}

glm::vec3 middleOf(const Geometry& geometry, uint32_t firstIndex)
{
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high = -low;
    for (std::size_t i = firstIndex; i < geometry.indices.size(); ++i) {
        const glm::vec3 position(geometry.vertices[geometry.indices[i]].position);
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    return (low + high) / 2.0F;
}

// Adds a part for each material, or for each blending shape, since these are sorted.
void addParts(const std::vector<PlacedShape>& shapes, const dmat4& toWorld, gltf::Surfaces& surfaces,
              const gltf::Document& document, World& world, Scene& scene)
{
    for (auto begin = shapes.begin(); begin != shapes.end();) {
        const int number = begin->shape->material;
        const gltf::Material& material = gltf::materialAt(document, number);
        const Surface surface = surfaces.read(material);
        Instance instance = gltf::instanceOf(material);
        instance.pattern.y = static_cast<float>(world.surfaces.size());
        auto end = begin;
        while (end != shapes.end() && end->shape->material == number) {
            Geometry::Part part;
            part.firstIndex = static_cast<uint32_t>(world.geometry.indices.size());
            part.surface = static_cast<uint32_t>(world.surfaces.size());
            do
                append(*end++, toWorld, world.geometry);
            while (!surface.isBlended && end != shapes.end() && end->shape->material == number);
            part.indexCount = static_cast<uint32_t>(world.geometry.indices.size()) - part.firstIndex;
            part.middle = middleOf(world.geometry, part.firstIndex);
            world.geometry.parts.push_back(part);
            scene.instances.push_back({instance});
        }
        world.surfaces.push_back(surface);
        begin = end;
    }
}

std::string noteOf(const std::set<std::string>& document, const std::set<std::string>& surfaces)
{
    std::string note;
    for (const std::set<std::string>* ignored : {&document, &surfaces})
        for (const std::string& what : *ignored)
            note += (note.empty() ? "drawn without " : ", ") + what;
    return note;
}

World worldOf(const gltf::Document& document)
{
    gltf::Elements elements(document);
    const std::vector<PlacedMesh> meshes = gltf::placeMeshes(elements);
    checkCount(elements, meshes);
    const Shapes shapes = readShapes(elements, meshes);
    const std::vector<PlacedShape> placed = placeShapes(shapes, meshes);
    const dmat4 toWorld = fitOf(placed);
    World world;
    Scene scene;
    addGround(world.geometry);
    scene.instances.push_back({ground()});
    gltf::Surfaces surfaces(elements);
    addParts(placed, toWorld, surfaces, document, world, scene);
    world.note = noteOf(document.ignored, surfaces.ignored());
    world.pictures = surfaces.takePictures();
    world.at = [scene, view = FittedView(world.geometry)](float seconds, float aspect) {
        Scene moment = scene;
        view.place(moment, seconds, aspect);
        return moment;
    };
    return world;
}

} // namespace

World readGltf(const std::string& file)
{
    std::error_code ignored;
    const std::uintmax_t size = std::filesystem::file_size(file, ignored);
    if (!ignored && size > kMaxFileSize)
        throw std::runtime_error(files::cannotRead(kWhat, file, "it is larger than a gigabyte"));
    const std::string folder = std::filesystem::path(file).parent_path().string();
    return files::readAs(kWhat, file,
                         [&](const files::Bytes& content) { return worldOf(gltf::readDocument(content, folder)); });
}

} // namespace viewer
