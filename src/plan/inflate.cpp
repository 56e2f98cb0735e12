#include "plan/inflate.h"

#include <algorithm>
#include <cstddef>

namespace vkscan {

namespace {

constexpr uint32_t kMaxCodeBits = 15;
constexpr uint32_t kIndexBits = 10;
constexpr uint32_t kLiteralCodes = 288;
constexpr uint32_t kDistanceCodes = 32;
constexpr uint32_t kEndOfBlock = 256;
constexpr uint32_t kNoSymbol = 0xffff;

// Bits from the least significant of the first byte on (3.1.1). Zeros follow the last byte.
class BitReader {
public:
    explicit BitReader(std::span<const uint8_t> bytes) noexcept : m_bytes(bytes) {}

    // Of at most 32 bits.
    [[nodiscard]] uint32_t peek(uint32_t count) noexcept
    {
        for (; m_count < count; m_count += 8) {
            const bool isEnd = m_next == m_bytes.size();
            m_missing += isEnd ? 8 : 0;
            m_bits |= static_cast<uint64_t>(isEnd ? 0 : m_bytes[m_next++]) << m_count;
        }
        return static_cast<uint32_t>(m_bits & ((uint64_t{1} << count) - 1));
    }
    void skip(uint32_t count) noexcept // what was peeked
    {
        m_bits >>= count;
        m_count -= count;
    }
    [[nodiscard]] uint32_t take(uint32_t count) noexcept
    {
        const uint32_t bits = peek(count);
        skip(count);
        return bits;
    }
    void skipToByte() noexcept { skip(m_count % 8); }

    // Whether fewer than 8 bits are left, and none was taken beyond the end.
    [[nodiscard]] bool isInLastByte() const noexcept
    {
        return m_next == m_bytes.size() && m_count >= m_missing && m_count - m_missing < 8;
    }

private:
    std::span<const uint8_t> m_bytes;
    std::size_t m_next = 0;
    uint64_t m_bits = 0;
    uint64_t m_count = 0;   // of bits read ahead
    uint64_t m_missing = 0; // of bits given beyond the end
};

// A canonical Huffman code (3.2.2).
class HuffmanCode {
public:
    // By the length of each symbol's code in bits; 0: the symbol has none. Returns false if there are more codes than
    // bits can tell apart. There may be fewer.
    [[nodiscard]] bool build(std::span<const uint8_t> lengths) noexcept
    {
        std::fill(std::begin(m_count), std::end(m_count), uint16_t{0});
        std::fill(std::begin(m_index), std::end(m_index), uint16_t{0});
        for (const uint8_t length : lengths)
            ++m_count[length];
        m_count[0] = 0;
        uint32_t next[kMaxCodeBits + 1] = {};  // code of a length
        uint32_t place[kMaxCodeBits + 1] = {}; // in m_symbols
        for (uint32_t length = 1; length <= kMaxCodeBits; ++length) {
            next[length] = (next[length - 1] + m_count[length - 1]) << 1;
            place[length] = place[length - 1] + m_count[length - 1];
            if (next[length] + m_count[length] > 1u << length)
                return false;
        }
        for (uint32_t symbol = 0; symbol < lengths.size(); ++symbol) {
            const uint32_t length = lengths[symbol];
            if (length == 0)
                continue;
            m_symbols[place[length]++] = static_cast<uint16_t>(symbol);
            const uint32_t code = next[length]++;
            if (length <= kIndexBits)
                for (uint32_t i = reversed(code, length); i < 1u << kIndexBits; i += 1u << length)
                    m_index[i] = static_cast<uint16_t>(symbol << 4 | length);
        }
        return true;
    }

    // kNoSymbol if the bits are no code.
    [[nodiscard]] uint32_t take(BitReader* bits) const noexcept
    {
        uint32_t ahead = bits->peek(kMaxCodeBits);
        const uint32_t entry = m_index[ahead & ((1u << kIndexBits) - 1)];
        if (entry != 0) {
            bits->skip(entry & 15);
            return entry >> 4;
        }
        // Codes are longer than in the index: those of one length are consecutive numbers, first bit first.
        uint32_t code = 0;
        uint32_t first = 0; // of a length
        uint32_t place = 0; // of its symbol
        for (uint32_t length = 1; length <= kMaxCodeBits; ++length, ahead >>= 1) {
            code = code << 1 | (ahead & 1);
            first <<= 1;
            if (code - first < m_count[length]) {
                bits->skip(length);
                return m_symbols[place + code - first];
            }
            first += m_count[length];
            place += m_count[length];
        }
        return kNoSymbol;
    }

private:
    static uint32_t reversed(uint32_t code, uint32_t length) noexcept
    {
        uint32_t result = 0;
        for (uint32_t i = 0; i < length; ++i)
            result |= (code >> i & 1) << (length - 1 - i);
        return result;
    }

