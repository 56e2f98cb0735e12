#include "source.h"

#include <vkscan/difference.h>

#include <stdexcept>

namespace codec {
namespace {

constexpr const char* kWhat = "the file";

Source sourceOf(const Bytes& bytes, Kind kind)
{
    if (kind == Kind::Wav || (kind == Kind::Auto && isWav(bytes)))
        return wavSource(bytes);
    if (kind == Kind::Image || (kind == Kind::Auto && isImage(bytes)))
        return imageSource(bytes);
    return binarySource(bytes);
}

} // namespace

Source readSource(const std::string& file, Kind kind)
{
    const Bytes bytes = files::read(kWhat, file);
    try {
        return sourceOf(bytes, kind);
    } catch (const std::runtime_error& reason) {
        throw std::runtime_error(files::cannotRead(kWhat, file, reason.what()));
    }
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
