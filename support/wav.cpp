// WAV files are a list of chunks; one specifies how the samples in another are coded. Microsoft & IBM, "Multimedia
// Programming Interface and Data Specifications 1.0", 1991.
#include "wav.h"

#include "little_endian.h"

#include <cstring>
#include <limits>

namespace files {
namespace {

constexpr std::size_t kChunkHeader = 8;       // name and size
constexpr std::size_t kFirstChunk = 12;       // after RIFF, a size and WAVE
constexpr std::size_t kFormatBytes = 16;      // minimum of the chunk "fmt "
constexpr uint32_t kUnknownSize = 0xffffffff; // of files written to a pipe: up to the end
constexpr uint32_t kExtensible = 0xfffe;
constexpr std::size_t kSubFormat = 24; // offset of an extensible format's kind

struct Chunk {
    std::size_t begin = 0; // beginning of its content
    std::size_t size = 0;
};

bool hasName(const Bytes& file, std::size_t at, const char* name)
{
    return file.size() >= at + 4 && std::memcmp(file.data() + at, name, 4) == 0;
}

Chunk findChunk(const Bytes& file, const char* name)
{
    for (std::size_t at = kFirstChunk; at + kChunkHeader <= file.size();) {
        Chunk chunk = {at + kChunkHeader, readLittleEndian(file, at + 4, 4)};
        const std::size_t left = file.size() - chunk.begin;
        if (chunk.size == kUnknownSize)
            chunk.size = left;
        if (chunk.size > left)
            throw std::runtime_error("it is truncated: of a chunk of " + std::to_string(chunk.size) + " bytes there " +
                                     "are " + std::to_string(left));
        if (hasName(file, at, name))
            return chunk;
        at = chunk.begin + chunk.size + chunk.size % 2;
    }
    throw std::runtime_error(std::string("it has no chunk '") + name + "'");
}

WavFormat formatOf(const Bytes& file, const Chunk& chunk)
{
    const auto field = [&](std::size_t at, uint32_t bytes) { return readLittleEndian(file, chunk.begin + at, bytes); };
    const uint32_t tag = field(0, 2);
    const uint32_t frameBytes = field(12, 2);
    const uint32_t bits = field(14, 2);
    WavFormat format;
    format.coding = tag == kExtensible && chunk.size >= kSubFormat + 2 ? field(kSubFormat, 2) : tag;
    format.channels = field(2, 2);
    format.rate = field(4, 4);
    format.sampleBytes = (bits + 7) / 8;
    const bool isSound = format.channels > 0 && format.sampleBytes >= 1 && format.sampleBytes <= 4 &&
                         frameBytes == format.channels * format.sampleBytes;
    if (format.coding == kWavPcm && !isSound)
        throw std::runtime_error("it has " + std::to_string(format.channels) + " channels of " + std::to_string(bits) +
                                 " bits in frames of " + std::to_string(frameBytes) + " bytes");
    return format;
}

void appendName(Bytes* file, const char* name)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(name);
    file->insert(file->end(), bytes, bytes + 4);
}

} // namespace

bool isWav(const Bytes& file)
{
    return hasName(file, 0, "RIFF") && hasName(file, 8, "WAVE");
}

Wav readWav(const Bytes& file)
{
    if (!isWav(file))
        throw std::runtime_error("it is no WAV file");
    const Chunk format = findChunk(file, "fmt ");
    if (format.size < kFormatBytes)
        throw std::runtime_error("its chunk 'fmt ' is too short");
    Wav wav;
    wav.format = formatOf(file, format);
    const Chunk data = findChunk(file, "data");
    wav.begin = data.begin;
    wav.size = data.size;
    return wav;
}

Bytes encodeWav(const WavFormat& format, std::span<const std::byte> samples)
{
    const std::size_t padded = samples.size() + samples.size() % 2;
    const std::size_t riffBytes = 4 + kChunkHeader + kFormatBytes + kChunkHeader + padded;
    if (riffBytes >= std::numeric_limits<uint32_t>::max())
        throw std::runtime_error("a WAV file has less than 4 GiB");
    const uint32_t frameBytes = format.channels * format.sampleBytes;
    Bytes file;
    file.reserve(kChunkHeader + riffBytes);
    appendName(&file, "RIFF");
    appendLittleEndian(&file, riffBytes, 4);
    appendName(&file, "WAVE");
    appendName(&file, "fmt ");
    appendLittleEndian(&file, kFormatBytes, 4);
    appendLittleEndian(&file, format.coding, 2);
    appendLittleEndian(&file, format.channels, 2);
    appendLittleEndian(&file, format.rate, 4);
    appendLittleEndian(&file, uint64_t{format.rate} * frameBytes, 4);
    appendLittleEndian(&file, frameBytes, 2);
    appendLittleEndian(&file, format.sampleBytes * 8, 2);
    appendName(&file, "data");
    appendLittleEndian(&file, samples.size(), 4);
    file.insert(file.end(), samples.begin(), samples.end());
    file.resize(kChunkHeader + riffBytes);
    return file;
}

} // namespace files