    uint16_t m_count[kMaxCodeBits + 1] = {}; // of codes, by length
    uint16_t m_symbols[kLiteralCodes] = {};  // in the order of their codes
    uint16_t m_index[1u << kIndexBits] = {}; // by the bits ahead: symbol << 4 | length; 0 if the code is longer
};

struct Codes {
    HuffmanCode literals; // and lengths
    HuffmanCode distances;
};

// 3.2.6. Symbols that must not occur have codes, too.
[[nodiscard]] bool buildFixed(Codes* codes) noexcept
{
    uint8_t lengths[kLiteralCodes];
    for (uint32_t i = 0; i < kLiteralCodes; ++i)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    uint8_t distances[kDistanceCodes];
    std::fill(std::begin(distances), std::end(distances), uint8_t{5});
    return codes->literals.build(lengths) && codes->distances.build(distances);
}

// 3.2.7
[[nodiscard]] bool readDynamic(BitReader* bits, Codes* codes) noexcept
{
    constexpr uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const uint32_t literals = bits->take(5) + 257;
    const uint32_t total = literals + bits->take(5) + 1;
    const uint32_t lengthCodes = bits->take(4) + 4;
    uint8_t lengths[kLiteralCodes + kDistanceCodes] = {}; // of lengths' codes first
    for (uint32_t i = 0; i < lengthCodes; ++i)
        lengths[kOrder[i]] = static_cast<uint8_t>(bits->take(3));
    HuffmanCode& lengthCode = codes->distances; // which is built last
    if (!lengthCode.build({lengths, std::size(kOrder)}))
        return false;
    for (uint32_t i = 0; i < total;) {
        const uint32_t symbol = lengthCode.take(bits);
        uint32_t repeats = 1;
        auto length = static_cast<uint8_t>(symbol);
        if (symbol == kNoSymbol || (symbol == 16 && i == 0))
            return false;
        if (symbol == 16) {
            length = lengths[i - 1];
            repeats = 3 + bits->take(2);
        } else if (symbol > 16) {
            length = 0;
            repeats = symbol == 17 ? 3 + bits->take(3) : 11 + bits->take(7);
        }
        if (repeats > total - i)
            return false;
        std::fill_n(lengths + i, repeats, length);
        i += repeats;
    }
    return codes->literals.build({lengths, literals}) && codes->distances.build({lengths + literals, total - literals});
}

// The value that a symbol of a length or distance stands for with the extra bits that follow it, from 0 on (3.2.5):
// `step` symbols double the range.
[[nodiscard]] uint32_t takeValue(BitReader* bits, uint32_t symbol, uint32_t step) noexcept
{
    if (symbol < 2 * step)
        return symbol;
    const uint32_t extra = symbol / step - 1;
    return ((step + symbol % step) << extra) + bits->take(extra);
}

// What is written, from the first byte on.
struct Output {
    std::span<uint8_t> bytes;
    std::size_t count = 0;

    [[nodiscard]] std::size_t room() const noexcept { return bytes.size() - count; }
};

// 3.2.4
[[nodiscard]] bool copyStored(BitReader* bits, Output* output) noexcept
{
    bits->skipToByte();
    const uint32_t length = bits->take(16);
    if (bits->take(16) != (length ^ 0xffff) || length > output->room())
        return false;
    for (uint32_t i = 0; i < length; ++i)
        output->bytes[output->count++] = static_cast<uint8_t>(bits->take(8));
    return true;
}

[[nodiscard]] bool decode(BitReader* bits, const Codes& codes, Output* output) noexcept
{
    constexpr uint32_t kMinLength = 3;
    for (;;) {
        const uint32_t symbol = codes.literals.take(bits);
        if (symbol < kEndOfBlock) {
            if (output->room() == 0)
                return false;
            output->bytes[output->count++] = static_cast<uint8_t>(symbol);
            continue;
        }
        if (symbol == kEndOfBlock)
            return true;
        if (symbol > 285)
            return false;
        const uint32_t length = symbol == 285 ? 258 : kMinLength + takeValue(bits, symbol - 257, 4);
        const uint32_t distanceSymbol = codes.distances.take(bits);
        if (distanceSymbol > 29)
            return false;
        const uint32_t distance = 1 + takeValue(bits, distanceSymbol, 2);
        if (distance > output->count || length > output->room())
            return false;
        // What is copied may begin among what is written.
        for (uint32_t i = 0; i < length; ++i, ++output->count)
            output->bytes[output->count] = output->bytes[output->count - distance];
    }
}

} // namespace

bool inflate(std::span<const uint8_t> packed, std::span<uint8_t> unpacked) noexcept
{
    BitReader bits(packed);
    Output output = {unpacked};
    Codes codes;
    for (bool isLast = false; !isLast;) {
        isLast = bits.take(1) != 0;
        bool isRight = false;
        switch (bits.take(2)) {
        case 0: isRight = copyStored(&bits, &output); break;
        case 1: isRight = buildFixed(&codes) && decode(&bits, codes, &output); break;
        case 2: isRight = readDynamic(&bits, &codes) && decode(&bits, codes, &output); break;
        default: break;
        }
        if (!isRight) // as beyond the end, whose zeros are a stored block of lengths that do not match
            return false;
    }
    return output.room() == 0 && bits.isInLastByte();
}

} // namespace vkscan
