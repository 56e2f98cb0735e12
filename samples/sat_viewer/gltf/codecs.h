// Coded geometry, decoded by libraries if the build found them.
#pragma once

#include <support/file.h>

#include <cstdint>
#include <map>

namespace viewer::gltf {

struct MeshoptView;

[[nodiscard]] bool hasMeshopt();
[[nodiscard]] bool hasDraco();

// The view's elements, packed by its stride. Throws only the reason.
[[nodiscard]] files::Bytes decodeMeshopt(const MeshoptView& view, std::span<const std::byte> coded);

// A mesh of triangles: all vertices' numbers for each attribute, and three vertices a triangle.
struct DecodedDraco {
    std::size_t vertices = 0;
    std::map<int, std::vector<float>> attributes; // by number
    std::map<int, std::size_t> components;        // numbers a vertex of each attribute
    std::vector<uint32_t> indices;
};
// Throws only the reason.
[[nodiscard]] DecodedDraco decodeDraco(std::span<const std::byte> coded);

} // namespace viewer::gltf
