// Files of splats: what is written is read again, and what is cut, damaged or made up is refused.
#include "bytes.h"

#include "samples/splats/ply.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

using files::Bytes;
using splats::Splat;

namespace {

const std::vector<std::string> kProperties = {"x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
                                              "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};
const std::vector<float> kValues = {1, -2, 3, 0, 0.5F, -9, 2, -1, -2, -3, 3, 0, 0, 4};

std::string headerOf(const std::string& elements)
{
    return "ply\nformat binary_little_endian 1.0\n" + elements + "end_header\n";
}

std::string verticesOf(const std::string& count, const std::vector<std::string>& properties)
{
    std::string element = "element vertex " + count + "\n";
    for (const std::string& property : properties)
        element += "property float " + property + "\n";
    return element;
}

std::string bytesOfFloats(const std::vector<float>& values)
{
    std::string bytes(values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

// A file of splats with those values each.
Bytes fileOf(const std::vector<float>& values, unsigned count = 1)
{
    std::string file = headerOf(verticesOf(std::to_string(count), kProperties));
    for (unsigned i = 0; i < count; ++i)
        file += bytesOfFloats(values);
    return bytesOf(file);
}

Bytes fileWith(std::size_t field, float value)
{
    std::vector<float> values = kValues;
    values[field] = value;
    return fileOf(values);
}

void refusesFile(const Bytes& file, const std::string& reason)
{
    const std::string refusal = refusalOf([&] { (void)splats::readPly(file); });
    EXPECT_TRUE(!refusal.empty() && refusal.find(reason) != refusal.npos) << refusal << ", not " << reason;
}

void expectTheSplat(const Splat& splat)
{
    EXPECT_EQ(splat.position, glm::vec3(1, -2, 3));
    EXPECT_NEAR(splat.opacity, 1 / (1 + std::exp(-2.0)), 1e-6);
    EXPECT_NEAR(splat.scale.x, std::exp(-1.0), 1e-6);
    EXPECT_NEAR(splat.scale.y, std::exp(-2.0), 1e-6);
    EXPECT_NEAR(splat.scale.z, std::exp(-3.0), 1e-6);
    // Half of 255, a half more of 0.2821 of it, and none.
    EXPECT_EQ(splat.colour & 0xffU, 128U);
    EXPECT_EQ(splat.colour >> 8 & 0xffU, 163U);
    EXPECT_EQ(splat.colour >> 16, 0U);
    EXPECT_NEAR(glm::distance(splat.rotation, glm::vec4(0, 0, 0.8F, 0.6F)), 0, 1e-6);
}

TEST(PlyFile, IsRead)
{
    const std::vector<Splat> splats = splats::readPly(fileOf(kValues, 3));
    ASSERT_EQ(splats.size(), 3U);
    for (const Splat& splat : splats)
        expectTheSplat(splat);
}

// As trainers write them: normals and further harmonics, in another order, with other elements around the vertices.
TEST(PlyFile, IsReadWithOtherPropertiesAndElements)
{
    std::string elements = "comment trained\nelement camera 2\nproperty double time\nproperty uchar index\n"
                           "element vertex 2\r\nproperty uchar kind\r\n";
    std::string vertex(1, 'k');
    for (std::size_t i = kProperties.size(); i-- > 0;) {
        elements += "property float32 " + kProperties[i] + "\nproperty double f_rest_" + std::to_string(i) + "\n";
        vertex += bytesOfFloats({kValues[i]}) + std::string(8, 'r');
    }
    elements += "element face 1\nproperty list uchar int vertex_indices\n";
    const std::vector<Splat> splats =
        splats::readPly(bytesOf(headerOf(elements) + std::string(18, 'c') + vertex + vertex + "faces"));
    ASSERT_EQ(splats.size(), 2U);
    expectTheSplat(splats[0]);
    expectTheSplat(splats[1]);
}

TEST(PlyFile, IsReadAsWritten)
{
    std::vector<Splat> written(7);
    for (std::size_t i = 0; i < written.size(); ++i) {
        const auto f = static_cast<float>(i);
        written[i] = {{f, 2 * f, -f},
                      0.01F + 0.16F * f,
                      {0.1F + f, 0.01F, 1},
                      static_cast<uint32_t>(0x0080ff + 0x11 * i),
                      glm::normalize(glm::vec4(f, 1, -2, 3))};
    }
    written[0].opacity = 0;
    const std::vector<Splat> read = splats::readPly(splats::encodePly(written));
    ASSERT_EQ(read.size(), written.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_EQ(read[i].position, written[i].position);
        EXPECT_NEAR(read[i].opacity, written[i].opacity, 2e-6);
        EXPECT_NEAR(glm::distance(read[i].scale, written[i].scale), 0, 1e-5);
        EXPECT_EQ(read[i].colour, written[i].colour);
        EXPECT_NEAR(glm::distance(read[i].rotation, written[i].rotation), 0, 1e-6);
    }
}

TEST(PlyFile, IsRefusedWhereItIsCut)
{
    const Bytes file = fileOf(kValues, 3);
    ASSERT_EQ(splats::readPly(file).size(), 3U);
    refusesFile({}, "it is no PLY file");
    for (std::size_t size = 0; size < file.size(); ++size)
        refusesFile(firstOf(file, size), "it is ");
    refusesFile(firstOf(file, file.size() - 57), "it is truncated: of 3 splats there are 1");
    refusesFile(bytesOf("ply\nformat binary_little_endian 1.0\n"), "it is truncated: its header does not end");
    refusesFile(bytesOf("ply\n" + std::string(1 << 17, 'x')), "its header is too long");
}

TEST(PlyFile, IsRefusedWhereItsHeaderIsWrong)
{
    const auto refuses = [](const std::string& elements, const std::string& reason) {
        refusesFile(bytesOf(headerOf(elements) + std::string(1000, '\0')), reason);
    };
    refusesFile(bytesOf("ply\nformat ascii 1.0\nend_header\n"),
                "its format is 'ascii' instead of binary_little_endian");
    refusesFile(bytesOf("ply\nelement vertex 1\nend_header\n"), "its header has no format");
    refusesFile(bytesOf("\x89PNG\r\n\x1a\n"), "it is no PLY file");
    refuses("", "it has no vertices");
    refuses(verticesOf("0", kProperties), "it has no splats");
    refuses(verticesOf("16777216", kProperties), "it has 16777216 splats, of which there may be 16776960");
    refuses(verticesOf("18446744073709551615", kProperties), "splats, of which there may be");
    for (const char* count : {"18446744073709551616", "-1", "1e3", "1x", ""})
        refuses(verticesOf(count, kProperties), "its header has the line 'element vertex");
    refuses(verticesOf("1", kProperties) + verticesOf("1", kProperties), "its header has the line 'element vertex 1'");
    for (std::size_t missing = 0; missing < kProperties.size(); ++missing) {
        std::vector<std::string> others = kProperties;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(missing));
        refuses(verticesOf("1", others), "its vertices have no property " + kProperties[missing]);
    }
    refuses(verticesOf("1", kProperties) + "property float x\n", "its vertices have two properties x");
    refuses("element vertex 1\nproperty double x\n", "its vertices' property x is no float");
    refuses("element vertex 1\nproperty half x\n", "its header has the line 'property half x'");
    refuses("property float x\n", "its header has the line 'property float x'");
    refuses("nonsense \x1b[31m\n", "its header has the line 'nonsense \\x1b[31m'");
    refuses("\n", "its header has the line ''");
    refuses("element vertex 1\nproperty list uchar int x\n", "its vertices have a list");
    refuses("element face 1\nproperty list uchar int x\n" + verticesOf("1", kProperties),
            "there is a list before its vertices");
    refuses("element camera 18446744073709551615\nproperty double x\n" + verticesOf("1", kProperties),
            "it is truncated: what comes before the vertices is longer than the file");
}

TEST(PlyFile, IsRefusedWhereItsValuesAreBeyondAllMeasure)
{
    for (std::size_t field = 0; field < kProperties.size(); ++field)
        for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity()})
            refusesFile(fileWith(field, value), "splat 0: " + kProperties[field] + " is not finite");
    refusesFile(fileWith(1, 1e30F), "splat 0: it is farther than 1000000 from the origin");
    refusesFile(fileWith(8, 90), "splat 0: it is larger than 100000");
    refusesFile(fileWith(8, 20), "splat 0: it is larger than 100000");
    EXPECT_EQ(splats::readPly(fileWith(8, -200)).at(0).scale.y, 0);
    refusesFile(fileWith(10, 1e38F), "splat 0: its rotation is no quaternion that has a direction");
    std::vector<float> values = kValues;
    values[10] = values[13] = 0;
    refusesFile(fileOf(values), "splat 0: its rotation is no quaternion that has a direction");
    EXPECT_EQ(splats::readPly(fileWith(6, -1000)).at(0).opacity, 0);
    EXPECT_EQ(splats::readPly(fileWith(6, 1000)).at(0).opacity, 1);
}

} // namespace
