// The part of a file that is coded.
#pragma once

#include <support/file.h>

#include <cstdint>
#include <string>
#include <vector>

namespace codec {

using files::Bytes;

// How bytes form elements, and their possible tuples.
struct Layout {
    uint32_t elementBytes = 1; // 1 to 4
    bool bigEndian = false;
    std::vector<uint32_t> tupleSizes = {1};
};

// Decoding restores header, payload and trailer, in sequence: the file itself or, for a PNG file, its pixels as a PAM
// file.
struct Source {
    std::string description;
    Bytes header;
    Bytes payload; // the coded part
    Bytes trailer;
    std::vector<Layout> layouts; // of the payload
};

enum class Kind { Auto, Wav, Image, Binary };

// Reads the file. Auto treats a file as binary if it does not begin like a WAV, PNG, PGM, PPM or PAM file. Throws
// std::runtime_error with a sentence that names the file.
[[nodiscard]] Source readSource(const std::string& file, Kind kind);

// Each throws only the reason if the bytes are no valid file of its kind.
[[nodiscard]] bool isImage(const Bytes& file);
[[nodiscard]] Source imageSource(const Bytes& file);
// Arbitrary bytes; elements may be bytes and words of 2 and 4 bytes.
[[nodiscard]] Source binarySource(const Bytes& file);

// Header, `payloadBytes` from `begin` on, and the rest.
[[nodiscard]] Source split(const Bytes& file, std::size_t begin, std::size_t payloadBytes);

// Tuple sizes to try for interleaved channels: separate channels, or all in one sequence.
[[nodiscard]] std::vector<uint32_t> tupleSizesOf(uint32_t channels);

} // namespace codec
