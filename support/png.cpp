#include "png.h"

#include "checksum.h"
#include "picture_check.h"

// Only this file includes the single-header library's functions.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace files {

namespace {

constexpr const char* kTooLarge = "the picture is too large for a PNG file";

// Encodes PNG of 8 bits per value, by stb_image_write.
Bytes encodeBytes(const PngShape& shape, std::span<const std::byte> pixels)
{
    const auto append = [](void* to, void* data, int size) {
        const auto* bytes = static_cast<const std::byte*>(data);
        static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), bytes, bytes + size);
    };
    Bytes content;
    if (stbi_write_png_to_func(append, &content, static_cast<int>(shape.width), static_cast<int>(shape.height),
                               static_cast<int>(shape.channels), pixels.data(),
                               static_cast<int>(shape.width * shape.channels)) == 0)
        throw std::runtime_error(kTooLarge);
    return content;
}

void appendNumber(Bytes* content, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        content->push_back(static_cast<std::byte>(value >> shift & 0xff));
}

void appendChunk(Bytes* content, std::string_view name, std::span<const std::byte> data)
{
    appendNumber(content, static_cast<uint32_t>(data.size()));
    const std::size_t begin = content->size();
    const auto letters = std::as_bytes(std::span(name));
    content->insert(content->end(), letters.begin(), letters.end());
    content->insert(content->end(), data.begin(), data.end());
    appendNumber(content, checksumOf(std::span(*content).subspan(begin)));
}

// Encodes PNG of 16 bits per value, which stb_image_write lacks. Filter 1: each byte minus that of the previous pixel.
Bytes encodeWords(const PngShape& shape, std::span<const std::byte> pixels)
{
    constexpr std::array kColours = {0, 4, 2, 6}; // by number of channels
    const std::size_t pixelBytes = std::size_t{2} * shape.channels;
    const std::size_t rowBytes = pixelBytes * shape.width;
    std::vector<unsigned char> rows;
    rows.reserve((1 + rowBytes) * shape.height);
    for (std::size_t row = 0; row < shape.height; ++row) {
        rows.push_back(1);
        for (std::size_t i = 0; i < rowBytes; ++i) {
            const std::byte* at = &pixels[row * rowBytes + i];
            const unsigned before = i < pixelBytes ? 0 : std::to_integer<unsigned>(*(at - pixelBytes));
            rows.push_back(static_cast<unsigned char>(std::to_integer<unsigned>(*at) - before));
        }
    }
    int compressedBytes = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> compressed(
        rows.size() > INT_MAX ? nullptr
                              : stbi_zlib_compress(rows.data(), static_cast<int>(rows.size()), &compressedBytes, 8),
        std::free);
    if (compressed == nullptr)
        throw std::runtime_error(kTooLarge);
    Bytes header;
    appendNumber(&header, shape.width);
    appendNumber(&header, shape.height);
    for (const int value : {16, kColours.at(shape.channels - 1), 0, 0, 0})
        header.push_back(static_cast<std::byte>(value));
    const auto signature = std::as_bytes(std::span(kPngSignature));
    Bytes content(signature.begin(), signature.end());
    appendChunk(&content, "IHDR", header);
    appendChunk(&content, "IDAT",
                std::as_bytes(std::span(compressed.get(), static_cast<std::size_t>(compressedBytes))));
    appendChunk(&content, "IEND", {});
    return content;
}

} // namespace

Bytes encodePng(const PngShape& shape, std::span<const std::byte> pixels)
{
    return shape.valueBytes == 1 ? encodeBytes(shape, pixels) : encodeWords(shape, pixels);
}

void writePng(const std::string& file, uint32_t width, uint32_t height, std::span<const std::byte> pixels)
{
    std::vector<std::byte> opaque;
    opaque.reserve(pixels.size() / 4 * 3);
    for (std::size_t i = 0; i + 4 <= pixels.size(); i += 4)
        opaque.insert(opaque.end(), pixels.data() + i, pixels.data() + i + 3);
    write(file, encodePng({width, height}, opaque), true);
}

} // namespace files
