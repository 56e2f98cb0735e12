// How the viewer reads glTF files, whole and damaged.
#include "../bytes.h"
#include "../folder.h"
#include "gltf_wall.h"

#include <sat_viewer/gltf_scene.h>
#include <sat_viewer/source.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

namespace {

using glm::vec3;
using viewer::Vertex;
using viewer::World;

constexpr std::size_t kGroundVertices = 4;
constexpr std::size_t kBoxCorners = 36;

class Gltf : public TestInFolder {
protected:
    [[nodiscard]] World read(const std::string& content) const
    {
        writeFile(path("scene.glb"), content);
        return viewer::readGltf(path("scene.glb"));
    }
    [[nodiscard]] World read(const GltfFile& file) const { return read(file.binary()); }
    void refuses(const std::string& content, const std::string& reason) const
    {
        const std::string refusal = refusalOf([&] { static_cast<void>(read(content)); });
        EXPECT_TRUE(refusal.starts_with("cannot read the scene " + path("scene.glb") + ": " + reason))
            << refusal << "\nnot " << reason;
        EXPECT_EQ(refusal.find('\n'), refusal.npos) << refusal;
    }
    void refuses(const GltfFile& file, const std::string& reason) const { refuses(file.binary(), reason); }
};

std::vector<Vertex> verticesOf(const World& world)
{
    const std::vector<Vertex>& all = world.geometry.vertices;
    return {all.begin() + kGroundVertices, all.end()};
}

float largestDifference(const World& a, const World& b)
{
    const std::vector<Vertex> vertices = verticesOf(a);
    const std::vector<Vertex> other = verticesOf(b);
    if (vertices.size() != other.size())
        return INFINITY;
    float largest = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        largest = std::max({largest, glm::distance(vertices[i].position, other[i].position),
                            glm::distance(vertices[i].normal, other[i].normal)});
    return largest;
}

TEST_F(Gltf, StandsOnTheGroundAsLargeAsItIsSeenWell)
{
    const World world = read(GltfFile());
    const std::vector<Vertex> vertices = verticesOf(world);
    ASSERT_EQ(vertices.size(), kBoxCorners);
    const float side = 2 * viewer::kGltfRadius / std::sqrt(3.0F);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const vec3 place(vertices[i].position);
        EXPECT_NEAR(std::abs(place.x), side / 2, 1e-5F);
        EXPECT_NEAR(std::abs(place.z), side / 2, 1e-5F);
        EXPECT_NEAR(std::abs(place.y - side / 2), side / 2, 1e-5F);
        // Normals are a face's, which has six corners, and point outwards.
        EXPECT_EQ(vertices[i].normal, vertices[i - i % 6].normal);
        EXPECT_NEAR(glm::dot(vec3(vertices[i].normal), place - vec3(0, side / 2, 0)), side / 2, 1e-5F);
    }
    const viewer::Scene scene = world.at(0, 1);
    ASSERT_EQ(world.geometry.parts.size(), 2U);
    ASSERT_EQ(scene.instances.size(), 2U);
    ASSERT_EQ(scene.instances[1].size(), 1U);
    EXPECT_EQ(scene.instances[1][0].albedo, viewer::vec4(0, 0.5F, 0, 1));
    EXPECT_EQ(scene.instances[1][0].emission, viewer::vec4(0));
    EXPECT_NEAR(glm::distance(scene.target, vec3(0, side / 2, 0)), 0, 1e-5F);
    // The front's middle is in focus, of which the upper part is a little nearer.
    const vec3 ahead = glm::normalize(scene.target - scene.eye);
    const float front = (side / 2 - scene.eye.z) / ahead.z;
    EXPECT_LE(scene.lens.focus, front);
    EXPECT_GT(scene.lens.focus, front - 0.1F * side);
}

TEST_F(Gltf, FillsPicturesOfAnyShape)
{
    for (const char* size : {"[1,1,1]", "[1,5,1]", "[6,1,1]", "[1,0.1,4]"}) {
        const World world = read(GltfFile().with(R"("mesh":0)", R"("mesh":0,"scale":)" + std::string(size)));
        for (float aspect : {0.5F, 1.0F, 16.0F / 9}) {
            float fill = 0; // of all moments
            for (float seconds = 0; seconds < 26; ++seconds) {
                const viewer::mat4 view = viewer::viewProjection(world.at(seconds, aspect), aspect);
                for (const Vertex& vertex : verticesOf(world)) {
                    const viewer::vec4 place = view * vertex.position;
                    EXPECT_GT(place.w, 0);
                    fill = std::max({fill, std::abs(place.x / place.w), std::abs(place.y / place.w)});
                }
            }
            EXPECT_LE(fill, 0.86F) << size << " " << aspect;
            EXPECT_GE(fill, 0.66F) << size << " " << aspect;
        }
    }
}

