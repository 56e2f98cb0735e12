// A glTF file that tests make: a wall of squares side by side, each with a mesh and a material of its own.
#pragma once

#include "gltf_file.h"

#include <support/png.h>

#include <glm/glm.hpp>

#include <span>

constexpr int kByte = 5120;
constexpr int kUnsignedByte = 5121;
constexpr int kShort = 5122;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;

// Squares have sides of 0.9, their lower left corners on whole numbers, and face towards +z.
class GltfWall {
public:
    static constexpr float kSide = 0.9F;

    // Each returns the number of what it adds.
    template <class Value>
    int addView(std::span<const Value> values)
    {
        m_bytes.resize((m_bytes.size() + 3) / 4 * 4);
        const std::size_t begin = m_bytes.size();
        for (const Value& value : values)
            GltfFile::append(m_bytes, value);
        return append(m_views, R"({"buffer":0,"byteOffset":)" + std::to_string(begin) + R"(,"byteLength":)" +
                                   std::to_string(m_bytes.size() - begin) + "}");
    }
    template <class Value>
    int addAccessor(const std::vector<Value>& values, int component, const std::string& type, std::size_t count,
                    const std::string& more = "")
    {
        const int view = addView(std::span<const Value>(values));
        return append(m_accessors, R"({"bufferView":)" + std::to_string(view) + R"(,"componentType":)" +
                                       std::to_string(component) + R"(,"count":)" + std::to_string(count) +
                                       R"(,"type":")" + type + "\"" + more + "}");
    }
    // A texture of RGBA pixels in rows from the top.
    int addTexture(uint32_t width, const std::vector<uint8_t>& pixels, const std::string& sampler)
    {
        const files::PngShape shape = {width, static_cast<uint32_t>(pixels.size() / 4 / width), 4, 1};
        const files::Bytes png = files::encodePng(shape, std::as_bytes(std::span(pixels)));
        const int view = addView(std::span<const std::byte>(png));
        const int image = append(m_images, R"({"mimeType":"image/png","bufferView":)" + std::to_string(view) + "}");
        const int samplerIndex = append(m_samplers, sampler);
        return append(m_textures,
                      R"({"source":)" + std::to_string(image) + R"(,"sampler":)" + std::to_string(samplerIndex) + "}");
    }
    int addMaterial(const std::string& content) { return append(m_materials, "{" + content + "}"); }
    int addMesh(const std::string& attributes, int indices, int material)
    {
        return append(m_meshes, R"({"primitives":[{"attributes":{)" + attributes + R"(},"indices":)" +
                                    std::to_string(indices) + R"(,"material":)" + std::to_string(material) + "}]}");
    }
    int addNode(const std::string& content) { return append(m_nodes, "{" + content + "}"); }
    int addSkin(const std::string& content) { return append(m_skins, "{" + content + "}"); }

    int positions() { return addAccessor(corners(), kFloat, "VEC3", 4); }
    int texCoords() { return addAccessor<float>({0, 1, 1, 1, 0, 0, 1, 0}, kFloat, "VEC2", 4); }
    int indices() { return addAccessor<uint16_t>({0, 1, 2, 2, 1, 3}, kUnsignedShort, "SCALAR", 6); }
    static std::vector<float> corners() { return {0, 0, 0, kSide, 0, 0, 0, kSide, 0, kSide, kSide, 0}; }

    // A square with texture coordinates, its lower left corner there.
    void addSquare(glm::vec3 corner, const std::string& material, const std::string& moreAttributes = "")
    {
        const std::string attributes = R"("POSITION":)" + std::to_string(positions()) + R"(,"TEXCOORD_0":)" +
                                       std::to_string(texCoords()) + moreAttributes;
        const int materialIndex = addMaterial(material);
        placeMesh(corner, addMesh(attributes, indices(), materialIndex));
    }
    void placeMesh(glm::vec3 corner, int mesh)
    {
        addNode(R"("mesh":)" + std::to_string(mesh) + R"(,"translation":[)" + std::to_string(corner.x) + "," +
                std::to_string(corner.y) + "," + std::to_string(corner.z) + "]");
        cover(corner);
    }
    // Says that there is a square.
    void cover(glm::vec3 corner)
    {
        m_low = glm::min(m_low, corner);
        m_high = glm::max(m_high, corner + glm::vec3(kSide, kSide, 0));
    }
    [[nodiscard]] glm::vec3 low() const { return m_low; }
    [[nodiscard]] glm::vec3 high() const { return m_high; }

    [[nodiscard]] GltfFile file(const std::string& more = "") const
    {
        std::string roots;
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            roots += (i == 0 ? "" : ",") + std::to_string(i);
        GltfFile file;
        file.bytes = m_bytes + std::string(-m_bytes.size() % 4, '\0');
        file.json = R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[)" + roots + "]}]" + list("nodes", m_nodes) +
                    list("meshes", m_meshes) + list("materials", m_materials) + list("textures", m_textures) +
                    list("images", m_images) + list("samplers", m_samplers) + list("skins", m_skins) +
                    list("accessors", m_accessors) + list("bufferViews", m_views) + R"(,"buffers":[{"byteLength":)" +
                    std::to_string(file.bytes.size()) + "}]" + more + "}";
        return file;
    }

private:
    static int append(std::vector<std::string>& list, const std::string& value)
    {
        list.push_back(value);
        return static_cast<int>(list.size()) - 1;
    }
    static std::string list(const std::string& name, const std::vector<std::string>& values)
    {
        std::string result;
        for (const std::string& value : values)
            result += (result.empty() ? "" : ",") + value;
        return values.empty() ? "" : ",\"" + name + "\":[" + result + "]";
    }

    std::string m_bytes;
    std::vector<std::string> m_views, m_accessors, m_images, m_samplers, m_textures, m_materials, m_meshes, m_nodes,
        m_skins;
    glm::vec3 m_low{1e9F};
    glm::vec3 m_high{-1e9F};
};
