// Pictures from files: each format is decoded, and whatever is cut, damaged or made up is refused with one of our
// sentences.
#include "bytes.h"

#include <support/checksum.h>
#include <support/picture_file.h>
#include <support/png.h>

#include <gtest/gtest.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

using files::Bytes;
using files::PictureFile;

namespace {

constexpr int kWidth = 40;
constexpr int kHeight = 9;

std::vector<uint8_t> pixels()
{
    std::vector<uint8_t> result;
    for (int i = 0; i < kWidth * kHeight * 3; ++i)
        result.push_back(static_cast<uint8_t>(i / 3 % 7 == 0 ? i : 90)); // runs and changes
    return result;
}

Bytes png()
{
    const std::vector<uint8_t> values = pixels();
    return files::encodePng({kWidth, kHeight}, std::as_bytes(std::span(values)));
}

Bytes jpeg()
{
    Bytes file;
    stbi_write_jpg_to_func(append, &file, kWidth, kHeight, 3, pixels().data(), 90);
    return file;
}

Bytes hdr(int width = kWidth)
{
    std::vector<float> values;
    for (const uint8_t value : pixels())
        values.push_back(static_cast<float>(value) / 64);
    Bytes file;
    stbi_write_hdr_to_func(append, &file, width, kHeight, 3, values.data());
    return file;
}

Bytes ppm()
{
    Bytes file = bytesOf("P6 # a comment\n40 9\n255\n");
    const std::vector<uint8_t> values = pixels();
    const auto samples = std::as_bytes(std::span(values));
    file.insert(file.end(), samples.begin(), samples.end());
    return file;
}

// Empty where the file is decoded.
std::string refusalOfPicture(const Bytes& file)
{
    return refusalOf([&] {
        const PictureFile picture(file);
        (void)picture.bytes(4);
        (void)picture.words(1);
        (void)picture.floats(4);
    });
}

TEST(Picture, IsDecoded)
{
    for (const Bytes& file : {png(), ppm()}) {
        const PictureFile picture(file);
        EXPECT_EQ(picture.width(), uint32_t{kWidth});
        EXPECT_EQ(picture.height(), uint32_t{kHeight});
        EXPECT_EQ(picture.channels(), 3u);
        EXPECT_FALSE(picture.isHdr());
        EXPECT_EQ(picture.bytes(3), pixels());
    }
    for (const Bytes& file : {hdr(), hdr(5)}) { // of coded rows, and of rows too short for that
        const PictureFile picture(file);
        EXPECT_TRUE(picture.isHdr());
        EXPECT_NEAR(picture.floats(3)[0], 0, 0.02);
        EXPECT_NEAR(picture.floats(3)[4], 90 / 64.0, 0.02);
    }
    const Bytes file = jpeg();
    EXPECT_EQ(PictureFile(file).width(), uint32_t{kWidth});
    EXPECT_NEAR(PictureFile(file).bytes(3)[60], pixels()[60], 60);
}

TEST(Picture, OfWordsIsWhatWasEncoded)
{
    for (uint32_t channels = 1; channels <= 4; ++channels) {
        std::vector<uint16_t> words;
        Bytes bytes;
        for (uint32_t i = 0; i < 30 * 20 * channels; ++i) {
            words.push_back(static_cast<uint16_t>(i * i * 37 / channels));
            bytes.push_back(static_cast<std::byte>(words.back() >> 8));
            bytes.push_back(static_cast<std::byte>(words.back() & 0xff));
        }
        const Bytes file = files::encodePng({30, 20, channels, 2}, bytes);
        const PictureFile picture(file);
        EXPECT_TRUE(picture.isWide());
        EXPECT_EQ(picture.channels(), channels);
        EXPECT_EQ(picture.words(channels), words);
    }
}

TEST(Picture, IsRefusedWhereverItIsCut)
{
    for (const Bytes& whole : {png(), jpeg(), hdr(), hdr(5), ppm()}) {
        ASSERT_EQ(refusalOfPicture(whole), "");
        for (std::size_t size = 12; size < whole.size(); ++size)
            ASSERT_EQ(refusalOfPicture(firstOf(whole, size)), "it is truncated") << size << " of " << whole.size();
    }
}

TEST(Picture, IsDecodedOrRefusedWithAnyByteChanged)
{
    for (const Bytes& whole : {jpeg(), hdr(), hdr(5), ppm()})
        for (std::size_t i = 0; i < whole.size(); ++i)
            for (const std::byte value : {std::byte{0}, std::byte{0x31}, std::byte{0x80}, std::byte{0xff}}) {
                Bytes file = whole;
                file[i] = value;
                const std::string refusal = refusalOfPicture(file); // what matters is that it ends, and well
                EXPECT_TRUE(refusal.empty() || refusal.starts_with("it")) << refusal;
            }
}

// 69 bytes that claim 2 GiB of pixels.
TEST(Picture, ClaimsNoMoreThanItsBytesCanHold)
{
    const auto chunk = [](const std::string& name, const Bytes& data) {
        Bytes content = bytesOf(name);
        content.insert(content.end(), data.begin(), data.end());
        const auto number = [](uint32_t value) {
            return Bytes{std::byte(value >> 24), std::byte(value >> 16 & 0xff), std::byte(value >> 8 & 0xff),
                         std::byte(value & 0xff)};
        };
        Bytes result = number(static_cast<uint32_t>(data.size()));
        const Bytes checksum = number(files::checksumOf(content));
        result.insert(result.end(), content.begin(), content.end());
        result.insert(result.end(), checksum.begin(), checksum.end());
        return result;
    };
    const auto pngOf = [&](uint8_t extent, uint8_t bits) {
        Bytes file = bytesOf("\x89PNG\r\n\x1a\n");
        Bytes header(13);
        header[2] = header[6] = std::byte{extent}; // times 256
        header[8] = std::byte{bits};
        header[9] = std::byte{6}; // colours and alpha
        for (const Bytes& part : {chunk("IHDR", header), chunk("IDAT", Bytes(12, std::byte{0x78})), chunk("IEND", {})})
            file.insert(file.end(), part.begin(), part.end());
        return file;
    };
    EXPECT_EQ(pngOf(64, 16).size(), 69u);
    EXPECT_EQ(refusalOfPicture(pngOf(64, 16)), "it is damaged: it claims 16384 x 16384 pixels in 12 bytes");
    EXPECT_EQ(refusalOfPicture(pngOf(64, 8)), "it is damaged: it claims 16384 x 16384 pixels in 12 bytes");
    EXPECT_EQ(refusalOfPicture(pngOf(0, 8)), "it is damaged: it claims 0 x 0 pixels in 12 bytes");
}

TEST(Picture, HasAKnownFormat)
{
    EXPECT_EQ(refusalOfPicture({}), "it is no picture of a known kind");
    EXPECT_EQ(refusalOfPicture(bytesOf("BM is a bitmap")), "it is no picture of a known kind");
    EXPECT_EQ(refusalOfPicture(bytesOf("P5 2 2 65535\n12345678")), "its largest value is 65535, and only 255 is read");
    EXPECT_EQ(refusalOfPicture(bytesOf("P5 9999999999 2 255\n")), "its header lacks a number");
    EXPECT_EQ(refusalOfPicture(bytesOf("#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n+Y 2 +X 2\n1234123412341234")),
              "its header has no size that is read");
}

} // namespace