TEST_F(Gltf, IsTheSameInAnySizeAndPlace)
{
    const World world = read(GltfFile());
    for (const char* place :
         {R"("scale":[1e6,1e6,1e6])", R"("scale":[1e-20,1e-20,1e-20])",
          R"("translation":[300,-40,7],"scale":[1e3,1e3,1e3])", R"("matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,7,1])"})
        EXPECT_LT(largestDifference(world, read(GltfFile().with(R"("mesh":0)", std::string(place) + R"(,"mesh":0)"))),
                  1e-4F)
            << place;
}

TEST_F(Gltf, PlacesChildrenByTheirParents)
{
    const auto nodes = [](const char* list) { return GltfFile().with(R"("nodes":[{"mesh":0}])", list); };
    // Twice as high as wide, and lying on its side.
    const World upright = read(nodes(R"("nodes":[{"scale":[1,2,1],"children":[1]},{"mesh":0}])"));
    const World lying =
        read(nodes(R"("nodes":[{"rotation":[0,0,0.70710678,0.70710678],"children":[1]},{"scale":[1,2,1],"mesh":0}])"));
    const float unit = 2 * viewer::kGltfRadius / std::sqrt(6.0F);
    const auto sizeOf = [](const World& world) {
        vec3 low(1e9F);
        vec3 high(-1e9F);
        for (const Vertex& vertex : verticesOf(world)) {
            low = glm::min(low, vec3(vertex.position));
            high = glm::max(high, vec3(vertex.position));
        }
        return high - low;
    };
    EXPECT_NEAR(glm::distance(sizeOf(upright), unit * vec3(1, 2, 1)), 0, 1e-4F);
    EXPECT_NEAR(glm::distance(sizeOf(lying), unit * vec3(2, 1, 1)), 0, 1e-4F);
    // A mirrored box looks like one that is not: its normals point outwards.
    const World mirrored = read(nodes(R"("nodes":[{"scale":[-1,1,1],"mesh":0}])"));
    const float side = 2 * viewer::kGltfRadius / std::sqrt(3.0F);
    for (const Vertex& vertex : verticesOf(mirrored))
        EXPECT_NEAR(glm::dot(vec3(vertex.normal), vec3(vertex.position) - vec3(0, side / 2, 0)), side / 2, 1e-4F);
    EXPECT_EQ(verticesOf(read(nodes(R"("nodes":[{"mesh":0,"children":[1]},{"mesh":0,"translation":[2,0,0]}])"))).size(),
              2 * kBoxCorners);
}

TEST_F(Gltf, TakesNormalsAndAnyIntegersForIndices)
{
    GltfFile file;
    for (unsigned i = 0; i < 8; ++i)
        for (float value : {0.0F, 3.0F, 4.0F})
            GltfFile::append(file.bytes, value);
    file = file.with("168", "264")
               .with(R"("byteLength":72})", R"("byteLength":72},{"buffer":0,"byteOffset":168,"byteLength":96})")
               .with(R"("SCALAR"})", R"("SCALAR"},{"bufferView":2,"componentType":5126,"count":8,"type":"VEC3"})")
               .with(R"("POSITION":0)", R"("POSITION":0,"NORMAL":2)");
    for (const Vertex& vertex : verticesOf(read(file)))
        EXPECT_NEAR(glm::distance(vertex.normal, viewer::vec4(0, 0.6F, 0.8F, 0)), 0, 1e-5F);
    // Along a squeezed axis a normal grows.
    for (const Vertex& vertex : verticesOf(read(file.with(R"("mesh":0)", R"("mesh":0,"scale":[1,0.75,1])"))))
        EXPECT_NEAR(glm::distance(vec3(vertex.normal), glm::normalize(vec3(0, 1, 1))), 0, 1e-5F);

    const World expected = read(GltfFile());
    const auto withIndices = [&](const char* component, auto zero) {
        GltfFile changed = GltfFile().with("5123", component);
        std::string indices;
        for (std::size_t i = 0; i < kBoxCorners; ++i) {
            uint16_t index = 0;
            std::memcpy(&index, changed.bytes.data() + 96 + 2 * i, sizeof(index));
            GltfFile::append(indices, static_cast<decltype(zero)>(index));
        }
        changed.bytes.replace(96, 72, indices);
        return changed.with(R"("byteLength":72)", R"("byteLength":)" + std::to_string(indices.size()))
            .with("168", std::to_string(changed.bytes.size()));
    };
    EXPECT_EQ(largestDifference(read(withIndices("5121", uint8_t{})), expected), 0);
    EXPECT_EQ(largestDifference(read(withIndices("5125", uint32_t{})), expected), 0);
    // Without indices, every three vertices are a triangle.
    EXPECT_EQ(verticesOf(read(GltfFile().with(R"(,"indices":1)", ""))).size(), 6U);
}

