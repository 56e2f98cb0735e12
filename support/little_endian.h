// Numbers in files, lowest byte first.
#ifndef VKSCAN_SUPPORT_LITTLE_ENDIAN_H
#define VKSCAN_SUPPORT_LITTLE_ENDIAN_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace files {

// A number of at most 4 bytes, which must exist.
[[nodiscard]] inline uint32_t readLittleEndian(std::span<const std::byte> bytes, std::size_t at, uint32_t size)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < size; ++i)
        value |= std::to_integer<uint32_t>(bytes[at + i]) << (8 * i);
    return value;
}

[[nodiscard]] inline uint64_t readLittleEndian64(std::span<const std::byte> bytes, std::size_t at)
{
    return readLittleEndian(bytes, at, 4) | uint64_t{readLittleEndian(bytes, at + 4, 4)} << 32;
}

inline void appendLittleEndian(std::vector<std::byte>* bytes, uint64_t value, uint32_t size)
{
    for (uint32_t i = 0; i < size; ++i)
        bytes->push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}

} // namespace files

#endif
