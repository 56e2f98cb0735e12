// The checksum of a PNG file's chunks.
#ifndef VKSCAN_SUPPORT_CHECKSUM_H
#define VKSCAN_SUPPORT_CHECKSUM_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace files {

// CRC-32, bit by bit: ISO 3309.
[[nodiscard]] inline uint32_t checksumOf(std::span<const std::byte> bytes)
{
    uint32_t checksum = 0xffffffff;
    for (const std::byte byte : bytes) {
        checksum ^= std::to_integer<uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            checksum = checksum >> 1 ^ (checksum % 2 != 0 ? 0xedb88320 : 0);
    }
    return ~checksum;
}

} // namespace files

#endif