TEST_F(Gltf, ReadsBuffersFromFilesBesideIt)
{
    const GltfFile file = GltfFile().with(R"("byteLength":168)", R"("byteLength":168,"uri":"box.bin")");
    writeFile(path("box.bin"), file.bytes);
    EXPECT_EQ(largestDifference(read(file.json), read(GltfFile())), 0);
    std::filesystem::remove(path("box.bin"));
    refuses(file.json, "cannot read its file " + path("box.bin") + ": No such file or directory");
}

// A square with a picture on it, as JSON says where the picture is.
GltfFile pictured(const std::string& image)
{
    GltfWall wall;
    wall.addSquare({0, 0, 0}, R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})");
    wall.addTexture(2, {255, 0, 0, 255, 0, 0, 255, 255}, R"({"wrapS":33648,"wrapT":33071,"minFilter":9984})");
    GltfFile file = wall.file();
    if (!image.empty()) {
        const std::size_t begin = file.json.find(R"("images":[{)") + 11;
        file.json.replace(begin, file.json.find('}', begin) - begin, image);
    }
    return file;
}

TEST_F(Gltf, ReadsPicturesWhereverTheyAre)
{
    const auto expectPicture = [](const World& world) {
        EXPECT_EQ(world.note, "");
        ASSERT_EQ(world.pictures.size(), 1U);
        const viewer::Picture& picture = world.pictures[0];
        EXPECT_EQ(picture.width, 2U);
        EXPECT_EQ(picture.height, 1U);
        EXPECT_TRUE(picture.isSrgb);
        EXPECT_EQ(picture.texels, (std::vector<uint8_t>{255, 0, 0, 255, 0, 0, 255, 255}));
        ASSERT_EQ(world.surfaces.size(), 2U);
        const viewer::Texture& texture = world.surfaces[1].textures[viewer::kBaseColourTexture];
        EXPECT_EQ(texture.picture, 0);
        const viewer::Sampling sampling = {viewer::Wrap::Mirror, viewer::Wrap::Clamp, true, false,
                                           viewer::Mipmaps::Nearest};
        EXPECT_TRUE(texture.sampling == sampling);
    };
    expectPicture(read(pictured("")));
    // This very picture.
    const std::string base64 = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGP4"
                               "z8AAQv8BD/kD/YURmXYAAAAASUVORK5CYII=";
    expectPicture(read(pictured(R"("uri":"data:image/png;base64,)" + base64 + "\"")));
    const files::PngShape shape = {2, 1, 4, 1};
    const std::vector<uint8_t> pixels = {255, 0, 0, 255, 0, 0, 255, 255};
    const files::Bytes png = files::encodePng(shape, std::as_bytes(std::span(pixels)));
    files::write(path("a b.png"), png, true);
    expectPicture(read(pictured(R"("uri":"a%20b.png")")));
    expectPicture(read(pictured(R"("uri":"a b.png")")));
}

