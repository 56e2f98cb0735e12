#include "source.h"

#include <support/wav.h>

#include <vkscan/scan.h>

namespace codec {
namespace {

Source wavSource(const Bytes& file)
{
    const files::Wav wav = files::readWav(file);
    const files::WavFormat& format = wav.format;
    if (format.coding != files::kWavPcm)
        throw std::runtime_error("its samples are no PCM but of format " + std::to_string(format.coding) +
                                 "; --as binary takes it as bytes");
    Source source = split(file, wav.begin, wav.size);
    source.description =
        "WAV, channels: " + std::to_string(format.channels) + ", bytes a sample: " + std::to_string(format.sampleBytes);
    source.layouts = {{format.sampleBytes, false, tupleSizesOf(format.channels)}};
    return source;
}

Source sourceOf(const Bytes& bytes, Kind kind)
{
    if (kind == Kind::Wav || (kind == Kind::Auto && files::isWav(bytes)))
        return wavSource(bytes);
    if (kind == Kind::Image || (kind == Kind::Auto && isImage(bytes)))
        return imageSource(bytes);
    return binarySource(bytes);
}

} // namespace

Source readSource(const std::string& file, Kind kind)
{
    return files::readAs("the file", file, [kind](const Bytes& bytes) { return sourceOf(bytes, kind); });
}

Source binarySource(const Bytes& file)
{
    Source source = split(file, 0, file.size());
    source.description = "bytes";
    // Pixels of 3 and 4 bytes, structures of some words.
    source.layouts = {{1, false, {1, 2, 3, 4, 6, 8}}, {2, false, {1, 2, 3, 4}}, {4, false, {1, 2, 3, 4}}};
    return source;
}

Source split(const Bytes& file, std::size_t begin, std::size_t payloadBytes)
{
    const auto payload = file.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto trailer = payload + static_cast<std::ptrdiff_t>(payloadBytes);
    Source source;
    source.header.assign(file.begin(), payload);
    source.payload.assign(payload, trailer);
    source.trailer.assign(trailer, file.end());
    return source;
}

std::vector<uint32_t> tupleSizesOf(uint32_t channels)
{
    if (channels < 2 || channels > vkscan::kMaxTupleSize)
        return {1};
    return {1, channels};
}

} // namespace codec
