// How the viewer shows glTF materials: a wall of squares, drawn once, whose colours are compared with one another.
#include "draws.h"
#include "gltf_wall.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace {

constexpr int kPixels = 256; // the picture's side
constexpr int kColumns = 5;

constexpr const char* kNearest = R"({"magFilter":9728,"minFilter":9728})";
constexpr const char* kClamped = R"({"magFilter":9728,"minFilter":9728,"wrapS":33071,"wrapT":33648})";

// A material that shows its colour in any light.
std::string unlit(const std::string& surface, const std::string& more = "")
{
    return R"("pbrMetallicRoughness":{)" + surface + R"(},"extensions":{"KHR_materials_unlit":{}})" + more;
}
// A dull one.
std::string lit(const std::string& surface, const std::string& more = "")
{
    return R"("pbrMetallicRoughness":{)" + surface + "}" + more;
}
std::string colour(const std::string& numbers)
{
    return R"("baseColorFactor":[)" + numbers + "]";
}
std::string texture(const char* role, int index, const std::string& more = "")
{
    return std::string("\"") + role + R"(":{"index":)" + std::to_string(index) + more + "}";
}

const std::string kOurs = "0.2,0.5,0.8"; // linear
constexpr uint8_t kOursR = 124;          // the same, sRGB-encoded
constexpr uint8_t kOursG = 188;
constexpr uint8_t kOursB = 231;

class GltfView : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        addAll();
        const std::string scene = testing::TempDir() + "sat_viewer_wall.glb";
        writeFile(scene, s_wall.file(R"(,"extensionsUsed":["KHR_materials_unlit","EXT_nothing"])").binary());
        // The wall's middle before the eye, which is 9 metres away.
        const glm::vec3 size = s_wall.high() - s_wall.low();
        s_scale = 2 * 2.6F / glm::length(size);
        s_middle = s_scale * size.y / 2;
        const std::string height = std::to_string(s_middle);
        const std::string pixels = std::to_string(kPixels);
        const std::string output = testing::TempDir() + "sat_viewer_wall.png";
        s_output = run({SAT_VIEWER, "--headless", "--validate", "--frames", "1", "--technique", "none", "--no-shadows",
                        "--size", pixels + "x" + pixels, "--camera", "0," + height + ",9,0," + height + ",0", "--scene",
                        scene, "--force", "--output", output});
        s_picture = readPicture(output);
    }

    void SetUp() override { ASSERT_EQ(s_picture.width, kPixels); }

    // The colour of a square at a place in it: from 0 to 1 to the right and up.
    static glm::vec3 at(const std::string& name, float right, float up, float z = 0)
    {
        const glm::vec3 corner = s_corners.at(name);
        const glm::vec3 place = corner + glm::vec3(right, up, 0) * GltfWall::kSide + glm::vec3(0, 0, z);
        const glm::vec3 middle = (s_wall.low() + s_wall.high()) / 2.0F;
        const glm::vec3 world = s_scale * (place - glm::vec3(middle.x, s_wall.low().y, middle.z));
        const float half = (9 - world.z) * std::tan(0.36F);
        const auto x = static_cast<int>(kPixels / 2.0F * (1 + world.x / half));
        const auto y = static_cast<int>(kPixels / 2.0F * (1 - (world.y - s_middle) / half));
        return {s_picture.at(x, y, 0), s_picture.at(x, y, 1), s_picture.at(x, y, 2)};
    }
    static glm::vec3 at(const std::string& name) { return at(name, 0.5F, 0.5F); }

    static void expectSame(glm::vec3 actual, glm::vec3 expected, float tolerance, const std::string& what)
    {
        const glm::vec3 difference = glm::abs(actual - expected);
        EXPECT_LE(std::max({difference.r, difference.g, difference.b}), tolerance)
            << what << ": " << actual.r << " " << actual.g << " " << actual.b << ", not " << expected.r << " "
            << expected.g << " " << expected.b;
    }
    static float brightness(glm::vec3 light) { return light.r + light.g + light.b; }

    static std::string s_output;