TEST_F(Gltf, DrawsWithoutPicturesThatItCannotRead)
{
    const auto expectNote = [&](const std::string& image, const std::string& note) {
        const World world = read(pictured(image));
        EXPECT_EQ(world.note.substr(0, note.size()), note);
        EXPECT_EQ(world.pictures.size(), 0U);
        ASSERT_EQ(world.surfaces.size(), 2U);
        EXPECT_EQ(world.surfaces[1].textures[viewer::kBaseColourTexture].picture, -1);
    };
    expectNote(R"("uri":"none.png")", "drawn without image 0 (cannot read its file " + path("none.png"));
    expectNote(R"("uri":"data:image/png;base64,R0lGODlh")", "drawn without image 0 (it is neither PNG nor JPEG)");
    expectNote(R"("uri":"data:image/png;base64,iVBORw0KGgo=")", "drawn without image 0 (");
    expectNote(R"("uri":"data:image/png;base64,i*BORw0KGgo=")", "drawn without image 0 (it is damaged: a data URI");
    expectNote(R"("uri":"data:image/png,xy")", "drawn without image 0 (it is damaged: a data URI");
    expectNote(R"("bufferView":99)", "drawn without image 0 (it refers to buffer view 99 and has");
    // A texture in a format that an extension has.
    GltfFile file = pictured("");
    file = file.with(R"("source":0,)", R"("extensions":{"KHR_texture_basisu":{"source":0}},)")
               .with(R"("scenes":)", R"("extensionsRequired":["KHR_texture_basisu"],"scenes":)");
    const World world = read(file);
    EXPECT_EQ(world.note, "drawn without KHR_texture_basisu");
    EXPECT_EQ(world.pictures.size(), 0U);
    // References of materials are checked like all others.
    refuses(pictured("").with(R"("index":0)", R"("index":7)"), "it refers to texture 7 and has 1");
    refuses(pictured("").with(R"("sampler":0)", R"("sampler":7)"), "it refers to sampler 7 and has 1");
}

TEST_F(Gltf, NamesWhatItDoesNotDraw)
{
    GltfFile file = GltfFile().with(R"("scene":0,)", R"("animations":[{}],"extensionsUsed":["KHR_materials_sheen",)"
                                                     R"("KHR_mesh_quantization","KHR_texture_transform"],"scene":0,)");
    file = file.with(R"("indices":1)", R"("targets":[{"POSITION":0}],"indices":1)");
    const World world = read(file);
    EXPECT_EQ(world.note, "drawn without KHR_materials_sheen, animations, morph targets");
    EXPECT_EQ(verticesOf(world).size(), kBoxCorners);
    EXPECT_EQ(
        read(GltfFile().with(R"("primitives":[)", R"("primitives":[{"attributes":{"POSITION":0},"mode":1},)")).note,
        "drawn without points and lines");
}

// A primitive whose triangles are in this order, of a square's corners.
std::vector<vec3> trianglesOf(const World& world)
{
    std::vector<vec3> corners;
    const viewer::Geometry::Part& part = world.geometry.parts.at(1);
    for (uint32_t i = part.firstIndex; i < part.firstIndex + part.indexCount; ++i)
        corners.emplace_back(world.geometry.vertices[world.geometry.indices[i]].position);
    return corners;
}

TEST_F(Gltf, DrawsStripsAndFans)
{
    const auto triangles = [&](const std::vector<uint16_t>& indices, int mode) {
        GltfWall wall;
        const int list = wall.addAccessor(indices, kUnsignedShort, "SCALAR", indices.size());
        wall.placeMesh({0, 0, 0},
                       wall.addMesh("\"POSITION\":" + std::to_string(wall.positions()), list, wall.addMaterial("")));
        return trianglesOf(read(wall.file().with(R"("material":0)", R"("material":0,"mode":)" + std::to_string(mode))));
    };
    EXPECT_EQ(triangles({0, 1, 2, 3}, 5), triangles({0, 1, 2, 1, 3, 2}, 4));
    EXPECT_EQ(triangles({0, 1, 3, 2}, 6), triangles({1, 3, 0, 3, 2, 0}, 4));
}

