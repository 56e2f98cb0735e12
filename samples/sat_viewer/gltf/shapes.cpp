#include "shapes.h"

#include "codecs.h"

#include <cmath>
#include <cstring>
#include <numeric>

namespace viewer::gltf {
namespace {

constexpr int kStrip = 5;
constexpr int kFan = 6;

// A primitive's attributes and indices, from accessors or a Draco mesh.
class Source {
public:
    Source(Elements& elements, const Primitive& primitive) : m_elements(elements), m_primitive(primitive)
    {
        if (primitive.draco)
            m_draco = decodeDraco(elements.bytes(primitive.draco->view));
    }

    [[nodiscard]] bool has(const std::string& name) const { return m_primitive.attributes.contains(name); }
    [[nodiscard]] std::string typeOf(const std::string& name) const
    {
        return m_elements.accessor(m_primitive.attributes.at(name)).type;
    }
    [[nodiscard]] std::vector<float> numbers(const std::string& name, const std::string& type)
    {
        if (const std::optional<int> coded = inDraco(name)) {
            if (!m_draco->attributes.contains(*coded) || m_draco->components.at(*coded) != componentCount(type))
                fail("it is damaged: a Draco mesh lacks " + name + ", or has it of another type");
            return m_draco->attributes.at(*coded);
        }
        return m_elements.numbers(m_primitive.attributes.at(name), type);
    }
    [[nodiscard]] std::vector<uint32_t> integers(const std::string& name, const std::string& type)
    {
        if (!inDraco(name))
            return m_elements.integers(m_primitive.attributes.at(name), type);
        std::vector<uint32_t> integers;
        for (float number : numbers(name, type))
            integers.push_back(number >= 0 && number <= 65535 ? static_cast<uint32_t>(number) : ~0U);
        return integers;
    }
    [[nodiscard]] std::vector<uint32_t> indices(std::size_t vertices)
    {
        if (m_draco)
            return m_draco->indices;
        if (m_primitive.indices >= 0)
            return m_elements.integers(m_primitive.indices, "SCALAR");
        std::vector<uint32_t> indices(vertices);
        std::iota(indices.begin(), indices.end(), 0U);
        return indices;
    }

private:
    [[nodiscard]] std::optional<int> inDraco(const std::string& name) const
    {
        if (!m_draco)
            return std::nullopt;
        const auto found = m_primitive.draco->attributes.find(name);
        return found == m_primitive.draco->attributes.end() ? std::nullopt : std::optional(found->second);
    }

