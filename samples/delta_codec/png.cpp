// PNG files: their pixels become those of a PAM file, and the other way round.
#include "image.h"

#include <support/picture_check.h>
#include <support/picture_file.h>
#include <support/png.h>

#include <array>
#include <stdexcept>

namespace codec {
namespace {

std::string pamHeader(const Shape& shape)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return "P7\nWIDTH " + std::to_string(shape.width) + "\nHEIGHT " + std::to_string(shape.height) + "\nDEPTH " +
           std::to_string(shape.channels) + "\nMAXVAL " + std::to_string(shape.largest) + "\nTUPLTYPE " +
           kTupleTypes.at(shape.channels - 1) + "\nENDHDR\n";
}

// `Sample` is a byte or a word, whose high byte comes first in the payload.
template <class Sample>
Bytes bytesOf(const std::vector<Sample>& samples)
{
    Bytes bytes;
    bytes.reserve(samples.size() * sizeof(Sample));
    for (const Sample sample : samples)
        for (std::size_t byte = sizeof(Sample); byte-- > 0;)
            bytes.push_back(static_cast<std::byte>(sample >> (8 * byte) & 0xff));
    return bytes;
}

} // namespace

Source pngSource(const Bytes& file)
{
    const files::PictureFile picture(file);
    const uint32_t channels = picture.channels();
    const bool isWide = picture.isWide();
    const Shape shape = {picture.width(), picture.height(), channels, isWide ? 65535u : 255u};
    Source source;
    source.payload = isWide ? bytesOf(picture.words(channels)) : bytesOf(picture.bytes(channels));
    const std::string header = pamHeader(shape);
    const auto* headerBytes = reinterpret_cast<const std::byte*>(header.data());
    source.header.assign(headerBytes, headerBytes + header.size());
    return withShape(std::move(source), "pixels of a PNG", shape);
}

Bytes toPng(const Bytes& file)
{
    if (files::isPng(file))
        return file;
    if (!isImage(file))
        throw std::runtime_error("the input restores no picture that a PNG file can hold");
    const auto [shape, begin, bytes] = readNetpbm(file);
    if (shape.channels > 4 || (shape.largest != 255 && shape.largest != 65535) || begin + bytes != file.size())
        throw std::runtime_error("the input restores no picture that a PNG file can hold");
    return files::encodePng({.width = static_cast<uint32_t>(shape.width),
                             .height = static_cast<uint32_t>(shape.height),
                             .channels = static_cast<uint32_t>(shape.channels),
                             .valueBytes = shape.sampleBytes()},
                            std::span(file).subspan(begin));
}

} // namespace codec
