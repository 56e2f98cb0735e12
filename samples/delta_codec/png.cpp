// PNG files, by stb_image, which does not hold them against their checksums.
#include "image.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

#include <array>
#include <climits>
#include <memory>
#include <stdexcept>

namespace codec {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

uint32_t readBigEndian(const Bytes& file, std::size_t at)
{
    uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | std::to_integer<uint32_t>(file[at + i]);
    return value;
}

// CRC-32, bit by bit: ISO 3309.
uint32_t checksumOf(const Bytes& file, std::size_t begin, std::size_t end)
{
    uint32_t checksum = 0xffffffff;
    for (std::size_t i = begin; i < end; ++i) {
        checksum ^= std::to_integer<uint32_t>(file[i]);
        for (int bit = 0; bit < 8; ++bit)
            checksum = checksum >> 1 ^ (checksum % 2 != 0 ? 0xedb88320 : 0);
    }
    return ~checksum;
}

// Each chunk is the length of its data, a name of 4 bytes, the data, and the checksum of both.
void checkChunks(const Bytes& file)
{
    constexpr std::size_t kAround = 12;
    constexpr uint32_t kLast = 0x49454e44; // IEND
    uint32_t name = 0;
    for (std::size_t at = kSignature.size(); name != kLast;) {
        const std::size_t left = file.size() - at;
        if (left < kAround || left - kAround < readBigEndian(file, at))
            throw std::runtime_error("it is truncated");
        const std::size_t end = at + 8 + readBigEndian(file, at);
        if (checksumOf(file, at + 4, end) != readBigEndian(file, end))
            throw std::runtime_error("it is damaged: a checksum is wrong");
        name = readBigEndian(file, at + 4);
        at = end + 4;
    }
}

std::string pamHeader(const Shape& shape)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return "P7\nWIDTH " + std::to_string(shape.width) + "\nHEIGHT " + std::to_string(shape.height) + "\nDEPTH " +
           std::to_string(shape.channels) + "\nMAXVAL " + std::to_string(shape.largest) + "\nTUPLTYPE " +
           kTupleTypes.at(shape.channels - 1) + "\nENDHDR\n";
}

// `Sample` is a byte or, high byte first in the payload, a short.
template <class Sample>
Bytes samplesOf(const std::unique_ptr<Sample, void (*)(void*)>& samples, const Shape& shape)
{
    if (samples == nullptr)
        throw std::runtime_error(stbi_failure_reason());
    Bytes bytes;
    const std::size_t count = shape.width * shape.height * shape.channels;
    bytes.reserve(count * sizeof(Sample));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = sizeof(Sample); byte-- > 0;)
            bytes.push_back(static_cast<std::byte>(samples.get()[i] >> (8 * byte) & 0xff));
    return bytes;
}

} // namespace

bool isPng(const Bytes& file)
{
    return beginsWith(file, kSignature);
}

Source pngSource(const Bytes& file)
{
    if (file.size() > INT_MAX)
        throw std::runtime_error("it is too large");
    checkChunks(file);
    const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
    const int size = static_cast<int>(file.size());
    const bool isWide = stbi_is_16_bit_from_memory(bytes, size) != 0;
    int width = 0;
    int height = 0;
    int channels = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> samples(nullptr, stbi_image_free);
    std::unique_ptr<stbi_us, void (*)(void*)> wideSamples(nullptr, stbi_image_free);
    if (isWide)
        wideSamples.reset(stbi_load_16_from_memory(bytes, size, &width, &height, &channels, 0));
    else
        samples.reset(stbi_load_from_memory(bytes, size, &width, &height, &channels, 0));
    const Shape shape = {static_cast<uint64_t>(width), static_cast<uint64_t>(height), static_cast<uint64_t>(channels),
                         isWide ? uint64_t{65535} : uint64_t{255}};
    Source source;
    source.payload = isWide ? samplesOf(wideSamples, shape) : samplesOf(samples, shape);
    const std::string header = pamHeader(shape);
    const auto* headerBytes = reinterpret_cast<const std::byte*>(header.data());
    source.header.assign(headerBytes, headerBytes + header.size());
    return withShape(std::move(source), "pixels of a PNG", shape);
}

} // namespace codec
