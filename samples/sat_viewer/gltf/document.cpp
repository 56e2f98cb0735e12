#include "document.h"

#include "codecs.h"

#include <support/printable.h>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>
#include <cmath>

namespace viewer::gltf {
namespace {

using Json = nlohmann::json;

const Json& member(const Json& object, const char* name)
{
    static const Json kNone;
    const auto found = object.find(name);
    return found == object.end() ? kNone : *found;
}

// Members that are objects; empty if absent.
const Json& extension(const Json& object, const char* name)
{
    const Json& extensions = member(object, "extensions");
    return extensions.is_object() ? member(extensions, name) : member(Json::object(), name);
}

std::size_t size(const Json& object, const char* name, std::size_t otherwise = 0)
{
    const Json& value = member(object, name);
    if (value.is_null())
        return otherwise;
    constexpr double kMost = 1LL << 52;
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0 && number <= kMost && number == std::floor(number)))
        fail(std::string("it is damaged: a ") + name + " is no size");
    return static_cast<std::size_t>(number);
}

// -1 if absent.
int index(const Json& value, const char* name)
{
    if (value.is_null())
        return -1;
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0 && number <= INT_MAX && number == std::floor(number)))
        fail(std::string("it is damaged: a ") + name + " is no index");
    return static_cast<int>(number);
}
int indexOf(const Json& object, const char* name)
{
    return index(member(object, name), name);
}

std::vector<int> indicesOf(const Json& object, const char* name)
{
    std::vector<int> indices;
    for (const Json& value : member(object, name))
        indices.push_back(index(value, name));
    return indices;
}

double number(const Json& object, const char* name, double otherwise)
{
    const Json& value = member(object, name);
    return value.is_number() ? value.get<double>() : otherwise;
}

bool flag(const Json& object, const char* name)
{
    const Json& value = member(object, name);
    return value.is_boolean() && value.get<bool>();
}

std::string text(const Json& object, const char* name, const char* otherwise = "")
{
    const Json& value = member(object, name);
    return value.is_string() ? value.get<std::string>() : otherwise;
}

// Leaves the value unchanged if the file does not have its numbers.
template <class Vector>
void readNumbers(const Json& object, const char* name, Vector* vector)
{
    constexpr auto kCount = static_cast<std::size_t>(Vector::length());
    const Json& values = member(object, name);
    if (!values.is_array() || values.size() != kCount ||
        !std::all_of(values.begin(), values.end(), [](const Json& value) { return value.is_number(); }))
        return;
    for (std::size_t i = 0; i < kCount; ++i)
        (*vector)[static_cast<int>(i)] = values[i].get<double>();
}

template <class Value>
std::vector<Value> list(const Json& object, const char* name, Value (*read)(const Json&))
{
    std::vector<Value> values;
    for (const Json& value : member(object, name)) {
        if (!value.is_object())
            fail(std::string("it is damaged: ") + name + " have something that is no object");
        values.push_back(read(value));
    }
    return values;
}

View readView(const Json& object)
{
    View view = {indexOf(object, "buffer"),
                 size(object, "byteOffset"),
                 size(object, "byteLength"),
                 size(object, "byteStride"),
                 {}};
    if (const Json& coded = extension(object, "EXT_meshopt_compression"); coded.is_object() && hasMeshopt())
        view.meshopt = {indexOf(coded, "buffer"),     size(coded, "byteOffset"), size(coded, "byteLength"),
                        size(coded, "byteStride"),    size(coded, "count"),      text(coded, "mode"),
                        text(coded, "filter", "NONE")};
    return view;
}

Component component(const Json& object)
{
    const std::size_t code = size(object, "componentType");
    if (code < 5120 || code > 5126 || code == 5124)
        fail("it is damaged: component type " + std::to_string(code));
    return static_cast<Component>(code);
}

Accessor readAccessor(const Json& object)
{
    Accessor accessor;
    accessor.view = indexOf(object, "bufferView");
    accessor.offset = size(object, "byteOffset");
    accessor.count = size(object, "count");
    accessor.component = component(object);
    accessor.type = text(object, "type");
    accessor.normalized = flag(object, "normalized");
    if (const Json& sparse = member(object, "sparse"); sparse.is_object()) {
        const Json& indices = member(sparse, "indices");
        const Json& values = member(sparse, "values");
        if (!indices.is_object() || !values.is_object())
            fail("it is damaged: a sparse accessor lacks indices or values");
        accessor.sparse = {size(sparse, "count"), indexOf(indices, "bufferView"), size(indices, "byteOffset"),
                           component(indices),    indexOf(values, "bufferView"),  size(values, "byteOffset")};
    }
    return accessor;
}

