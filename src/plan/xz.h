// Unpacks what is embedded packed: a decoder of .xz files with one block that is filtered by LZMA2 alone, as CMake
// writes them. From "The .xz File Format" (Tukaani, 1.2.1) and "LZMA specification" (I. Pavlov, draft of 2015), both in
// the public domain.
#ifndef VKSCAN_PLAN_XZ_H
#define VKSCAN_PLAN_XZ_H

#include <cstdint>
#include <span>

namespace vkscan {

// Returns whether `packed` is one such file, of exactly as many bytes as `unpacked` takes. If not, these are
// unspecified. Checksums are not verified. Reads and writes nothing else, whatever the file says. Allocates nothing,
// and takes some 30 KB of stack.
[[nodiscard]] bool unpackXz(std::span<const uint8_t> packed, std::span<uint8_t> unpacked) noexcept;

} // namespace vkscan

#endif