TEST_F(Gltf, ReadsSparseAccessors)
{
    // All zeros but for three vertices, which are replaced.
    GltfFile file;
    for (unsigned index : {1U, 2U, 4U, 0U})
        GltfFile::append(file.bytes, static_cast<uint16_t>(index));
    for (float value : {1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F})
        GltfFile::append(file.bytes, value);
    file =
        file.with("168", "212")
            .with(R"("bufferView":0,"componentType":5126,"count":8)",
                  R"("componentType":5126,"count":8,)"
                  R"("sparse":{"count":3,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}})")
            .with(R"("byteLength":72})", R"("byteLength":72},{"buffer":0,"byteOffset":168,"byteLength":8},)"
                                         R"({"buffer":0,"byteOffset":176,"byteLength":36})");
    float reach = 0;
    for (const Vertex& vertex : verticesOf(read(file)))
        reach = std::max({reach, vertex.position.x, vertex.position.z});
    EXPECT_NEAR(reach, viewer::kGltfRadius / std::sqrt(3.0F), 1e-4F);
    file.bytes[168] = 8;
    refuses(file, "it is damaged: a sparse accessor replaces an element that it has not");
    refuses(file.with(R"("count":3)", R"("count":9)"), "it is damaged: a sparse accessor has no indices, or too many");
    refuses(file.with(R"("byteLength":36)", R"("byteLength":35)"), "a sparse accessor goes beyond its buffer");
}

GltfFile skinned()
{
    GltfWall wall;
    const int joints =
        wall.addAccessor<uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, kUnsignedByte, "VEC4", 4);
    const int weights = wall.addAccessor<uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0},
                                                  kUnsignedByte, "VEC4", 4, R"(,"normalized":true)");
    wall.addMesh("\"POSITION\":" + std::to_string(wall.positions()) + ",\"JOINTS_0\":" + std::to_string(joints) +
                     ",\"WEIGHTS_0\":" + std::to_string(weights),
                 wall.indices(), wall.addMaterial(""));
    const int matrices = wall.addAccessor<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, kFloat, "MAT4", 1);
    wall.addSkin(R"("joints":[1],"inverseBindMatrices":)" + std::to_string(matrices));
    wall.addNode(R"("mesh":0,"skin":0)");
    wall.addNode("");
    return wall.file();
}

TEST_F(Gltf, RefusesDamagedSkins)
{
    EXPECT_EQ(trianglesOf(read(skinned())).size(), 6U);
    refuses(skinned().with(R"("skin":0)", R"("skin":3)"), "it refers to skin 3 and has 1");
    refuses(skinned().with(R"("joints":[1])", R"("joints":[5])"), "it refers to node 5 and has 2");
    refuses(skinned().with(R"("joints":[1])", R"("joints":[1,1])"), "a skin has fewer matrices than joints");
    refuses(skinned().with(R"("nodes":[0,1])", R"("nodes":[0])"), "joint 1 is not in the scene");
    GltfFile file = skinned();
    file.bytes[0] = 1; // a vertex's first joint
    refuses(file, "a vertex has joint 1 of 1");
}

TEST_F(Gltf, RefusesWhatItCannotDraw)
{
    const auto without = [](const char* part) { return GltfFile().with(part, ""); };
    const auto with = [](const char* part, const char* instead) { return GltfFile().with(part, instead); };
    refuses("P6 1 1 255\nxxx", "it is no glTF file");
    refuses("", "it is no glTF file");
    refuses("{}", "it is damaged: ");
    refuses(GltfFile().json.substr(0, 300), "it is damaged: ");
    refuses(with("2.0", "1.0"), "it is glTF 1.0, not 2.0");
    refuses(with(R"("scene":0,)", R"("extensionsRequired":["EXT_other_compression"],)"),
            "it requires the extension EXT_other_compression, which the viewer does not have");
    refuses(without(R"({"nodes":[0]})"), "it refers to scene 0 and has 0");
    refuses(without(R"("mesh":0)"), "it has no triangles");
    refuses(with(R"("material":0)", R"("material":0,"mode":1)"), "it has no triangles");
    refuses(with(R"("mesh":0)", R"("mesh":3)"), "it refers to mesh 3 and has 1");
    refuses(with(R"("material":0)", R"("material":7)"), "it refers to material 7 and has 1");
    refuses(with(R"("POSITION":0)", R"("POSITION":5)"), "it refers to accessor 5 and has 2");
    refuses(with(R"("mesh":0)", R"("mesh":0,"children":[0])"), "node 0 has two parents");
    refuses(with(R"("count":8)", R"("count":7)"), "index 7 is beyond its mesh's 7 vertices");
    refuses(with(R"("count":8)", R"("count":9)"), "accessor 0 goes beyond its buffer");
    refuses(with(R"("count":36)", R"("count":4000000)"), "accessor 1 goes beyond its buffer");
    refuses(with(R"("byteOffset":96)", R"("byteOffset":97)"), "buffer view 1 goes beyond its buffer");
    refuses(with("5126", "5125"), "accessor 0 is of another type than its use wants");
    refuses(with(R"("indices":1)", R"("indices":0)"), "accessor 0 is of another type than its use wants");
    refuses(with("5123", "5126"), "accessor 1 is of another type than its use wants");
    refuses(with("5123", "5125"), "accessor 1 goes beyond its buffer");
    refuses(with(R"("mesh":0)", R"("mesh":0,"scale":[0,0,0])"), "all its triangles are in one point");
    GltfFile endless;
    endless.bytes.replace(0, 4, "\x00\x00\xC0\x7F", 4);
    refuses(endless, "a position of it is no finite number");
}

