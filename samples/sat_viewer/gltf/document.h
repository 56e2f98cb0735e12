// A glTF 2.0 file's JSON as plain structures, with its defaults. Indices are the file's, -1 if absent; at() checks them
// when they are used.
// tinygltf 2.7 is no substitute: deeply nested extras overflow its stack, and it refuses coded views' buffers that have
// no bytes (the fallback of EXT_meshopt_compression) and files with a picture in a buffer view that they lack.
#pragma once

#include "container.h"

#include <glm/glm.hpp>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace viewer::gltf {

// EXT_meshopt_compression: the place of a view's bytes, and their code.
struct MeshoptView {
    int buffer = -1;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0; // bytes an element, decoded
    std::size_t count = 0;  // elements
    std::string mode;
    std::string filter = "NONE";
};

struct View {
    int buffer = -1;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0; // bytes; 0: elements are packed
    std::optional<MeshoptView> meshopt;
};

enum class Component { Byte = 5120, UnsignedByte, Short, UnsignedShort, UnsignedInt = 5125, Float };
[[nodiscard]] std::size_t sizeOf(Component component);

// Elements that differ from the accessor's view, or from zeros.
struct Sparse {
    std::size_t count = 0;
    int indexView = -1;
    std::size_t indexOffset = 0;
    Component indexComponent = Component::UnsignedInt;
    int valueView = -1;
    std::size_t valueOffset = 0;
};

struct Accessor {
    int view = -1; // none: zeros
    std::size_t offset = 0;
    std::size_t count = 0;
    Component component = Component::Float;
    std::string type;
    bool normalized = false;
    std::optional<Sparse> sparse;
};

// KHR_draco_mesh_compression: attributes by their numbers in the coded mesh.
struct DracoMesh {
    int view = -1;
    std::map<std::string, int> attributes;
};

inline constexpr int kTriangles = 4; // the first mode of a primitive that is neither points nor lines

struct Primitive {
    std::map<std::string, int> attributes; // accessors by semantic
    int indices = -1;
    int material = -1;
    int mode = kTriangles;
    std::optional<DracoMesh> draco;
};

struct TextureUse {
    int texture = -1;
    int set = 0;      // of texture coordinates
    double scale = 1; // of a normal map; strength of occlusion
    // KHR_texture_transform.
    glm::dvec2 offset{0};
    double rotation = 0; // radians
    glm::dvec2 size{1};
};

// Roles of textures, in the order of their bindings.
enum class Role { BaseColour, MetallicRoughness, Normal, Occlusion, Emission };
constexpr std::size_t kRoleCount = 5;

struct Material {
    glm::dvec4 baseColour{1};
    double metalness = 1;
    double roughness = 1;
    glm::dvec3 emission{0};
    std::string alphaMode = "OPAQUE";
    double alphaCutoff = 0.5;
    bool isDoubleSided = false;
    bool isUnlit = false;
    std::array<TextureUse, kRoleCount> textures;
};

struct Sampler {
    int magFilter = 0; // 0: absent
    int minFilter = 0;
    int wrapS = 10497;
    int wrapT = 10497;
};

struct Texture {
    int sampler = -1;
    int image = -1;
};

struct Image {
    int view = -1;
    std::string uri;
};

struct Skin {
    int inverseBindMatrices = -1;
    std::vector<int> joints;
};

struct Node {
    glm::dmat4 place{1}; // relative to its parent
    int mesh = -1;
    int skin = -1;
    std::vector<int> children;
};

struct Document {
    std::vector<files::Bytes> buffers;
    std::vector<View> views;
    std::vector<Accessor> accessors;
    std::vector<std::vector<Primitive>> meshes;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Sampler> samplers;
    std::vector<Image> images;
    std::vector<Skin> skins;
    std::vector<Node> nodes;
    std::vector<std::vector<int>> scenes; // their roots
    int scene = 0;
    std::string folder;            // of files that the document names
    std::set<std::string> ignored; // short names of the file's features that the viewer does not draw
};

// Throws only the reason. `folder` has the files that the document names.
[[nodiscard]] Document readDocument(const files::Bytes& content, const std::string& folder);

template <class Value>
const Value& at(const std::vector<Value>& values, int index, const char* name)
{
    if (index < 0 || static_cast<std::size_t>(index) >= values.size())
        fail("it refers to " + std::string(name) + " " + std::to_string(index) + " and has " +
             std::to_string(values.size()));
    return values[static_cast<std::size_t>(index)];
}

} // namespace viewer::gltf
