// Coded geometry in glTF files, which the tests code by the libraries that the viewer decodes it by.
#include "../bytes.h"
#include "gltf_wall.h"

#include <sat_viewer/gltf/codecs.h>
#include <sat_viewer/gltf_scene.h>

#include <gtest/gtest.h>

#include <random>

#ifdef VKSCAN_HAS_MESHOPT
#include <meshoptimizer.h>
#endif
#ifdef VKSCAN_HAS_DRACO
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#endif

namespace {

viewer::World read(const GltfFile& file)
{
    const std::string name = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name();
    writeFile(name, file.binary());
    return viewer::readGltf(name);
}

std::string refusal(const GltfFile& file)
{
    return refusalOf([&] { static_cast<void>(read(file)); });
}

// Damages one byte after the other of what is coded.
void damage(const GltfFile& sound)
{
    std::mt19937 random(1);
    unsigned refused = 0;
    for (std::size_t i = 0; i < sound.bytes.size(); ++i) {
        GltfFile file = sound;
        file.bytes[i] = static_cast<char>(random());
        const std::string reason = refusal(file);
        refused += reason.empty() ? 0 : 1;
        EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
    }
    EXPECT_GT(refused, 0U);
}

// The corners of all triangles, in their order.
std::vector<glm::vec3> cornersOf(const viewer::World& world)
{
    std::vector<glm::vec3> corners;
    for (uint32_t index : world.geometry.indices)
        corners.emplace_back(world.geometry.vertices[index].position);
    return corners;
}

#ifdef VKSCAN_HAS_MESHOPT

// The box, coded. Its views' own buffer has no bytes.
GltfFile meshoptBox()
{
    const GltfFile plain;
    constexpr std::size_t kVertices = 8;
    constexpr std::size_t kIndices = 36;
    std::vector<unsigned char> vertices(meshopt_encodeVertexBufferBound(kVertices, 12));
    vertices.resize(meshopt_encodeVertexBuffer(vertices.data(), vertices.size(), plain.bytes.data(), kVertices, 12));
    std::vector<uint32_t> wide(kIndices);
    for (std::size_t i = 0; i < kIndices; ++i) {
        uint16_t index = 0;
        std::memcpy(&index, plain.bytes.data() + 96 + 2 * i, sizeof(index));
        wide[i] = index;
    }
    std::vector<unsigned char> indices(meshopt_encodeIndexSequenceBound(kIndices, kVertices));
    indices.resize(meshopt_encodeIndexSequence(indices.data(), indices.size(), wide.data(), kIndices));
    GltfFile file;
    file.bytes.assign(vertices.begin(), vertices.end());
    file.bytes.append(indices.begin(), indices.end());
    file.bytes.resize((file.bytes.size() + 3) / 4 * 4);
    const auto coded = [](std::size_t begin, std::size_t size, const char* more) {
        return R"(,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":)" + std::to_string(begin) +
               R"(,"byteLength":)" + std::to_string(size) + more + "}}}";
    };
    file.json = plain
                    .with(R"({"buffer":0,"byteLength":96})",
                          R"({"buffer":1,"byteLength":96)" +
                              coded(0, vertices.size(), R"(,"byteStride":12,"count":8,"mode":"ATTRIBUTES")"))
                    .with(R"({"buffer":0,"byteOffset":96,"byteLength":72})",
                          R"({"buffer":1,"byteOffset":96,"byteLength":72)" +
                              coded(vertices.size(), indices.size(), R"(,"byteStride":2,"count":36,"mode":"INDICES")"))
                    .with(R"("buffers":[{"byteLength":168}])",
                          R"("buffers":[{"byteLength":)" + std::to_string(file.bytes.size()) +
                              R"(},{"byteLength":168,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}],)"
                              R"("extensionsRequired":["EXT_meshopt_compression"])")
                    .json;
    return file;
}