TEST_F(Gltf, RefusesMoreTrianglesThanItDraws)
{
    constexpr const char* kReason = "it has more than 8388608 triangles";
    refuses(GltfFile().with(R"("count":36)", R"("count":4000000000)"), kReason);
    refuses(
        GltfFile().with(R"("bufferView":0,"componentType":5126,"count":8)", R"("componentType":5126,"count":30000000)"),
        "it has more than 25165824 vertices");
    // A million triangles, nine times.
    refuses(GltfFile()
                .with(R"({"bufferView":1,"componentType":5123,"count":36)", R"({"componentType":5123,"count":3000000)")
                .with(R"("nodes":[{"mesh":0}])", R"("nodes":[{"children":[1,2,3,4,5,6,7,8,9]},)"
                                                 R"({"mesh":0},{"mesh":0},{"mesh":0},{"mesh":0},{"mesh":0},)"
                                                 R"({"mesh":0},{"mesh":0},{"mesh":0},{"mesh":0}])"),
            kReason);
}

TEST_F(Gltf, RefusesTruncatedFiles)
{
    const std::string whole = GltfFile().binary();
    for (std::size_t size = 4; size < whole.size(); ++size)
        refuses(whole.substr(0, size), "it is truncated");
    writeFile(path("huge.glb"), whole);
    std::filesystem::resize_file(path("huge.glb"), std::uintmax_t{5} << 30); // of which the disk holds nothing
    EXPECT_THROW(static_cast<void>(viewer::readGltf(path("huge.glb"))), std::runtime_error);
}

// Whatever bytes are wrong, it is read, or refused in a sentence.
TEST_F(Gltf, SurvivesWrongBytes)
{
    std::mt19937 random(1);
    for (const GltfFile& sound : {GltfFile(), pictured(""), skinned()}) {
        const std::string whole = sound.binary();
        unsigned refused = 0;
        constexpr unsigned kFiles = 400;
        for (unsigned i = 0; i < kFiles; ++i) {
            std::string file = whole;
            for (auto changes = 1 + random() % 3; changes > 0; --changes) {
                constexpr std::string_view kLikely = "0123456789-[]{},:\"e.";
                char& byte = file[random() % file.size()];
                byte = random() % 4 == 0 ? static_cast<char>(random()) : kLikely[random() % kLikely.size()];
            }
            const std::string refusal = refusalOf([&] { static_cast<void>(read(file)); });
            EXPECT_EQ(refusal.find('\n'), refusal.npos) << refusal;
            refused += refusal.empty() ? 0 : 1;
        }
        EXPECT_GT(refused, kFiles / 10);
        EXPECT_LT(refused, kFiles);
    }
}

TEST_F(Gltf, SurvivesDeepNesting)
{
    const std::string deep(1000000, '[');
    refuses(GltfFile().with(R"("scene":0)", R"("extras":)" + deep + std::string(deep.size(), ']') + R"(,"scene":9)"),
            "it refers to scene 9 and has 1");
    refuses(GltfFile().with(R"("scene":0)", R"("extras":)" + deep), "it is damaged: ");
}

TEST(Source, IsToldByTheEndingOfAName)
{
    for (const char* name : {"a.glb", "/b/c.GLB", "d.gltf"})
        EXPECT_EQ(viewer::sourceOf(name).kind, viewer::Source::Kind::Gltf) << name;
    for (const char* name : {"a.png", "glb", "b.glb/c", "d.glb.jpg", ""})
        EXPECT_EQ(viewer::sourceOf(name).kind, viewer::Source::Kind::Picture) << name;
}

} // namespace
