// A small glTF file that tests make, and spoil: a green box of side 1, its lowest corner in the origin.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

struct GltfFile {
    std::string json =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],)"
        R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0,0.5,0,1],"metallicFactor":0}}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},)"
        R"({"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}],)"
        R"("buffers":[{"byteLength":168}]})";
    std::string bytes = [] {
        std::string result;
        for (unsigned corner = 0; corner < 8; ++corner)
            for (unsigned axis = 0; axis < 3; ++axis)
                append(result, static_cast<float>(corner >> axis & 1));
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned right = 1U << (axis + 1) % 3;
            const unsigned up = 1U << (axis + 2) % 3;
            for (unsigned corner : {0U, up, right, right, up, right + up}) // seen from below the axis
                append(result, static_cast<uint16_t>(corner));
            for (unsigned corner : {0U, right, up, up, right, right + up})
                append(result, static_cast<uint16_t>(corner + (1U << axis)));
        }
        return result;
    }();

    // With another text in the one place where it has this.
    [[nodiscard]] GltfFile with(const std::string& part, const std::string& instead) const
    {
        GltfFile file = *this;
        const std::size_t at = json.find(part);
        if (at == std::string::npos)
            throw std::logic_error("the file has no " + part);
        file.json.replace(at, part.size(), instead);
        return file;
    }

    // As a .glb has it.
    [[nodiscard]] std::string binary() const
    {
        const std::string text = json + std::string(-json.size() % 4, ' ');
        std::string result = "glTF";
        append(result, uint32_t{2});
        append(result, static_cast<uint32_t>(28 + text.size() + bytes.size()));
        append(result, static_cast<uint32_t>(text.size()));
        result += "JSON" + text;
        append(result, static_cast<uint32_t>(bytes.size()));
        return result + std::string("BIN\0", 4) + bytes;
    }

    template <class Value>
    static void append(std::string& text, Value value)
    {
        std::array<char, sizeof(Value)> bytes;
        std::memcpy(bytes.data(), &value, sizeof(Value)); // glTF, and what tests run on, are little-endian
        text.append(bytes.data(), bytes.size());
    }
};

inline void writeFile(const std::string& name, const std::string& content)
{
    std::ofstream(name, std::ios::binary) << content;
}
