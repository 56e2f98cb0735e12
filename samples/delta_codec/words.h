// Elements of 1 to 4 bytes as words, which are what the GPU adds. Sums and differences modulo 2^32 are right modulo
// 2^8, 2^16 and 2^24 as well, so words are narrowed again without loss.
#pragma once

#include "container.h"

namespace codec {

// All whole elements of the payload, as words.
[[nodiscard]] std::vector<uint32_t> widened(const Bytes& payload, const Coding& coding);

// The payload with its whole elements replaced.
[[nodiscard]] Bytes narrowed(const std::vector<uint32_t>& words, Bytes payload, const Coding& coding);

// Bits per byte that any code of single bytes takes at least: Shannon's entropy, 1948. 0 without bytes.
[[nodiscard]] double entropyOf(const Bytes& bytes);

} // namespace codec
