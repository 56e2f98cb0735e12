#include "gltf_scene.h"

#include "../common/file.h"
#include "../common/little_endian.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace viewer {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

constexpr const char* kWhat = "the scene";
constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{1} << 30;
constexpr std::size_t kMaxTriangles = std::size_t{1} << 22; // some 400 MB of vertices
constexpr std::size_t kCorners = 3;                         // of a triangle

[[noreturn]] void fail(const std::string& reason)
{
    throw std::runtime_error(reason);
}

template <class Value>
const Value& at(const std::vector<Value>& values, int index, const char* name)
{
    if (index < 0 || static_cast<std::size_t>(index) >= values.size())
        fail("it refers to " + std::string(name) + " " + std::to_string(index) + " and has " +
             std::to_string(values.size()));
    return values[static_cast<std::size_t>(index)];
}

// Whether all chunks of a .glb lie in it, which the loader does not look at to the last byte.
bool isWhole(const files::Bytes& content)
{
    constexpr std::size_t kHeaderSize = 12; // the file's length is its last word
    constexpr std::size_t kChunkHeaderSize = 8;
    if (content.size() < kHeaderSize)
        return false;
    const std::size_t size = files::readLittleEndian(content, kHeaderSize - 4, 4);
    if (size > content.size())
        return false;
    for (std::size_t at = kHeaderSize; at < size;) {
        if (size - at < kChunkHeaderSize)
            return false;
        const std::size_t length = files::readLittleEndian(content, at, 4);
        at += kChunkHeaderSize;
        if (length > size - at)
            return false;
        at += length;
    }
    return true;
}

// Throws where the file is no glTF, or its end is missing.
bool isBinary(const files::Bytes& content)
{
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    if (text.starts_with("glTF")) {
        if (!isWhole(content))
            fail("it is truncated");
        return true;
    }
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos || text[begin] != '{')
        fail("it is no glTF file");
    return false;
}

// The folder is where the buffers' files are.
tinygltf::Model load(const files::Bytes& content, const std::string& folder)
{
    tinygltf::TinyGLTF loader;
    // Images are not drawn, and are left as they are: no file is refused for one of an unknown kind.
    const auto leaveImage = [](tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*, int,
                               void*) { return true; };
    loader.SetImageLoader(leaveImage, nullptr);
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const auto size = static_cast<unsigned>(content.size());
    bool loaded = false;
    const bool binary = isBinary(content);
    try {
        loaded = binary
                     ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                                   reinterpret_cast<const unsigned char*>(content.data()), size, folder)
                     : loader.LoadASCIIFromString(&model, &error, &warning,
                                                  reinterpret_cast<const char*>(content.data()), size, folder);
    } catch (const std::exception& exception) { // of the standard library's, which the loader lets through
        error = exception.what();
    }
    if (!loaded)
        fail("it is damaged: " + error.substr(0, error.find('\n')));
    if (!model.asset.version.starts_with("2."))
        fail("it is glTF " + model.asset.version + ", not 2.0");
    if (!model.extensionsRequired.empty())
        fail("it requires the extension " + model.extensionsRequired.front() + ", which the viewer does not have");
    return model;
}

// A range of a buffer that an accessor tells, which holds so many elements. `component` and `type` are what these must
// be; a component of 0 leaves it open.
class Elements {
public:
    Elements(const tinygltf::Model& model, int index, int component, int type)
    {
        const tinygltf::Accessor& accessor = at(model.accessors, index, "accessor");
        if (accessor.sparse.isSparse || accessor.bufferView < 0)
            fail("it has a sparse accessor, which the viewer does not read");
        const tinygltf::BufferView& view = at(model.bufferViews, accessor.bufferView, "buffer view");
        const std::vector<unsigned char>& bytes = at(model.buffers, view.buffer, "buffer").data;
        m_component = accessor.componentType;
        const int components = tinygltf::GetNumComponentsInType(static_cast<uint32_t>(type));
        const int componentSize = tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(m_component));
        const int stride = accessor.ByteStride(view);
        if (accessor.type != type || (component != 0 && m_component != component) || componentSize <= 0 || stride <= 0)
            fail("accessor " + std::to_string(index) + " is of another type than its use wants");
        const auto size = static_cast<std::size_t>(components * componentSize);
        m_stride = static_cast<std::size_t>(stride);
        m_count = accessor.count;
        const auto isIn = [](std::size_t offset, std::size_t length, std::size_t whole) {
            return offset <= whole && length <= whole - offset;
        };
        const bool fits = isIn(view.byteOffset, view.byteLength, bytes.size()) &&
                          isIn(accessor.byteOffset, size, view.byteLength) &&
                          (m_count == 0 || m_count - 1 <= (view.byteLength - accessor.byteOffset - size) / m_stride);
        if (!fits)
            fail("accessor " + std::to_string(index) + " goes beyond its buffer");
        m_data = bytes.data() + view.byteOffset + accessor.byteOffset;
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] int component() const { return m_component; }
    template <class Value>
    [[nodiscard]] Value get(std::size_t element) const
    {
        Value value;
        std::memcpy(&value, m_data + element * m_stride, sizeof(value));
        return value;
    }

