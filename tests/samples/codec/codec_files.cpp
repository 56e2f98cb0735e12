#include "codec_files.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <array>
#include <cmath>

using files::Bytes;

namespace {

void append(Bytes* bytes, const Bytes& more)
{
    bytes->insert(bytes->end(), more.begin(), more.end());
}

void appendNumber(Bytes* bytes, uint32_t value, uint32_t size)
{
    for (uint32_t i = 0; i < size; ++i)
        bytes->push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}

void appendChunk(Bytes* bytes, const char* name, const Bytes& content)
{
    append(bytes, bytesOf(name));
    appendNumber(bytes, static_cast<uint32_t>(content.size()), 4);
    append(bytes, content);
    if (content.size() % 2 != 0)
        bytes->push_back({});
}

} // namespace

Bytes makeWav(const Wav& wav)
{
    const uint32_t frameBytes = wav.channels * wav.bits / 8;
    Bytes format;
    appendNumber(&format, wav.format, 2);
    appendNumber(&format, wav.channels, 2);
    appendNumber(&format, 44100, 4);
    appendNumber(&format, 44100 * frameBytes, 4);
    appendNumber(&format, frameBytes, 2);
    appendNumber(&format, wav.bits, 2);
    Bytes data;
    for (uint32_t frame = 0; frame < wav.frames; ++frame)
        for (uint32_t channel = 0; channel < wav.channels; ++channel) {
            const double phase = 0.01 * (channel + 1) * frame + channel;
            appendNumber(&data,
                         static_cast<uint32_t>(std::lround(std::sin(phase) * std::ldexp(0.9, int(wav.bits) - 1))),
                         wav.bits / 8);
        }
    Bytes chunks = bytesOf("WAVE");
    appendChunk(&chunks, "fmt ", format);
    appendChunk(&chunks, "data", data);
    appendChunk(&chunks, "LIST", bytesOf("a comment"));
    Bytes file;
    appendChunk(&file, "RIFF", chunks);
    return file;
}

Bytes makePixels(const Picture& picture)
{
    Bytes pixels;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            for (int channel = 0; channel < picture.channels; ++channel)
                pixels.push_back(static_cast<std::byte>((2 * x + y + 70 * channel * channel + x * y % 3) & 0xff));
    return pixels;
}

Bytes makePng(const Picture& picture)
{
    Bytes file;
    const auto write = [](void* to, void* data, int size) {
        const auto* bytes = static_cast<const std::byte*>(data);
        static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), bytes, bytes + size);
    };
    const Bytes pixels = makePixels(picture);
    stbi_write_png_to_func(write, &file, picture.width, picture.height, picture.channels, pixels.data(),
                           picture.width * picture.channels);
    return file;
}

Bytes makePam(const Picture& picture)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    Bytes file = bytesOf("P7\nWIDTH " + std::to_string(picture.width) + "\nHEIGHT " + std::to_string(picture.height) +
                         "\nDEPTH " + std::to_string(picture.channels) + "\nMAXVAL 255\nTUPLTYPE " +
                         kTupleTypes.at(static_cast<std::size_t>(picture.channels) - 1) + "\nENDHDR\n");
    append(&file, makePixels(picture));
    return file;
}

Bytes makeNumbers()
{
    Bytes bytes;
    for (uint32_t i = 0; i < 3000; ++i)
        appendNumber(&bytes, i * 70001 + i * i % 7, 4);
    append(&bytes, bytesOf("end"));
    return bytes;
}