    Elements& m_elements;
    const Primitive& m_primitive;
    std::optional<DecodedDraco> m_draco;
};

template <class Vector>
std::vector<Vector> vectorsOf(const std::vector<float>& numbers)
{
    std::vector<Vector> vectors(numbers.size() / static_cast<std::size_t>(Vector::length()));
    std::memcpy(static_cast<void*>(vectors.data()), numbers.data(), vectors.size() * sizeof(Vector));
    return vectors;
}

// No vectors if the file has none; otherwise at least `count`, all of finite numbers.
template <class Vector>
std::vector<Vector> attribute(Source& source, const std::string& name, const std::string& type, std::size_t count)
{
    if (!source.has(name))
        return {};
    std::vector<float> numbers = source.numbers(name, type);
    for (float& number : numbers)
        number = std::isfinite(number) ? number : 0;
    std::vector<Vector> vectors = vectorsOf<Vector>(numbers);
    if (vectors.size() < count)
        fail("it has fewer of " + name + " than positions");
    return vectors;
}

std::vector<glm::vec4> coloursOf(Source& source, std::size_t count)
{
    constexpr const char* kName = "COLOR_0";
    if (!source.has(kName) || source.typeOf(kName) != "VEC3")
        return attribute<glm::vec4>(source, kName, "VEC4", count);
    std::vector<glm::vec4> colours;
    for (const glm::vec3& colour : attribute<glm::vec3>(source, kName, "VEC3", count))
        colours.emplace_back(colour, 1);
    return colours;
}

std::vector<Influences> influencesOf(Source& source, std::size_t count)
{
    std::vector<Influences> sets;
    for (;;) {
        const std::string number = std::to_string(sets.size());
        const std::string joints = "JOINTS_" + number;
        const std::string weights = "WEIGHTS_" + number;
        if (!source.has(joints) || !source.has(weights))
            return sets;
        Influences set = {source.integers(joints, "VEC4"), source.numbers(weights, "VEC4")};
        if (set.joints.size() < kJointsASet * count || set.weights.size() < kJointsASet * count)
            fail("it has fewer of " + joints + " or " + weights + " than positions");
        sets.push_back(std::move(set));
    }
}

// Triangles of a strip or fan, with the same winding.
std::vector<uint32_t> listOf(const std::vector<uint32_t>& indices, int mode)
{
    std::vector<uint32_t> list;
    for (std::size_t i = 2; i < indices.size(); ++i) {
        const std::size_t odd = i % 2;
        if (mode == kFan)
            list.insert(list.end(), {indices[i - 1], indices[i], indices[0]});
        else
            list.insert(list.end(), {indices[i - 2], indices[i - 1 + odd], indices[i - odd]});
    }
    return list;
}

template <class Value>
void gather(std::vector<Value>* values, const std::vector<uint32_t>& indices, std::size_t size = 1)
{
    if (values->empty())
        return;
    std::vector<Value> gathered;
    gathered.reserve(indices.size() * size);
    for (uint32_t index : indices)
        for (std::size_t i = 0; i < size; ++i)
            gathered.push_back((*values)[index * size + i]);
    *values = std::move(gathered);
}

// Gives each corner a separate vertex.
void unshare(Shape* shape)
{
    gather(&shape->positions, shape->indices);
    for (std::vector<glm::vec2>& set : shape->texCoords)
        gather(&set, shape->indices);
    gather(&shape->colours, shape->indices);
    for (Influences& set : shape->influences) {
        gather(&set.joints, shape->indices, kJointsASet);
        gather(&set.weights, shape->indices, kJointsASet);
    }
    std::iota(shape->indices.begin(), shape->indices.end(), 0U);
}

} // namespace

std::size_t triangleCount(const Elements& elements, const Primitive& primitive)
{
    const auto positions = primitive.attributes.find("POSITION");
    if (primitive.mode < kTriangles || primitive.mode > kFan || positions == primitive.attributes.end())
        return 0;
    const std::size_t corners = elements.accessor(primitive.indices >= 0 ? primitive.indices : positions->second).count;
    if (primitive.mode == kTriangles)
        return corners / kCorners;
    return corners < kCorners ? 0 : corners - (kCorners - 1);
}

Shape readShape(Elements& elements, const Primitive& primitive)
{
    Source source(elements, primitive);
    Shape shape;
    shape.material = primitive.material;
    shape.positions = vectorsOf<glm::vec3>(source.numbers("POSITION", "VEC3"));
    const std::size_t count = shape.positions.size();
    shape.normals = attribute<glm::vec3>(source, "NORMAL", "VEC3", count);
    // Tangents are meaningless without normals.
    if (!shape.normals.empty())
        shape.tangents = attribute<glm::vec4>(source, "TANGENT", "VEC4", count);
    for (std::size_t set = 0; set < kTexCoordSets; ++set)
        shape.texCoords[set] = attribute<glm::vec2>(source, "TEXCOORD_" + std::to_string(set), "VEC2", count);
    shape.colours = coloursOf(source, count);
    shape.influences = influencesOf(source, count);
    shape.indices = source.indices(count);
    for (uint32_t index : shape.indices)
        if (index >= count)
            fail("index " + std::to_string(index) + " is beyond its mesh's " + std::to_string(count) + " vertices");
    if (primitive.mode != kTriangles && !primitive.draco)
        shape.indices = listOf(shape.indices, primitive.mode);
    shape.indices.resize(shape.indices.size() / kCorners * kCorners);
    if (shape.normals.empty())
        unshare(&shape);
    return shape;
}

} // namespace viewer::gltf
