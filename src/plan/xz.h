// A decoder of .xz files with one block that is filtered only by LZMA2, as CMake writes them. From "The .xz File
// Format" (Tukaani, 1.2.1) and "LZMA specification" (I. Pavlov, draft of 2015), both in the public domain.
#ifndef VKSCAN_PLAN_XZ_H
#define VKSCAN_PLAN_XZ_H

#include <cstdint>
#include <span>

namespace vkscan {

// Returns whether `packed` is such a file and its contents fill `unpacked` exactly; otherwise these bytes are
// unspecified. Checksums are not verified. No file causes accesses outside the two spans. Allocates nothing, and takes
// some 30 KB of stack.
[[nodiscard]] bool unpackXz(std::span<const uint8_t> packed, std::span<uint8_t> unpacked) noexcept;

} // namespace vkscan

#endif
