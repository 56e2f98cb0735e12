#include "words.h"

#include <array>
#include <cmath>

namespace codec {
namespace {

// Calls visit(byte of the payload, by how many bits it is shifted in its word, index of the word).
template <class Visit>
void forEachByte(std::size_t payloadBytes, const Coding& coding, const Visit& visit)
{
    for (std::size_t element = 0; element < payloadBytes / coding.elementBytes; ++element)
        for (uint32_t i = 0; i < coding.elementBytes; ++i)
            visit(element * coding.elementBytes + i, 8 * (coding.bigEndian ? coding.elementBytes - 1 - i : i), element);
}

} // namespace

std::vector<uint32_t> widened(const Bytes& payload, const Coding& coding)
{
    std::vector<uint32_t> words(payload.size() / coding.elementBytes);
    forEachByte(payload.size(), coding, [&](std::size_t byte, uint32_t shift, std::size_t word) {
        words[word] |= std::to_integer<uint32_t>(payload[byte]) << shift;
    });
    return words;
}

Bytes narrowed(const std::vector<uint32_t>& words, Bytes payload, const Coding& coding)
{
    forEachByte(payload.size(), coding, [&](std::size_t byte, uint32_t shift, std::size_t word) {
        payload[byte] = static_cast<std::byte>(words[word] >> shift & 0xff);
    });
    return payload;
}

double entropyOf(const Bytes& bytes)
{
    std::array<std::size_t, 256> counts = {};
    for (const std::byte byte : bytes)
        ++counts[std::to_integer<std::size_t>(byte)];
    double entropy = 0;
    for (const std::size_t count : counts) {
        if (count == 0)
            continue;
        const double share = static_cast<double>(count) / static_cast<double>(bytes.size());
        entropy -= share * std::log2(share);
    }
    return entropy;
}

} // namespace codec
