#include "codec_files.h"

#include <support/little_endian.h>

#include <array>
#include <cmath>

using files::appendLittleEndian;
using files::Bytes;

namespace {

void append(Bytes* bytes, const Bytes& more)
{
    bytes->insert(bytes->end(), more.begin(), more.end());
}

} // namespace

Bytes makeWav(const files::WavFormat& format, uint32_t frames)
{
    Bytes samples;
    const double loudest = std::ldexp(0.9, static_cast<int>(8 * format.sampleBytes) - 1);
    for (uint32_t frame = 0; frame < frames; ++frame)
        for (uint32_t channel = 0; channel < format.channels; ++channel) {
            const double phase = 0.01 * (channel + 1) * frame + channel;
            appendLittleEndian(&samples, static_cast<uint32_t>(std::lround(std::sin(phase) * loudest)),
                               format.sampleBytes);
        }
    Bytes file = files::encodeWav(format, samples);
    append(&file, bytesOf("LIST"));
    appendLittleEndian(&file, 9, 4);
    append(&file, bytesOf("a comment"));
    return file;
}

Bytes makePixels(const files::PngShape& picture)
{
    Bytes pixels;
    for (uint32_t y = 0; y < picture.height; ++y)
        for (uint32_t x = 0; x < picture.width; ++x)
            for (uint32_t channel = 0; channel < picture.channels; ++channel)
                pixels.push_back(static_cast<std::byte>((2 * x + y + 70 * channel * channel + x * y % 3) & 0xff));
    return pixels;
}

Bytes makePng(const files::PngShape& picture)
{
    return files::encodePng(picture, makePixels(picture));
}

Bytes makePam(const files::PngShape& picture)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    Bytes file = bytesOf("P7\nWIDTH " + std::to_string(picture.width) + "\nHEIGHT " + std::to_string(picture.height) +
                         "\nDEPTH " + std::to_string(picture.channels) + "\nMAXVAL 255\nTUPLTYPE " +
                         kTupleTypes.at(picture.channels - 1) + "\nENDHDR\n");
    append(&file, makePixels(picture));
    return file;
}

Bytes makeNumbers()
{
    Bytes bytes;
    for (uint32_t i = 0; i < 3000; ++i)
        appendLittleEndian(&bytes, i * 70001 + i * i % 7, 4);
    append(&bytes, bytesOf("end"));
    return bytes;
}