TEST(GltfCodec, DecodesMeshopt)
{
    const viewer::World world = read(meshoptBox());
    EXPECT_EQ(world.note, "");
    EXPECT_EQ(cornersOf(world), cornersOf(read(GltfFile())));
    const auto refuses = [](const char* part, const char* instead, const char* reason) {
        EXPECT_NE(refusal(meshoptBox().with(part, instead)).find(reason), std::string::npos)
            << refusal(meshoptBox().with(part, instead));
    };
    refuses("ATTRIBUTES", "OTHER", "a view is coded as no mode");
    refuses(R"("byteStride":12)", R"("byteStride":13)", "a view is coded as no mode");
    refuses(R"("byteStride":12)", R"("filter":"OCTAHEDRAL","byteStride":12)", "has the filter OCTAHEDRAL");
    refuses(R"("byteStride":12,"count":8)", R"("byteStride":12,"count":7)", "accessor 0 goes beyond its buffer");
    refuses(R"("buffer":0,"byteOffset":0)", R"("buffer":0,"byteOffset":1)", "a view's code");
    refuses(R"("buffer":0,"byteOffset":0)", R"("buffer":0,"byteOffset":9999)", "buffer view 0 goes beyond its buffer");
    refuses(R"("byteStride":12,"count":8)", R"("byteStride":12,"count":900000000)", "more than a gigabyte");
}

TEST(GltfCodec, SurvivesDamagedMeshopt)
{
    damage(meshoptBox());
}

#endif

#ifdef VKSCAN_HAS_DRACO

// The box, coded; its accessors have no views.
GltfFile dracoBox()
{
    const GltfFile plain;
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(12);
    const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    for (uint32_t face = 0; face < 12; ++face) {
        std::array<std::array<float, 3>, 3> corners = {};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            uint16_t index = 0;
            std::memcpy(&index, plain.bytes.data() + 96 + 2 * (3 * face + corner), sizeof(index));
            std::memcpy(corners[corner].data(), plain.bytes.data() + std::size_t{12} * index, 12);
        }
        builder.SetAttributeValuesForFace(position, draco::FaceIndex(face), corners[0].data(), corners[1].data(),
                                          corners[2].data());
    }
    const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
    draco::Encoder encoder;
    encoder.SetEncodingMethod(draco::MESH_SEQUENTIAL_ENCODING);
    draco::EncoderBuffer coded;
    if (!encoder.EncodeMeshToBuffer(*mesh, &coded).ok())
        throw std::logic_error("the box is not coded");
    GltfFile file;
    file.bytes.assign(coded.data(), coded.size());
    const std::string size = std::to_string(coded.size());
    file.bytes.resize((file.bytes.size() + 3) / 4 * 4);
    const std::string id = std::to_string(mesh->attribute(position)->unique_id());
    file.json = plain
                    .with(R"("material":0)",
                          R"("material":0,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":)"
                          R"({"POSITION":)" +
                              id + "}}}")
                    .with(R"("bufferView":0,"componentType":5126)", R"("componentType":5126)")
                    .with(R"("bufferView":1,"componentType":5123)", R"("componentType":5123)")
                    .with(R"([{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}])",
                          R"([{"buffer":0,"byteLength":)" + size + "}]")
                    .with(R"("byteLength":168}])", R"("byteLength":)" + std::to_string(file.bytes.size()) +
                                                       R"(}],"extensionsRequired":["KHR_draco_mesh_compression"])")
                    .json;
    return file;
}

TEST(GltfCodec, DecodesDraco)
{
    const viewer::World world = read(dracoBox());
    EXPECT_EQ(world.note, "");
    EXPECT_EQ(cornersOf(world), cornersOf(read(GltfFile())));
    EXPECT_NE(refusal(dracoBox().with(R"("attributes":{"POSITION":0}}})", R"("attributes":{"POSITION":5}}})"))
                  .find("a Draco mesh lacks POSITION"),
              std::string::npos);
}

TEST(GltfCodec, SurvivesDamagedDraco)
{
    damage(dracoBox());
}

#endif

// Without a library, its extension is named.
TEST(GltfCodec, RefusesWhatTheBuildDoesNotDecode)
{
    const auto required = [](const std::string& extension) {
        return refusal(GltfFile().with(R"("scene":0)", R"("extensionsRequired":[")" + extension + R"("],"scene":0)"));
    };
    EXPECT_EQ(required("EXT_meshopt_compression").empty(), viewer::gltf::hasMeshopt());
    EXPECT_EQ(required("KHR_draco_mesh_compression").empty(), viewer::gltf::hasDraco());
}

} // namespace