private:
    const unsigned char* m_data = nullptr;
    std::size_t m_stride = 0;
    std::size_t m_count = 0;
    int m_component = 0;
};

// Triangles of a mesh where a node has them.
class Triangles {
public:
    Triangles(const tinygltf::Model& model, const tinygltf::Primitive& primitive, int positions, const dmat4& placed)
        : m_positions(model, positions, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3),
          m_material(primitive.material),
          m_placed(placed)
    {
        if (const auto normals = primitive.attributes.find("NORMAL"); normals != primitive.attributes.end())
            m_normals.emplace(model, normals->second, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3);
        if (primitive.indices >= 0)
            m_indices.emplace(model, primitive.indices, 0, TINYGLTF_TYPE_SCALAR);
        if (m_normals && m_normals->count() < m_positions.count())
            fail("it has fewer normals than positions");
    }

    [[nodiscard]] int material() const { return m_material; }
    [[nodiscard]] std::size_t count() const
    {
        return (m_indices ? m_indices->count() : m_positions.count()) / kCorners;
    }
    [[nodiscard]] dvec3 position(std::size_t vertex) const
    {
        return m_placed * glm::dvec4(m_positions.get<glm::vec3>(vertex), 1);
    }
    // Of one of the triangles' corners.
    [[nodiscard]] std::size_t vertex(std::size_t corner) const
    {
        const std::size_t index = m_indices ? indexAt(corner) : corner;
        if (index >= m_positions.count())
            fail("index " + std::to_string(index) + " is beyond its mesh's " + std::to_string(m_positions.count()) +
                 " vertices");
        return index;
    }

    // As tall as the world wants them.
    void append(const dmat4& toWorld, std::vector<Vertex>& vertices) const
    {
        // The cofactors turn normals as their surface turns, also where a matrix squeezes it flat.
        const dmat3 turned(toWorld * m_placed);
        const dmat3 cofactors(glm::cross(turned[1], turned[2]), glm::cross(turned[2], turned[0]),
                              glm::cross(turned[0], turned[1]));
        const double side = glm::determinant(turned) < 0 ? -1 : 1;
        for (std::size_t first = 0; first < kCorners * count(); first += kCorners) {
            std::array<dvec3, kCorners> corners;
            for (std::size_t i = 0; i < kCorners; ++i)
                corners[i] = toWorld * glm::dvec4(position(vertex(first + i)), 1);
            const dvec3 flat = side * glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
            for (std::size_t i = 0; i < kCorners; ++i) {
                const dvec3 own =
                    m_normals ? side * (cofactors * dvec3(m_normals->get<glm::vec3>(vertex(first + i)))) : flat;
                vertices.push_back({vec4(corners[i], 1), vec4(direction(own), 0)});
            }
        }
    }

private:
    [[nodiscard]] std::size_t indexAt(std::size_t corner) const
    {
        switch (m_indices->component()) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return m_indices->get<uint8_t>(corner);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return m_indices->get<uint16_t>(corner);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT: return m_indices->get<uint32_t>(corner);
        default: fail("its indices are no unsigned integers");
        }
    }
    // Up where there is none.
    static dvec3 direction(const dvec3& normal)
    {
        const double length = glm::length(normal);
        return length > 0 && std::isfinite(length) ? normal / length : dvec3(0, 1, 0);
    }

    Elements m_positions;
    std::optional<Elements> m_normals;
    std::optional<Elements> m_indices;
    int m_material;
    dmat4 m_placed;
};

dmat4 placeOf(const tinygltf::Node& node)
{
    if (node.matrix.size() == 16)
        return glm::make_mat4(node.matrix.data());
    dmat4 place(1);
    if (node.translation.size() == 3)
        place = glm::translate(place, glm::make_vec3(node.translation.data()));
    if (node.rotation.size() == 4)
        place *= glm::mat4_cast(glm::dquat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]));
    if (node.scale.size() == 3)
        place = glm::scale(place, glm::make_vec3(node.scale.data()));
    return place;
}

void addMesh(const tinygltf::Model& model, const tinygltf::Mesh& mesh, const dmat4& placed,
             std::vector<Triangles>& triangles)
{
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
        const auto positions = primitive.attributes.find("POSITION");
        if (primitive.mode == TINYGLTF_MODE_TRIANGLES && positions != primitive.attributes.end())
            triangles.emplace_back(model, primitive, positions->second, placed);
    }
}