private:
    static glm::vec3 place(const std::string& name, float z = 0)
    {
        const auto number = static_cast<int>(s_corners.size());
        const glm::vec3 corner(number % kColumns, number / kColumns, z);
        s_corners[name] = corner;
        return corner;
    }
    static void add(const std::string& name, const std::string& material, const std::string& attributes = "")
    {
        s_wall.addSquare(place(name), material, attributes);
    }
    static int halves(std::array<uint8_t, 4> left, std::array<uint8_t, 4> right, const char* sampler = kNearest)
    {
        std::vector<uint8_t> pixels(left.begin(), left.end());
        pixels.insert(pixels.end(), right.begin(), right.end());
        return s_wall.addTexture(2, pixels, sampler);
    }

    static void addAll()
    {
        addColours();
        addPatterns();
        addAlpha();
        addLight();
        addGeometry();
        while (s_corners.size() % kColumns != 0)
            add("rest " + std::to_string(s_corners.size()), unlit(colour("1,1,1,1")));
    }

    static void addColours()
    {
        add("factor", unlit(colour(kOurs + ",1")));
        const int encoded = s_wall.addTexture(1, {kOursR, kOursG, kOursB, 255}, kNearest);
        add("texture", unlit(texture("baseColorTexture", encoded)));
        std::vector<float> floats;
        std::vector<uint8_t> bytes;
        for (int vertex = 0; vertex < 4; ++vertex) {
            floats.insert(floats.end(), {0.2F, 0.5F, 0.8F});
            bytes.insert(bytes.end(), {51, 128, 204, 255});
        }
        const auto attribute = [](int accessor) { return ",\"COLOR_0\":" + std::to_string(accessor); };
        add("float colours", unlit(""), attribute(s_wall.addAccessor(floats, kFloat, "VEC3", 4)));
        add("byte colours", unlit(""),
            attribute(s_wall.addAccessor(bytes, kUnsignedByte, "VEC4", 4, R"(,"normalized":true)")));
    }

    static void addPatterns()
    {
        // Red and green above blue and white.
        const std::vector<uint8_t> checker = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
        const int tiles = s_wall.addTexture(2, checker, kNearest);
        add("checker", unlit(texture("baseColorTexture", tiles)));
        // A quarter turn, (u, v) to (1 - v, u); half as large, from the middle on.
        const auto transformed = [&](const std::string& content) {
            return unlit(
                texture("baseColorTexture", tiles, R"(,"extensions":{"KHR_texture_transform":{)" + content + "}}"));
        };
        add("turned", transformed(R"("rotation":1.57079633,"offset":[1,0])"));
        add("scaled", transformed(R"("scale":[0.5,0.5],"offset":[0.5,0])"));
        // Coordinates from 0 to 2: along u clamped, along v mirrored.
        const int wrapped = s_wall.addTexture(2, checker, kClamped);
        add("wrapped",
            unlit(texture("baseColorTexture", wrapped, R"(,"extensions":{"KHR_texture_transform":{"scale":[2,2]}})")));
        // The second set of coordinates, in which all is the texel at the lower right.
        const int set = s_wall.addAccessor<uint16_t>({49151, 49151, 49151, 49151, 49151, 49151, 49151, 49151},
                                                     kUnsignedShort, "VEC2", 4, R"(,"normalized":true)");
        add("second set", unlit(texture("baseColorTexture", tiles, R"(,"texCoord":1)")),
            ",\"TEXCOORD_1\":" + std::to_string(set));
    }

    static void addAlpha()
    {
        const int holes = halves({255, 0, 0, 100}, {255, 0, 0, 140});
        const auto behind = [](const char* name) {
            const glm::vec3 corner = place(name);
            s_wall.addSquare(corner - glm::vec3(0, 0, 0.2F), unlit(colour(kOurs + ",1")));
            return corner;
        };
        const auto masked = [&](const char* cutoff) {
            return unlit(texture("baseColorTexture", holes), std::string(R"(,"alphaMode":"MASK")") + cutoff);
        };
        s_wall.addSquare(behind("mask"), masked(""));
        s_wall.addSquare(behind("mask of 0.6"), masked(R"(,"alphaCutoff":0.6)"));
        s_wall.addSquare(behind("opaque"), unlit(texture("baseColorTexture", holes)));
        // The nearer one first in the file.
        const glm::vec3 blended = behind("blend");
        const std::string blends = R"(,"alphaMode":"BLEND")";
        s_wall.addSquare(blended + glm::vec3(0, 0, 0.04F), unlit(colour("1,0,0,0.5"), blends));
        s_wall.addSquare(blended + glm::vec3(0, 0, 0.02F), unlit(colour("0,0,1,0.5"), blends));
        add("blended", unlit(colour("0.55,0.125,0.45,1")));
    }

    static void addLight()
    {
        const std::string dull = colour("0.5,0.5,0.5,1") + R"(,"metallicFactor":0)";
        add("plain", lit(dull));
        const int tilts = halves({218, 128, 218, 255}, {37, 128, 218, 255}); // to the right, and to the left
        add("normal map", lit(dull, "," + texture("normalTexture", tilts)));
        add("half a normal map", lit(dull, "," + texture("normalTexture", tilts, R"(,"scale":0.5)")));
        const int tall = s_wall.addTexture(1, {128, 218, 218, 255, 128, 37, 218, 255}, kNearest); // up, and down
        add("upright normal map", lit(dull, "," + texture("normalTexture", tall)));
        const int open = halves({0, 0, 0, 255}, {255, 0, 0, 255});
        add("occlusion", lit(dull, "," + texture("occlusionTexture", open)));
        add("half an occlusion", lit(dull, "," + texture("occlusionTexture", open, R"(,"strength":0.5)")));
        const int glow = halves({0, 0, 0, 255}, {kOursR, kOursG, kOursB, 255});
        add("emission", lit(colour("0,0,0,1"), R"(,"emissiveFactor":[1,1,1],)" + texture("emissiveTexture", glow)));
        add("strong emission", lit(colour("0,0,0,1"), R"(,"emissiveFactor":[0.1,0.25,0.4],"extensions":)"
                                                      R"({"KHR_materials_emissive_strength":{"emissiveStrength":2}})"));
        const std::string metal = colour("0.9,0.6,0.2,1");
        const int factors = halves({0, 77, 0, 255}, {0, 77, 255, 255});
        add("metal by halves", lit(metal + "," + texture("metallicRoughnessTexture", factors)));
        add("no metal", lit(metal + R"(,"metallicFactor":0,"roughnessFactor":0.302)"));
        add("metal", lit(metal + R"(,"metallicFactor":1,"roughnessFactor":0.302)"));
    }

    static void addGeometry()
    {
        const std::string ours = unlit(colour(kOurs + ",1"));
        const auto position = [](int accessor) { return R"("POSITION":)" + std::to_string(accessor); };
        const auto addReversed = [&](const char* name, const std::string& material) {
            const glm::vec3 corner = place(name);
            s_wall.addSquare(corner - glm::vec3(0, 0, 0.2F), unlit(colour("1,0,0,1")));
            const int back = s_wall.addAccessor<uint16_t>({0, 2, 1, 1, 2, 3}, kUnsignedShort, "SCALAR", 6);
            s_wall.placeMesh(corner, s_wall.addMesh(position(s_wall.positions()), back, s_wall.addMaterial(material)));
        };
        addReversed("back", ours);
        addReversed("both sides", ours + R"(,"doubleSided":true)");
        addReversed("plain back", lit(colour("0.5,0.5,0.5,1") + R"(,"metallicFactor":0)", R"(,"doubleSided":true)"));
        std::vector<int16_t> quantised;
        for (float value : GltfWall::corners())
            quantised.push_back(static_cast<int16_t>(std::lround(value * 32767)));
        quantised.insert(quantised.end(), 4, 0);
        const int shorts = s_wall.addAccessor(quantised, kShort, "VEC3", 4, R"(,"normalized":true)");
        const int material = s_wall.addMaterial(ours);
        s_wall.placeMesh(place("quantised"), s_wall.addMesh(position(shorts), s_wall.indices(), material));

        // The mesh's own node is elsewhere, which a skin does not mind.
        const glm::vec3 corner = place("skin");
        s_wall.cover(corner);
        std::vector<uint8_t> joints;
        std::vector<float> weights;
        for (int vertex = 0; vertex < 4; ++vertex) {
            joints.insert(joints.end(), {1, 0, 9, 9});
            weights.insert(weights.end(), {0.75F, 0.25F, 0, 0});
        }
        const int mesh =
            s_wall.addMesh(position(s_wall.positions()) + R"(,"JOINTS_0":)" +
                               std::to_string(s_wall.addAccessor(joints, kUnsignedByte, "VEC4", 4)) +
                               R"(,"WEIGHTS_0":)" + std::to_string(s_wall.addAccessor(weights, kFloat, "VEC4", 4)),
                           s_wall.indices(), material);
        // A joint 4 to the right and one at the left, of which the one's inverse bind matrix goes 1 up.
        const auto joint = [&](float right) {
            return s_wall.addNode(R"("translation":[)" + std::to_string(corner.x + right) + "," +
                                  std::to_string(corner.y) + ",0]");
        };
        const int right = joint(3);
        const int left = joint(-1);
        std::vector<float> inverses;
        for (float up : {-0.75F, 0.25F})
            inverses.insert(inverses.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, up, 0, 1});
        const int matrices = s_wall.addAccessor(inverses, kFloat, "MAT4", 2);
        const int skin = s_wall.addSkin(R"("joints":[)" + std::to_string(right) + "," + std::to_string(left) +
                                        R"(],"inverseBindMatrices":)" + std::to_string(matrices));
        s_wall.addNode(R"("translation":[-300,70,9],"mesh":)" + std::to_string(mesh) + R"(,"skin":)" +
                       std::to_string(skin));
    }

    static GltfWall s_wall;
    static std::map<std::string, glm::vec3> s_corners; // lower left ones of squares
    static Picture s_picture;
    static float s_scale;  // metres of the file's unit
    static float s_middle; // the wall's height above the ground
};

