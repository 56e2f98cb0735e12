// WAV files: a list of chunks, of which one says how the samples of another are coded. Microsoft & IBM, "Multimedia
// Programming Interface and Data Specifications 1.0", 1991.
#include "source.h"

#include "little_endian.h"

#include <cstring>
#include <stdexcept>

namespace codec {
namespace {

constexpr std::size_t kChunkHeader = 8;       // name and size
constexpr std::size_t kFirstChunk = 12;       // behind RIFF, a size and WAVE
constexpr std::size_t kFormatBytes = 16;      // of the chunk "fmt ", at least
constexpr uint32_t kUnknownSize = 0xffffffff; // of what was written to a pipe: up to the end
constexpr uint32_t kPcm = 1;
constexpr uint32_t kExtensible = 0xfffe;
constexpr std::size_t kSubFormat = 24; // where an extensible format tells what it is

struct Chunk {
    std::size_t begin = 0; // of its content
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

uint32_t sampleBytes(const Bytes& file, const Chunk& format, uint32_t channels)
{
    uint32_t tag = readLittleEndian(file, format.begin, 2);
    if (tag == kExtensible && format.size >= kSubFormat + 2)
        tag = readLittleEndian(file, format.begin + kSubFormat, 2);
    if (tag != kPcm)
        throw std::runtime_error("its samples are no PCM but of format " + std::to_string(tag) +
                                 "; --as binary takes it as bytes");
    const uint32_t frameBytes = readLittleEndian(file, format.begin + 12, 2);
    const uint32_t bits = readLittleEndian(file, format.begin + 14, 2);
    const uint32_t bytes = (bits + 7) / 8;
    if (channels == 0 || bytes == 0 || bytes > 4 || frameBytes != channels * bytes)
        throw std::runtime_error("it has " + std::to_string(channels) + " channels of " + std::to_string(bits) +
                                 " bits in frames of " + std::to_string(frameBytes) + " bytes");
    return bytes;
}

} // namespace

bool isWav(const Bytes& file)
{
    return hasName(file, 0, "RIFF") && hasName(file, 8, "WAVE");
}

Source wavSource(const Bytes& file)
{
    if (!isWav(file))
        throw std::runtime_error("it is no WAV file");
    const Chunk format = findChunk(file, "fmt ");
    if (format.size < kFormatBytes)
        throw std::runtime_error("its chunk 'fmt ' is too short");
    const uint32_t channels = readLittleEndian(file, format.begin + 2, 2);
    const uint32_t bytes = sampleBytes(file, format, channels);
    const Chunk data = findChunk(file, "data");
    Source source = split(file, data.begin, data.size);
    source.description = "WAV, channels: " + std::to_string(channels) + ", bytes a sample: " + std::to_string(bytes);
    source.layouts = {{bytes, false, tupleSizesOf(channels)}};
    return source;
}

} // namespace codec