std::map<std::string, int> readAttributes(const Json& object)
{
    std::map<std::string, int> attributes;
    if (const Json& values = member(object, "attributes"); values.is_object())
        for (const auto& [name, value] : values.items())
            attributes[name] = index(value, "attribute");
    return attributes;
}

Primitive readPrimitive(const Json& object)
{
    Primitive primitive = {readAttributes(object),
                           indexOf(object, "indices"),
                           indexOf(object, "material"),
                           static_cast<int>(std::min<std::size_t>(size(object, "mode", kTriangles), 99)),
                           {}};
    if (const Json& coded = extension(object, "KHR_draco_mesh_compression"); coded.is_object() && hasDraco())
        primitive.draco = {indexOf(coded, "bufferView"), readAttributes(coded)};
    return primitive;
}

TextureUse readTextureUse(const Json& object, const char* name, const char* scale)
{
    TextureUse use;
    const Json& info = member(object, name);
    if (!info.is_object())
        return use;
    use.texture = indexOf(info, "index");
    use.set = std::max(indexOf(info, "texCoord"), 0);
    use.scale = number(info, scale, 1);
    if (const Json& transform = extension(info, "KHR_texture_transform"); transform.is_object()) {
        readNumbers(transform, "offset", &use.offset);
        readNumbers(transform, "scale", &use.size);
        use.rotation = number(transform, "rotation", 0);
        if (const int set = indexOf(transform, "texCoord"); set >= 0)
            use.set = set;
    }
    return use;
}

Material readMaterial(const Json& object)
{
    Material material;
    const auto texture = [&](Role role, const Json& from, const char* name, const char* scale = "") {
        material.textures[static_cast<std::size_t>(role)] = readTextureUse(from, name, scale);
    };
    if (const Json& surface = member(object, "pbrMetallicRoughness"); surface.is_object()) {
        readNumbers(surface, "baseColorFactor", &material.baseColour);
        material.metalness = number(surface, "metallicFactor", 1);
        material.roughness = number(surface, "roughnessFactor", 1);
        texture(Role::BaseColour, surface, "baseColorTexture");
        texture(Role::MetallicRoughness, surface, "metallicRoughnessTexture");
    }
    texture(Role::Normal, object, "normalTexture", "scale");
    texture(Role::Occlusion, object, "occlusionTexture", "strength");
    texture(Role::Emission, object, "emissiveTexture");
    readNumbers(object, "emissiveFactor", &material.emission);
    if (const Json& strength = extension(object, "KHR_materials_emissive_strength"); strength.is_object())
        material.emission *= number(strength, "emissiveStrength", 1);
    material.isUnlit = extension(object, "KHR_materials_unlit").is_object();
    material.alphaMode = text(object, "alphaMode", "OPAQUE");
    material.alphaCutoff = number(object, "alphaCutoff", 0.5);
    material.isDoubleSided = flag(object, "doubleSided");
    return material;
}

Sampler readSampler(const Json& object)
{
    const auto code = [&](const char* name, std::size_t otherwise) {
        return static_cast<int>(std::min<std::size_t>(size(object, name, otherwise), INT_MAX));
    };
    return {code("magFilter", 0), code("minFilter", 0), code("wrapS", 10497), code("wrapT", 10497)};
}

