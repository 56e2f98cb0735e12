// The part of a file that is coded.
#pragma once

#include <support/file.h>

#include <cstdint>
#include <string>
#include <vector>

namespace codec {

using files::Bytes;

// How bytes are elements, and which tuples these may form.
struct Layout {
    uint32_t elementBytes = 1; // 1 to 4
    bool bigEndian = false;
    std::vector<uint32_t> tupleSizes = {1};
};

// Decoding restores header, payload and trailer, one behind the other: the file itself or, for a PNG file, its pixels
// as a PAM file.
struct Source {
    std::string description;
    Bytes header;
    Bytes payload; // what is coded
    Bytes trailer;
    std::vector<Layout> layouts; // of the payload
};

enum class Kind { Auto, Wav, Image, Binary };

// Reads the file. Auto takes a file as binary if it does not begin like a WAV, PNG, PGM, PPM or PAM file. Throws
// std::runtime_error with a sentence that names the file.
[[nodiscard]] Source readSource(const std::string& file, Kind kind);

// Each throws the reason alone if the bytes are no valid file of its kind.
[[nodiscard]] bool isImage(const Bytes& file);
[[nodiscard]] Source imageSource(const Bytes& file);
// Any bytes; the elements may be bytes and words of 2 and 4 bytes.
[[nodiscard]] Source binarySource(const Bytes& file);

// Header, `payloadBytes` from `begin` on, and the rest.
[[nodiscard]] Source split(const Bytes& file, std::size_t begin, std::size_t payloadBytes);

// Tuple sizes to try for interleaved channels: each channel apart, or all in one sequence.
[[nodiscard]] std::vector<uint32_t> tupleSizesOf(uint32_t channels);

} // namespace codec
