// The file format of the encoder. All numbers have their lowest byte first.
//
//     offset  bytes
//          0      4  "VKDC"
//          4      1  version: 1
//          5      1  bytes of an element: 1 to 4
//          6      1  1 if an element's highest byte comes first, else 0
//          7      1  order: 0 to 16
//          8      1  tuple size: 1 to 16
//          9      7  0
//         16      8  bytes of the header
//         24      8  bytes of the payload
//         32      8  bytes of the trailer
//         40      8  hash of what decoding restores (FNV-1a)
//         48         header, payload, trailer
//
// The payload's whole elements are differences of the given order and tuple size, modulo 2^8 for each of their bytes.
// Header, trailer and the rest of the payload are copies.
#pragma once

#include "source.h"

namespace codec {

struct Coding {
    uint32_t elementBytes = 1;
    bool bigEndian = false;
    uint32_t order = 0; // 0: the original elements
    uint32_t tupleSize = 1;
};

struct Container {
    Coding coding;
    Bytes header;
    Bytes payload;
    Bytes trailer;
    uint64_t hash = 0;
};

// 64-bit hash FNV-1a (Fowler, Noll & Vo).
[[nodiscard]] uint64_t hashOf(const Bytes& bytes);

[[nodiscard]] Bytes toBytes(const Container& container);
// Throws std::runtime_error with only the reason.
[[nodiscard]] Container toContainer(const Bytes& file);

[[nodiscard]] Bytes joined(const Bytes& header, const Bytes& payload, const Bytes& trailer);

} // namespace codec
