// How the viewer reads pictures: cameras' orientations, and light that sums do not hold.
#include "../bytes.h"

#include <sat_viewer/image_file.h>

#include <gtest/gtest.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>

namespace {

using files::Bytes;
using viewer::ImageFile;

ImageFile read(const Bytes& content, const char* ending)
{
    const std::string name =
        testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ending;
    files::write(name, content, true);
    ImageFile image = viewer::readImage(name, [](VkExtent2D, VkFormat) {});
    std::filesystem::remove(name);
    return image;
}

// 48 x 16 texels, whose left third is bright above, its middle one below, and its right one dark.
Bytes jpeg()
{
    std::vector<uint8_t> grey;
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 48; ++x)
            grey.push_back((x < 16 && y < 8) || (x >= 16 && x < 32 && y >= 8) ? 220 : 30);
    Bytes file;
    stbi_write_jpg_to_func(append, &file, 48, 16, 1, grey.data(), 95);
    return file;
}

// A segment APP1 of a TIFF file with one entry, in one of both orders of bytes.
Bytes oriented(uint8_t orientation, bool isLittle)
{
    const std::vector<uint8_t> little = {'I', 'I', 42, 0, 8, 0, 0, 0,           1, 0, 0x12,
                                         1,   3,   0,  1, 0, 0, 0, orientation, 0, 0, 0};
    const std::vector<uint8_t> big = {'M',  'M', 0, 42, 0, 0, 0, 8, 0,           1, 1,
                                      0x12, 0,   3, 0,  0, 0, 1, 0, orientation, 0, 0};
    const std::vector<uint8_t>& tiff = isLittle ? little : big;
    std::vector<uint8_t> segment = {0xff, 0xe1, 0, static_cast<uint8_t>(8 + tiff.size()), 'E', 'x', 'i', 'f', 0, 0};
    segment.insert(segment.end(), tiff.begin(), tiff.end());
    Bytes file = jpeg();
    const auto bytes = std::as_bytes(std::span(segment));
    file.insert(file.begin() + 2, bytes.begin(), bytes.end());
    return file;
}

// Rows from the top, a letter for a block of 16 x 8 or 8 x 16 texels.
std::string blocksOf(const ImageFile& image)
{
    const bool isWide = image.extent.width > image.extent.height;
    const uint32_t width = isWide ? 16 : 8;
    const uint32_t height = isWide ? 8 : 16;
    std::string blocks;
    for (uint32_t y = height / 2; y < image.extent.height; y += height) {
        for (uint32_t x = width / 2; x < image.extent.width; x += width)
            blocks += image.texels[4 * (y * image.extent.width + x)] > std::byte{128} ? '#' : '.';
        blocks += '|';
    }
    return blocks;
}

TEST(ImageFile, IsTurnedAsTheCameraWasHeld)
{
    EXPECT_EQ(blocksOf(read(jpeg(), ".jpg")), "#..|.#.|");
    const std::array<const char*, 10> expected = {"#..|.#.|",  "#..|.#.|",  "..#|.#.|",  ".#.|..#|",  ".#.|#..|",
                                                  "#.|.#|..|", ".#|#.|..|", "..|#.|.#|", "..|.#|#.|", "#..|.#.|"};
    for (uint8_t orientation = 0; orientation < expected.size(); ++orientation)
        for (bool isLittle : {true, false})
            EXPECT_EQ(blocksOf(read(oriented(orientation, isLittle), ".jpg")), expected[orientation]) << +orientation;
}

TEST(ImageFile, WithACutTagIsAsItIsStored)
{
    const Bytes whole = oriented(6, true);
    for (std::size_t kept = 0; kept < 20; ++kept) { // bytes of the TIFF file
        Bytes file = whole;
        file[5] = static_cast<std::byte>(8 + kept);
        file.erase(file.begin() + 12 + static_cast<std::ptrdiff_t>(kept), file.begin() + 12 + 22);
        EXPECT_EQ(blocksOf(read(file, ".jpg")), "#..|.#.|") << kept;
    }
}

TEST(ImageFile, HasNoLightThatSumsDoNotHold)
{
    std::vector<float> light(3 * 20 * 10, 0.5F);
    light[31] = std::ldexp(1.0F, 126);
    light[90] = 70000;
    light[92] = 1;
    Bytes file;
    stbi_write_hdr_to_func(append, &file, 20, 10, 3, light.data());
    const ImageFile image = read(file, ".hdr");
    EXPECT_EQ(image.note, "brighter than 65504, and clamped to it: 2 of its pixels");
    std::vector<float> values(4 * 20 * 10);
    std::memcpy(values.data(), image.texels.data(), image.texels.size());
    EXPECT_EQ(values[4 * 10 + 1], 65504);
    EXPECT_EQ(values[4 * 30], 65504);
    EXPECT_NEAR(values[4 * 10 + 3], 0.7152F * 65504, 1);
    EXPECT_NEAR(values[0], 0.5F, 0.01F);
    light[31] = light[90] = 60000;
    file.clear();
    stbi_write_hdr_to_func(append, &file, 20, 10, 3, light.data());
    EXPECT_EQ(read(file, ".hdr").note, "");
}

} // namespace
