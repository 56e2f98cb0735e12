#include "container.h"

#include <support/little_endian.h>

#include <vkscan/scan.h>

#include <algorithm>
#include <stdexcept>

namespace codec {
namespace {

using files::appendLittleEndian;
using files::readLittleEndian;
using files::readLittleEndian64;

constexpr uint32_t kMagic = 0x43444b56; // "VKDC"
constexpr uint32_t kVersion = 1;
constexpr std::size_t kPrefixBytes = 48;

} // namespace

uint64_t hashOf(const Bytes& bytes)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const std::byte byte : bytes)
        hash = (hash ^ std::to_integer<uint64_t>(byte)) * 0x100000001b3;
    return hash;
}

Bytes joined(const Bytes& header, const Bytes& payload, const Bytes& trailer)
{
    Bytes bytes(header);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    bytes.insert(bytes.end(), trailer.begin(), trailer.end());
    return bytes;
}

Bytes toBytes(const Container& container)
{
    const Coding& coding = container.coding;
    Bytes prefix;
    appendLittleEndian(&prefix, kMagic, 4);
    for (const uint32_t value :
         {kVersion, coding.elementBytes, coding.bigEndian ? 1u : 0u, coding.order, coding.tupleSize})
        appendLittleEndian(&prefix, value, 1);
    appendLittleEndian(&prefix, 0, 7);
    for (const uint64_t value : {uint64_t{container.header.size()}, uint64_t{container.payload.size()},
                                 uint64_t{container.trailer.size()}, container.hash})
        appendLittleEndian(&prefix, value, 8);
    return joined(joined(prefix, container.header, container.payload), container.trailer, {});
}

Container toContainer(const Bytes& file)
{
    if (file.size() < kPrefixBytes || readLittleEndian(file, 0, 4) != kMagic)
        throw std::runtime_error("it is none that encoding wrote");
    if (readLittleEndian(file, 4, 1) != kVersion)
        throw std::runtime_error("it is of another version");
    Container container;
    Coding& coding = container.coding;
    coding.elementBytes = readLittleEndian(file, 5, 1);
    coding.bigEndian = readLittleEndian(file, 6, 1) == 1;
    coding.order = readLittleEndian(file, 7, 1);
    coding.tupleSize = readLittleEndian(file, 8, 1);
    const bool isZeroBehind =
        std::all_of(file.begin() + 9, file.begin() + 16, [](std::byte b) { return b == std::byte{0}; });
    if (coding.elementBytes < 1 || coding.elementBytes > 4 || readLittleEndian(file, 6, 1) > 1 ||
        coding.order > vkscan::kMaxOrder || coding.tupleSize < 1 || coding.tupleSize > vkscan::kMaxTupleSize ||
        !isZeroBehind)
        throw std::runtime_error("it is damaged: no such coding");
    const uint64_t headerBytes = readLittleEndian64(file, 16);
    const uint64_t payloadBytes = readLittleEndian64(file, 24);
    const uint64_t trailerBytes = readLittleEndian64(file, 32);
    const uint64_t bytes = file.size() - kPrefixBytes;
    // Differences, since sums may wrap around.
    if (headerBytes > bytes || payloadBytes > bytes - headerBytes || trailerBytes != bytes - headerBytes - payloadBytes)
        throw std::runtime_error("it is damaged: it has not the length that it tells");
    Source source = split(file, kPrefixBytes + headerBytes, payloadBytes);
    container.header.assign(source.header.begin() + kPrefixBytes, source.header.end());
    container.payload = std::move(source.payload);
    container.trailer = std::move(source.trailer);
    container.hash = readLittleEndian64(file, 40);
    return container;
}

} // namespace codec
