#include "plan/xz.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace vkscan {

namespace {

using Probability = uint16_t; // probability of a zero, in 2048ths

constexpr uint32_t kProbabilityBits = 11;
constexpr Probability kEven = 1u << (kProbabilityBits - 1);
constexpr uint32_t kStates = 12;
constexpr uint32_t kStatesAfterLiteral = 7; // the first of these states
constexpr uint32_t kMaxPositions = 16;      // distinguished by the lowest bits of a position
constexpr uint32_t kLiteralProbabilities = 0x300;
constexpr uint32_t kMaxLiteralBits = 4; // bits of position and previous byte, together
constexpr uint32_t kMinLength = 2;

// Decodes bits by their probabilities, which adapt.
class RangeDecoder {
public:
    explicit RangeDecoder(std::span<const uint8_t> bytes) noexcept : m_bytes(bytes)
    {
        m_first = next();
        for (uint32_t i = 0; i < 4; ++i)
            m_code = m_code << 8 | next();
    }

    [[nodiscard]] uint32_t take(Probability* probability) noexcept
    {
        constexpr uint32_t kRate = 5;
        const uint32_t zeros = (m_range >> kProbabilityBits) * *probability;
        const bool isZero = m_code < zeros;
        if (isZero) {
            m_range = zeros;
            *probability =
                static_cast<Probability>(*probability + (((1u << kProbabilityBits) - *probability) >> kRate));
        } else {
            m_code -= zeros;
            m_range -= zeros;
            *probability = static_cast<Probability>(*probability - (*probability >> kRate));
        }
        normalize();
        return isZero ? 0 : 1;
    }

    // Takes bits of equal probability, the most significant first.
    [[nodiscard]] uint32_t takeDirect(uint32_t count) noexcept
    {
        uint32_t bits = 0;
        for (; count > 0; --count) {
            m_range >>= 1;
            const uint32_t bit = m_code >= m_range ? 1 : 0;
            m_code -= bit != 0 ? m_range : 0;
            bits = bits << 1 | bit;
            normalize();
        }
        return bits;
    }

    // Whether exactly all bytes were read, and the state is the one that an encoder leaves.
    [[nodiscard]] bool isAtEnd() const noexcept { return m_next == m_bytes.size() && m_code == 0 && m_first == 0; }

private:
    [[nodiscard]] uint32_t next() noexcept
    {
        const std::size_t i = m_next++;
        return i < m_bytes.size() ? m_bytes[i] : 0;
    }
    void normalize() noexcept
    {
        if (m_range >> 24 != 0)
            return;
        m_range <<= 8;
        m_code = m_code << 8 | next();
    }

    std::span<const uint8_t> m_bytes;
    std::size_t m_next = 0;
    uint32_t m_first = 0;
    uint32_t m_range = 0xffffffff;
    uint32_t m_code = 0;
};

// A number of kBits bits, the most significant first. A bit's probability depends on the bits before it.
template <uint32_t kBits>
struct BitTree {
    Probability items[1u << kBits];

    [[nodiscard]] uint32_t take(RangeDecoder* decoder) noexcept
    {
        uint32_t node = 1;
        while (node < 1u << kBits)
            node = node << 1 | decoder->take(&items[node]);
        return node - (1u << kBits);
    }
};

// Takes the bits of such a tree, the least significant first. items[0] is not used.
[[nodiscard]] uint32_t takeReversed(RangeDecoder* decoder, Probability* items, uint32_t count) noexcept
{
    uint32_t node = 1;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t bit = decoder->take(&items[node]);
        node = node << 1 | bit;
        bits |= bit << i;
    }
    return bits;
}

// The length of a match minus kMinLength, in three classes: up to 7, up to 15, or more.
struct LengthDecoder {
    Probability isLonger[2];
    BitTree<3> low[kMaxPositions];
    BitTree<3> middle[kMaxPositions];
    BitTree<8> high;

    [[nodiscard]] uint32_t take(RangeDecoder* decoder, uint32_t position) noexcept
    {
        if (decoder->take(&isLonger[0]) == 0)
            return low[position].take(decoder);
        if (decoder->take(&isLonger[1]) == 0)
            return 8 + middle[position].take(decoder);
        return 16 + high.take(decoder);
    }
};

// All adaptive probabilities.
struct Probabilities {
    Probability isMatch[kStates][kMaxPositions];
    Probability isRepeat[kStates]; // a match at one of the last distances
    Probability isNotLast[kStates];
    Probability isNotSecond[kStates];
    Probability isFourth[kStates];
    Probability isLong[kStates][kMaxPositions]; // at the last distance, longer than a byte
    LengthDecoder lengths;
    LengthDecoder repeatLengths;
    BitTree<6> slots[4];        // slots of distances, by length
    Probability distances[115]; // distances of slots 4 to 13
    BitTree<4> distanceEnds;    // lowest bits of other distances
    Probability literals[kLiteralProbabilities << kMaxLiteralBits];
};

