// Unpacks what is embedded packed: a decoder of RFC 1951, "DEFLATE Compressed Data Format Specification version 1.3"
// (P. Deutsch, 1996), without the headers and checksums of zlib and gzip.
#ifndef VKSCAN_PLAN_INFLATE_H
#define VKSCAN_PLAN_INFLATE_H

#include <cstdint>
#include <span>

namespace vkscan {

// Returns whether `packed` is one whole stream, with nothing behind it, of exactly as many bytes as `unpacked` takes.
// If not, these are unspecified. Reads and writes nothing else, whatever the stream says. Allocates nothing, and takes
// some 6 KB of stack.
[[nodiscard]] bool inflate(std::span<const uint8_t> packed, std::span<uint8_t> unpacked) noexcept;

} // namespace vkscan

#endif