std::string GltfView::s_output;
GltfWall GltfView::s_wall;
std::map<std::string, glm::vec3> GltfView::s_corners;
Picture GltfView::s_picture;
float GltfView::s_scale = 1;
float GltfView::s_middle = 0;

TEST_F(GltfView, NamesWhatItDoesNotDraw)
{
    EXPECT_NE(s_output.find("note:     drawn without EXT_nothing\n"), std::string::npos) << s_output;
}

TEST_F(GltfView, ShowsColoursHoweverTheyAreGiven)
{
    const glm::vec3 expected = at("factor");
    EXPECT_GT(expected.b, expected.g + 15);
    EXPECT_GT(expected.g, expected.r + 30);
    for (const char* name : {"texture", "float colours", "byte colours"})
        expectSame(at(name), expected, 2, name);
}

TEST_F(GltfView, PlacesTexturesByTheirTransform)
{
    const glm::vec3 red = at("checker", 0.25F, 0.75F);
    const glm::vec3 green = at("checker", 0.75F, 0.75F);
    const glm::vec3 blue = at("checker", 0.25F, 0.25F);
    const glm::vec3 white = at("checker", 0.75F, 0.25F);
    EXPECT_GT(red.r, red.g + 80);
    EXPECT_GT(green.g, green.r + 80);
    EXPECT_GT(blue.b, blue.r + 80);
    EXPECT_GT(brightness(white), 600);
    // Upper left, upper right, lower left, lower right.
    const auto expectQuarters = [](const std::string& name, const std::array<glm::vec3, 4>& expected) {
        for (int i = 0; i < 4; ++i)
            expectSame(at(name, i % 2 == 0 ? 0.3F : 0.8F, i < 2 ? 0.8F : 0.3F), expected[static_cast<std::size_t>(i)],
                       2, name + " in quarter " + std::to_string(i));
    };
    expectQuarters("checker", {red, green, blue, white});
    expectQuarters("turned", {green, white, red, blue});
    expectQuarters("scaled", {green, green, green, green});
    expectQuarters("second set", {white, white, white, white});
    for (float right : {0.6F, 0.9F}) {
        expectSame(at("wrapped", right, 0.9F), green, 2, "clamped");
        expectSame(at("wrapped", right, 0.4F), white, 2, "clamped and mirrored");
        expectSame(at("wrapped", right, 0.1F), green, 2, "clamped and mirrored back");
    }
    expectSame(at("wrapped", 0.12F, 0.1F), red, 2, "mirrored back");
}