struct Output {
    std::span<uint8_t> bytes;
    std::size_t count = 0;

    [[nodiscard]] std::size_t room() const noexcept { return bytes.size() - count; }
};

// Decodes literals and matches, depending on those before.
class LzmaDecoder {
public:
    LzmaDecoder() noexcept { reset(); }

    void reset() noexcept
    {
        static_assert(sizeof(Probabilities) % sizeof(Probability) == 0);
        std::fill_n(reinterpret_cast<Probability*>(&m_probabilities), sizeof(Probabilities) / sizeof(Probability),
                    kEven);
        std::fill(std::begin(m_distances), std::end(m_distances), 0u);
        m_state = 0;
    }

    // Reads the byte of properties. Returns false for a byte that no encoder writes.
    [[nodiscard]] bool setProperties(uint32_t properties) noexcept
    {
        m_literalBits = properties % 9;
        m_literalPositionBits = properties / 9 % 5;
        m_positionBits = properties / 45;
        return m_positionBits <= 4 && m_literalBits + m_literalPositionBits <= kMaxLiteralBits;
    }

    // Appends `count` bytes, for which there is room.
    [[nodiscard]] bool decode(RangeDecoder* decoder, std::size_t count, Output* output) noexcept
    {
        const std::size_t end = output->count + count;
        while (output->count < end) {
            const auto position = static_cast<uint32_t>(output->count & ((1u << m_positionBits) - 1));
            uint32_t length = 1;
            if (decoder->take(&m_probabilities.isMatch[m_state][position]) == 0) {
                takeLiteral(decoder, output);
                continue;
            }
            if (decoder->take(&m_probabilities.isRepeat[m_state]) != 0)
                length = takeRepeat(decoder, position);
            else
                length = takeMatch(decoder, position);
            const std::size_t distance = std::size_t{m_distances[0]} + 1;
            if (distance > output->count || length > end - output->count)
                return false;
            // The copied range may overlap its result.
            for (; length > 0; --length, ++output->count)
                output->bytes[output->count] = output->bytes[output->count - distance];
        }
        return true;
    }

private:
    void takeLiteral(RangeDecoder* decoder, Output* output) noexcept
    {
        const std::size_t place = output->count;
        const uint32_t before = place > 0 ? output->bytes[place - 1] : 0;
        const auto position = static_cast<uint32_t>(place & ((1u << m_literalPositionBits) - 1));
        const uint32_t context = (position << m_literalBits) + (before >> (8 - m_literalBits));
        Probability* items = m_probabilities.literals + kLiteralProbabilities * context;
        uint32_t node = 1;
        if (m_state >= kStatesAfterLiteral) {
            // The literal differs from the byte that would continue the match, which determines the probabilities. The
            // match was copied, so that byte exists.
            const uint32_t other = output->bytes[place - m_distances[0] - 1];
            for (uint32_t i = 8; i-- > 0 && node < 0x100;) {
                const uint32_t expected = other >> i & 1;
                const uint32_t bit = decoder->take(&items[((1 + expected) << 8) + node]);
                node = node << 1 | bit;
                if (bit != expected)
                    break;
            }
        }
        while (node < 0x100)
            node = node << 1 | decoder->take(&items[node]);
        output->bytes[output->count++] = static_cast<uint8_t>(node);
        m_state = m_state < 4 ? 0 : m_state < 10 ? m_state - 3 : m_state - 6;
    }

    // Returns the length of a match at one of the last distances, which becomes the last.
    [[nodiscard]] uint32_t takeRepeat(RangeDecoder* decoder, uint32_t position) noexcept
    {
        uint32_t which = 0;
        if (decoder->take(&m_probabilities.isNotLast[m_state]) == 0) {
            if (decoder->take(&m_probabilities.isLong[m_state][position]) == 0) {
                m_state = m_state < kStatesAfterLiteral ? 9 : 11;
                return 1;
            }
        } else if (decoder->take(&m_probabilities.isNotSecond[m_state]) == 0) {
            which = 1;
        } else {
            which = 2 + decoder->take(&m_probabilities.isFourth[m_state]);
        }
        std::rotate(m_distances, m_distances + which, m_distances + which + 1);
        const uint32_t length = kMinLength + m_probabilities.repeatLengths.take(decoder, position);
        m_state = m_state < kStatesAfterLiteral ? 8 : 11;
        return length;
    }