// All that the file's scene has, sorted by material.
std::vector<Triangles> trianglesOf(const tinygltf::Model& model)
{
    struct Visit {
        int node;
        dmat4 parent;
    };
    std::vector<Visit> visits;
    for (int node : at(model.scenes, std::max(model.defaultScene, 0), "scene").nodes)
        visits.push_back({node, dmat4(1)});
    std::vector<bool> seen(model.nodes.size());
    std::vector<Triangles> triangles;
    while (!visits.empty()) {
        const Visit visit = visits.back();
        visits.pop_back();
        const tinygltf::Node& node = at(model.nodes, visit.node, "node");
        if (seen[static_cast<std::size_t>(visit.node)])
            fail("node " + std::to_string(visit.node) + " has two parents");
        seen[static_cast<std::size_t>(visit.node)] = true;
        const dmat4 placed = visit.parent * placeOf(node);
        if (node.mesh >= 0)
            addMesh(model, at(model.meshes, node.mesh, "mesh"), placed, triangles);
        for (int child : node.children)
            visits.push_back({child, placed});
    }
    std::stable_sort(triangles.begin(), triangles.end(),
                     [](const Triangles& a, const Triangles& b) { return a.material() < b.material(); });
    return triangles;
}

// From the file's lengths to metres: on the ground, in the middle, kGltfRadius around its centre.
struct Fit {
    dmat4 toWorld;
    dvec3 centre; // in metres
};

Fit fitOf(const std::vector<Triangles>& triangles)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    dvec3 low(kInfinity);
    dvec3 high(-kInfinity);
    std::size_t count = 0;
    for (const Triangles& own : triangles) {
        count += own.count();
        if (count > kMaxTriangles)
            fail("it has more than " + std::to_string(kMaxTriangles) + " triangles");
        for (std::size_t corner = 0; corner < kCorners * own.count(); ++corner) {
            const dvec3 position = own.position(own.vertex(corner));
            if (glm::any(glm::isnan(position)) || glm::any(glm::isinf(position)))
                fail("a position of it is no finite number");
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
    }
    if (count == 0)
        fail("it has no triangles");
    const double scale = kGltfRadius / (glm::distance(low, high) / 2);
    if (!(scale > 0) || !std::isfinite(scale))
        fail("all its triangles are in one point, or endlessly far apart");
    const dvec3 foot((low.x + high.x) / 2, low.y, (low.z + high.z) / 2);
    return {glm::translate(glm::scale(dmat4(1), dvec3(scale)), -foot), {0, scale * (high.y - low.y) / 2, 0}};
}

Instance instanceOf(const tinygltf::Model& model, int material)
{
    const tinygltf::Material own = material < 0 ? tinygltf::Material() : at(model.materials, material, "material");
    const tinygltf::PbrMetallicRoughness& surface = own.pbrMetallicRoughness;
    const auto colour = [](const std::vector<double>& factor, double otherwise) {
        return factor.size() < 3 ? dvec3(otherwise) : glm::clamp(glm::make_vec3(factor.data()), 0.0, 1.0);
    };
    const auto part = [](double value) { return static_cast<float>(std::clamp(value, 0.0, 1.0)); };
    Instance instance = {};
    instance.model = mat4(1);
    // A surface without any roughness would mirror the sun in no pixel at all.
    constexpr float kSmoothest = 0.05F;
    instance.albedo = vec4(colour(surface.baseColorFactor, 1), std::max(part(surface.roughnessFactor), kSmoothest));
    instance.emission = vec4(colour(own.emissiveFactor, 0), part(surface.metallicFactor));
    return instance;
}

World worldOf(const tinygltf::Model& model)
{
    const std::vector<Triangles> triangles = trianglesOf(model);
    const Fit fit = fitOf(triangles);
    World world;
    Scene scene;
    addGround(world.geometry);
    scene.instances.push_back({ground()});
    for (auto begin = triangles.begin(); begin != triangles.end();) {
        const int material = begin->material();
        const auto end =
            std::find_if(begin, triangles.end(), [&](const Triangles& other) { return other.material() != material; });
        const auto first = static_cast<uint32_t>(world.geometry.vertices.size());
        for (; begin != end; ++begin)
            begin->append(fit.toWorld, world.geometry.vertices);
        addVertices(world.geometry, first);
        scene.instances.push_back({instanceOf(model, material)});
    }
    scene.target = fit.centre;
    world.at = [scene](float seconds) {
        // As far as the camera is in focus by default.
        constexpr float kDistance = 9;
        const float turn = 0.35F + 0.25F * std::sin(0.25F * seconds);
        Scene moment = scene;
        moment.eye = scene.target + kDistance * glm::normalize(glm::vec3(std::sin(turn), 0.2F, std::cos(turn)));
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
    return files::readAs(kWhat, file, [&](const files::Bytes& content) { return worldOf(load(content, folder)); });
}

} // namespace viewer