TEST_F(GltfView, LeavesOutWhatAMaskHides)
{
    const glm::vec3 behind = at("factor");
    const glm::vec3 red = at("checker", 0.25F, 0.75F);
    expectSame(at("mask", 0.25F, 0.5F), behind, 2, "a hole");
    expectSame(at("mask", 0.75F, 0.5F), red, 2, "beside it");
    expectSame(at("mask of 0.6", 0.75F, 0.5F), behind, 2, "a hole by a higher cutoff");
    for (float right : {0.25F, 0.75F})
        expectSame(at("opaque", right, 0.5F), red, 2, "an opaque material's alpha means nothing");
}

TEST_F(GltfView, BlendsFromTheFarthestToTheNearest)
{
    expectSame(at("blend"), at("blended"), 3, "red over blue over the wall");
}

TEST_F(GltfView, BendsNormalsByTheirMap)
{
    // The sun is at the right, above.
    const float plain = brightness(at("plain"));
    const float right = brightness(at("normal map", 0.25F, 0.5F));
    const float left = brightness(at("normal map", 0.75F, 0.5F));
    EXPECT_GT(right, plain + 30);
    EXPECT_LT(left, plain - 60);
    const float lessRight = brightness(at("half a normal map", 0.25F, 0.5F));
    const float lessLeft = brightness(at("half a normal map", 0.75F, 0.5F));
    EXPECT_GT(lessRight, plain + 10);
    EXPECT_LT(lessLeft, plain - 20);
    EXPECT_GT(lessLeft, left + 10);
    EXPECT_GT(brightness(at("upright normal map", 0.5F, 0.75F)), plain + 20);
    EXPECT_LT(brightness(at("upright normal map", 0.5F, 0.25F)), plain - 60);
}