    // Returns the length of a match at a new distance.
    [[nodiscard]] uint32_t takeMatch(RangeDecoder* decoder, uint32_t position) noexcept
    {
        const uint32_t length = m_probabilities.lengths.take(decoder, position);
        std::rotate(m_distances, m_distances + 3, m_distances + 4);
        m_distances[0] = takeDistance(decoder, std::min(length, 3u));
        m_state = m_state < kStatesAfterLiteral ? 7 : 10;
        return kMinLength + length;
    }

    // Returns the distance minus 1. A slot specifies its two highest bits and the number of further ones.
    [[nodiscard]] uint32_t takeDistance(RangeDecoder* decoder, uint32_t length) noexcept
    {
        const uint32_t slot = m_probabilities.slots[length].take(decoder);
        if (slot < 4)
            return slot;
        const uint32_t bits = slot / 2 - 1;
        const uint32_t base = (2 | (slot & 1)) << bits;
        if (slot < 14)
            return base + takeReversed(decoder, m_probabilities.distances + base - slot, bits);
        const uint32_t high = decoder->takeDirect(bits - 4) << 4;
        return base + high + takeReversed(decoder, m_probabilities.distanceEnds.items, 4);
    }

    Probabilities m_probabilities;
    uint32_t m_distances[4] = {}; // the last ones, minus 1
    uint32_t m_state = 0;         // the kinds of the last literals and matches
    uint32_t m_literalBits = 0;   // the previous byte, with its position
    uint32_t m_literalPositionBits = 0;
    uint32_t m_positionBits = 0;
};

// The bytes of a file, in turn.
class Reader {
public:
    explicit Reader(std::span<const uint8_t> bytes) noexcept : m_bytes(bytes) {}

    [[nodiscard]] bool has(std::size_t count) const noexcept { return count <= m_bytes.size(); }
    // Requires that `count` bytes are left.
    std::span<const uint8_t> take(std::size_t count) noexcept
    {
        const std::span<const uint8_t> taken = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return taken;
    }
    // Takes a number, the most significant byte first.
    uint32_t takeNumber(uint32_t bytes) noexcept
    {
        uint32_t number = 0;
        for (const uint8_t byte : take(bytes))
            number = number << 8 | byte;
        return number;
    }

private:
    std::span<const uint8_t> m_bytes;
};

// Unpacks LZMA2 chunks, each stored or LZMA, until one of type 0.
[[nodiscard]] bool unpackChunks(Reader* reader, Output* output) noexcept
{
    LzmaDecoder lzma;
    while (reader->has(1)) {
        const uint32_t type = reader->takeNumber(1);
        if (type == 0)
            return output->room() == 0;
        const bool isStored = type < 0x80;
        const uint32_t reset =
            isStored ? 0 : type >> 5 & 3; // resets nothing; the state; also properties; also the dictionary
        if ((isStored && type > 2) || !reader->has(isStored ? 2 : reset >= 2 ? 5 : 4))
            return false;
        const std::size_t size = (isStored ? 0 : (type & 0x1f) << 16) + reader->takeNumber(2) + 1;
        const std::size_t packedSize = isStored ? size : reader->takeNumber(2) + 1;
        if (reset >= 2 && !lzma.setProperties(reader->takeNumber(1)))
            return false;
        if (reset >= 1)
            lzma.reset();
        if (!reader->has(packedSize) || size > output->room())
            return false;
        const std::span<const uint8_t> chunk = reader->take(packedSize);
        if (isStored) {
            std::copy(chunk.begin(), chunk.end(), output->bytes.data() + output->count);
            output->count += size;
            continue;
        }
        RangeDecoder decoder(chunk);
        if (!lzma.decode(&decoder, size, output) || !decoder.isAtEnd())
            return false;
    }
    return false;
}

} // namespace

bool unpackXz(std::span<const uint8_t> packed, std::span<uint8_t> unpacked) noexcept
{
    constexpr uint8_t kMagic[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    constexpr uint8_t kEndMagic[] = {'Y', 'Z'};
    constexpr std::size_t kHeaderSize = 12; // bytes of the header, and of the footer
    if (packed.size() < 2 * kHeaderSize || !std::equal(std::begin(kMagic), std::end(kMagic), packed.begin()) ||
        !std::equal(std::begin(kEndMagic), std::end(kEndMagic), packed.end() - std::size(kEndMagic)))
        return false;
    // The footer has no chunks.
    Reader reader(packed.subspan(kHeaderSize, packed.size() - 2 * kHeaderSize));
    const std::size_t blockHeaderSize = (std::size_t{packed[kHeaderSize]} + 1) * 4;
    if (!reader.has(blockHeaderSize))
        return false;
    reader.take(blockHeaderSize);
    Output output = {unpacked};
    return unpackChunks(&reader, &output);
}

} // namespace vkscan