Node readNode(const Json& object)
{
    Node node;
    node.mesh = indexOf(object, "mesh");
    node.skin = indexOf(object, "skin");
    node.children = indicesOf(object, "children");
    if (const Json& matrix = member(object, "matrix"); matrix.is_array() && matrix.size() == 16) {
        for (std::size_t i = 0; i < 16; ++i)
            node.place[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = matrix[i].get<double>();
        return node;
    }
    glm::dvec3 translation(0);
    glm::dvec4 rotation(0, 0, 0, 1);
    glm::dvec3 scale(1);
    readNumbers(object, "translation", &translation);
    readNumbers(object, "rotation", &rotation);
    readNumbers(object, "scale", &scale);
    node.place = glm::translate(glm::dmat4(1), translation) *
                 glm::mat4_cast(glm::dquat(rotation.w, rotation.x, rotation.y, rotation.z)) *
                 glm::scale(glm::dmat4(1), scale);
    return node;
}

// Buffers without a URI: the first is the chunk of the .glb; placeholders for coded views have no bytes.
std::vector<files::Bytes> readBuffers(const Json& root, const Container& container, const std::string& folder)
{
    std::vector<files::Bytes> buffers;
    for (const Json& object : member(root, "buffers")) {
        if (!object.is_object())
            fail("it is damaged: buffers have something that is no object");
        const std::size_t length = size(object, "byteLength");
        const std::string uri = text(object, "uri");
        const bool standsIn = flag(extension(object, "EXT_meshopt_compression"), "fallback");
        files::Bytes bytes;
        if (!uri.empty())
            bytes = readUri(uri, folder);
        else if (buffers.empty())
            bytes.assign(container.binary.begin(), container.binary.end());
        if (bytes.size() < length && !(standsIn && bytes.empty()))
            fail("it is damaged: buffer " + std::to_string(buffers.size()) + " has " + std::to_string(bytes.size()) +
                 " of its " + std::to_string(length) + " bytes");
        bytes.resize(std::min(bytes.size(), length));
        buffers.push_back(std::move(bytes));
    }
    return buffers;
}

// Extensions that the viewer supports, and whether this build does.
bool isKnown(const std::string& extension)
{
    static const std::map<std::string, bool> kExtensions = {
        {"KHR_texture_transform", true},           {"KHR_mesh_quantization", true},
        {"KHR_materials_emissive_strength", true}, {"KHR_materials_unlit", true},
        {"EXT_meshopt_compression", hasMeshopt()}, {"KHR_draco_mesh_compression", hasDraco()}};
    const auto found = kExtensions.find(extension);
    return found != kExtensions.end() && found->second;
}

// An extension that codes geometry is required to draw any.
void checkExtensions(const Json& root, std::set<std::string>* ignored)
{
    const auto names = [&](const char* list) {
        std::vector<std::string> result;
        for (const Json& name : member(root, list))
            if (name.is_string() && !isKnown(name.get<std::string>()))
                result.push_back(files::printable(name.get<std::string>()));
        return result;
    };
    for (const std::string& name : names("extensionsRequired"))
        if (name.ends_with("_compression"))
            fail("it requires the extension " + name + ", which the viewer does not have");
    for (const char* list : {"extensionsUsed", "extensionsRequired"})
        for (const std::string& name : names(list))
            ignored->insert(name);
}

void noteWhatIsNotDrawn(const Json& root, std::set<std::string>* ignored)
{
    if (!member(root, "animations").empty())
        ignored->insert("animations");
    for (const Json& mesh : member(root, "meshes")) {
        for (const Json& primitive : member(mesh, "primitives")) {
            if (!member(primitive, "targets").empty())
                ignored->insert("morph targets");
            if (size(primitive, "mode", kTriangles) < kTriangles)
                ignored->insert("points and lines");
        }
    }
}

Document documentOf(const Json& root, const Container& container, const std::string& folder)
{
    const std::string version = root.is_object() ? text(member(root, "asset"), "version") : "";
    if (version.empty())
        fail("it is damaged: it has no version");
    if (!version.starts_with("2."))
        fail("it is glTF " + files::printable(version) + ", not 2.0");
    Document document;
    document.folder = folder;
    checkExtensions(root, &document.ignored);
    document.buffers = readBuffers(root, container, folder);
    document.views = list(root, "bufferViews", readView);
    document.accessors = list(root, "accessors", readAccessor);
    document.meshes = list<std::vector<Primitive>>(
        root, "meshes", [](const Json& object) { return list(object, "primitives", readPrimitive); });
    document.materials = list(root, "materials", readMaterial);
    document.textures = list<Texture>(root, "textures", [](const Json& object) {
        return Texture{indexOf(object, "sampler"), indexOf(object, "source")};
    });
    document.samplers = list(root, "samplers", readSampler);
    document.images = list<Image>(root, "images", [](const Json& object) {
        return Image{indexOf(object, "bufferView"), text(object, "uri")};
    });
    document.skins = list<Skin>(root, "skins", [](const Json& object) {
        return Skin{indexOf(object, "inverseBindMatrices"), indicesOf(object, "joints")};
    });
    document.nodes = list(root, "nodes", readNode);
    document.scenes =
        list<std::vector<int>>(root, "scenes", [](const Json& object) { return indicesOf(object, "nodes"); });
    document.scene = std::max(indexOf(root, "scene"), 0);
    noteWhatIsNotDrawn(root, &document.ignored);
    return document;
}

} // namespace

std::size_t sizeOf(Component component)
{
    switch (component) {
    case Component::Byte:
    case Component::UnsignedByte: return 1;
    case Component::Short:
    case Component::UnsignedShort: return 2;
    case Component::UnsignedInt:
    case Component::Float: break;
    }
    return 4;
}

Document readDocument(const files::Bytes& content, const std::string& folder)
{
    const Container container = openContainer(content);
    try {
        return documentOf(Json::parse(container.json), container, folder);
    } catch (const Json::exception& exception) {
        // Follows the library's own name for the error.
        const std::string message = exception.what();
        const std::size_t begin = message.find("] ");
        fail("it is damaged: " + files::printable(begin == message.npos ? message : message.substr(begin + 2)));
    }
}

} // namespace viewer::gltf