TEST_F(GltfView, DarkensTheSkysLightByOcclusion)
{
    const float plain = brightness(at("plain"));
    const float closed = brightness(at("occlusion", 0.25F, 0.5F));
    const float half = brightness(at("half an occlusion", 0.25F, 0.5F));
    EXPECT_LT(closed, half - 2);
    EXPECT_LT(half, plain - 2);
    EXPECT_NEAR(brightness(at("occlusion", 0.75F, 0.5F)), plain, 6);
}

TEST_F(GltfView, Glows)
{
    const glm::vec3 dark = at("emission", 0.25F, 0.5F);
    const glm::vec3 light = at("emission", 0.75F, 0.5F);
    EXPECT_GT(brightness(light), brightness(dark) + 150);
    EXPECT_GT(light.b, light.r + 40);
    expectSame(at("strong emission"), light, 6, "a factor and its strength");
}

TEST_F(GltfView, IsMetalWhereATextureSaysSo)
{
    EXPECT_GT(brightness(glm::abs(at("no metal") - at("metal"))), 60);
    expectSame(at("metal by halves", 0.25F, 0.5F), at("no metal", 0.25F, 0.5F), 12, "no metal");
    expectSame(at("metal by halves", 0.75F, 0.5F), at("metal", 0.75F, 0.5F), 12, "metal");
}

TEST_F(GltfView, ShowsBacksOfWhatHasTwoSides)
{
    expectSame(at("back"), at("checker", 0.25F, 0.75F), 2, "behind a back that is not drawn");
    expectSame(at("both sides"), at("factor"), 2, "a back");
    expectSame(at("plain back"), at("plain"), 12, "a back in the light");
}

TEST_F(GltfView, PlacesQuantisedAndSkinnedVertices)
{
    for (const char* name : {"quantised", "skin"})
        for (float right : {0.05F, 0.95F})
            for (float up : {0.05F, 0.95F})
                expectSame(at(name, right, up), at("factor"), 2, name);
}

// A square all of which is masked casts no shadow, as one that blends casts none.
TEST(GltfShadow, HasTheHolesOfItsMask)
{
    const auto brightnessOf = [](const std::string& material) {
        GltfWall wall;
        wall.addSquare({0, 0, 0}, material);
        const std::string scene = testing::TempDir() + "sat_viewer_shadow.glb";
        writeFile(scene, wall.file().binary());
        const Picture picture = draw({SAT_VIEWER, "--headless", "--validate", "--frames", "1", "--technique", "none",
                                      "--size", "64x64", "--scene", scene});
        return std::accumulate(picture.values.begin(), picture.values.end(), 0.0) /
               static_cast<double>(std::max<std::size_t>(picture.values.size(), 1));
    };
    const std::string hidden = unlit(colour("1,1,1,0.4"), R"(,"alphaMode":"MASK")");
    const std::string blended = unlit(colour("1,1,1,0"), R"(,"alphaMode":"BLEND")");
    const double expected = brightnessOf(blended);
    EXPECT_GT(expected, 50);
    EXPECT_NEAR(brightnessOf(hidden), expected, 0.05);
    EXPECT_LT(brightnessOf(unlit(colour("0,0,0,0.6"), R"(,"alphaMode":"MASK")")), expected - 3);
}

} // namespace
