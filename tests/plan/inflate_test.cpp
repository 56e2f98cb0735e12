// The decoder of embedded modules: streams put together bit by bit, as RFC 1951 describes them, and what is wrong with
// others.
#include "plan/inflate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace vkscan;

namespace {

using Bytes = std::vector<uint8_t>;
using Lengths = std::vector<uint8_t>; // of codes in bits, by symbol; 0: none

class BitWriter {
public:
    // The least significant bit first, as all but codes.
    BitWriter& put(uint32_t bits, uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i) {
            if (m_count++ % 8 == 0)
                m_bytes.push_back(0);
            m_bytes.back() = static_cast<uint8_t>(m_bytes.back() | (bits >> i & 1) << ((m_count - 1) % 8));
        }
        return *this;
    }

    // The canonical code of a symbol, the most significant bit first.
    BitWriter& code(const Lengths& lengths, uint32_t symbol)
    {
        uint32_t next = 0;
        for (uint32_t length = 1; length < lengths[symbol]; ++length)
            next = (next + static_cast<uint32_t>(std::count(lengths.begin(), lengths.end(), length))) << 1;
        next += static_cast<uint32_t>(std::count(lengths.begin(), lengths.begin() + symbol, lengths[symbol]));
        for (uint32_t i = lengths[symbol]; i > 0; --i)
            put(next >> (i - 1), 1);
        return *this;
    }

    BitWriter& toByte()
    {
        m_count = m_bytes.size() * 8;
        return *this;
    }

    [[nodiscard]] const Bytes& bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
    std::size_t m_count = 0; // bits
};

enum Type : uint32_t { Stored, Fixed, Dynamic };
constexpr uint32_t kEnd = 256;

BitWriter block(Type type)
{
    return std::move(BitWriter().put(1, 1).put(type, 2)); // the last block
}

Lengths fixedLengths()
{
    Lengths lengths(288, 8);
    std::fill_n(lengths.begin() + 144, 112, uint8_t{9});
    std::fill_n(lengths.begin() + 256, 24, uint8_t{7});
    return lengths;
}

const Lengths kDistances(30, 5); // of fixed blocks

// The lengths of a dynamic block's literals: each of 1 to 15 bits, for 'a' to 'm', the end of the block, and, of 15
// bits both, lengths of 3 and 258.
Lengths chainLengths()
{
    Lengths lengths(286, 0);
    for (uint32_t i = 0; i < 13; ++i)
        lengths['a' + i] = static_cast<uint8_t>(i + 1);
    lengths[kEnd] = 14;
    lengths[257] = 15;
    lengths[285] = 15;
    return lengths;
}

// Codes of lengths: for each length and each kind of repeat one.
const Lengths kLengthCodes = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6};

// The header of a dynamic block with these codes of lengths.
BitWriter dynamicBlock(uint32_t literals, uint32_t distances, const Lengths& lengthCodes = kLengthCodes)
{
    BitWriter writer = block(Dynamic);
    writer.put(literals - 257, 5).put(distances - 1, 5).put(19 - 4, 4);
    for (const uint32_t symbol : {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15})
        writer.put(lengthCodes[symbol], 3);
    return writer;
}

// "abcm", three copied, 258 copied, of which each copies the one before, and 'a'.
Bytes dynamicStream()
{
    const Lengths literals = chainLengths();
    const Lengths distances = {2, 2, 2, 2}; // from 1 to 4
    BitWriter writer = dynamicBlock(286, 4);
    writer.code(kLengthCodes, 18).put(97 - 11, 7); // zeros to 'a'
    for (uint32_t i = 0; i < 13; ++i)
        writer.code(kLengthCodes, literals['a' + i]);
    writer.code(kLengthCodes, 18).put(138 - 11, 7);
    writer.code(kLengthCodes, 17).put(8 - 3, 3); // zeros to the end of the block
    writer.code(kLengthCodes, literals[kEnd]).code(kLengthCodes, literals[257]);
    writer.code(kLengthCodes, 18).put(27 - 11, 7).code(kLengthCodes, literals[285]);
    writer.code(kLengthCodes, 2).code(kLengthCodes, 16).put(3 - 3, 2); // of distances
    for (const char letter : {'a', 'b', 'c', 'm'})
        writer.code(literals, static_cast<uint32_t>(letter));
    writer.code(literals, 257).code(distances, 3);
    writer.code(literals, 285).code(distances, 0);
    return writer.code(literals, 'a').code(literals, kEnd).bytes();
}

std::string dynamicText()
{
    return "abcmabc" + std::string(258, 'c') + "a";
}

// The buffers are of exactly these sizes, so a sanitizer sees what goes beyond.
testing::AssertionResult unpacks(const Bytes& packed, const std::string& expected)
{
    Bytes unpacked(expected.size());
    if (!inflate(packed, unpacked))
        return testing::AssertionFailure() << "refused";
    if (!std::equal(unpacked.begin(), unpacked.end(), expected.begin(), expected.end(),
                    [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); }))
        return testing::AssertionFailure() << "other bytes";
    return testing::AssertionSuccess();
}

bool refuses(const Bytes& packed, std::size_t size)
{
    Bytes unpacked(size);
    return !inflate(packed, unpacked);
}

TEST(Inflate, Stored)
{
    EXPECT_TRUE(unpacks({0x01, 0x00, 0x00, 0xff, 0xff}, ""));
    EXPECT_TRUE(unpacks({0x01, 0x03, 0x00, 0xfc, 0xff, 'a', 'b', 'c'}, "abc"));
    EXPECT_TRUE(unpacks({0x00, 0x01, 0x00, 0xfe, 0xff, 'a', 0x01, 0x02, 0x00, 0xfd, 0xff, 'b', 'c'}, "abc"));
}

TEST(Inflate, Fixed)
{
    const Lengths literals = fixedLengths();
    EXPECT_TRUE(unpacks({0x03, 0x00}, ""));
    EXPECT_TRUE(unpacks({0x4b, 0x4c, 0x4a, 0x06, 0x00}, "abc")); // as zlib packs it
    BitWriter writer = block(Fixed);
    for (uint32_t value = 0; value < 256; ++value)
        writer.code(literals, value);
    std::string text;
    for (int value = 0; value < 256; ++value)
        text += static_cast<char>(value);
    EXPECT_TRUE(unpacks(writer.code(literals, kEnd).bytes(), text));
}

// Each length and distance of RFC 1951's tables (3.2.5), at both ends of its range.
TEST(Inflate, LengthsAndDistances)
{
    const Lengths literals = fixedLengths();
    const auto check = [&](uint32_t lengthSymbol, uint32_t lengthExtra, uint32_t lengthBits, uint32_t length,
                           uint32_t distanceSymbol, uint32_t distanceExtra, uint32_t distanceBits, uint32_t distance) {
        SCOPED_TRACE(std::to_string(length) + " from " + std::to_string(distance));
        std::string text;
        for (uint32_t i = 0; i < distance; ++i)
            text += static_cast<char>(i * i % 251);
        BitWriter writer;
        for (std::size_t i = 0; i < text.size(); i += 60000) {
            const auto part = static_cast<uint32_t>(std::min<std::size_t>(text.size() - i, 60000));
            writer.put(Stored, 3).toByte().put(part, 16).put(~part & 0xffff, 16);
            for (uint32_t j = 0; j < part; ++j)
                writer.put(static_cast<uint8_t>(text[i + j]), 8);
        }
        writer.put(1, 1).put(Fixed, 2).code(literals, lengthSymbol).put(lengthExtra, lengthBits);
        writer.code(kDistances, distanceSymbol).put(distanceExtra, distanceBits).code(literals, kEnd);
        for (uint32_t i = 0; i < length; ++i)
            text += text[text.size() - distance];
        EXPECT_TRUE(unpacks(writer.bytes(), text));
    };
    constexpr uint32_t kLengths[][3] = {{3, 0},   {4, 0},   {5, 0},   {6, 0},   {7, 0},  {8, 0},  {9, 0},  {10, 0},
                                        {11, 1},  {13, 1},  {15, 1},  {17, 1},  {19, 2}, {23, 2}, {27, 2}, {31, 2},
                                        {35, 3},  {43, 3},  {51, 3},  {59, 3},  {67, 4}, {83, 4}, {99, 4}, {115, 4},
                                        {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
    constexpr uint32_t kDistanceBases[][2] = {
        {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},     {9, 2},     {13, 2},
        {17, 3},    {25, 3},    {33, 4},    {49, 4},     {65, 5},     {97, 5},    {129, 6},   {193, 6},
        {257, 7},   {385, 7},   {513, 8},   {769, 8},    {1025, 9},   {1537, 9},  {2049, 10}, {3073, 10},
        {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};
    for (uint32_t i = 0; i < std::size(kLengths); ++i)
        for (const uint32_t extra : {0u, (1u << kLengths[i][1]) - 1})
            check(257 + i, extra, kLengths[i][1], kLengths[i][0] + extra, 2, 0, 0, 3);
    for (uint32_t i = 0; i < std::size(kDistanceBases); ++i)
        for (const uint32_t extra : {0u, (1u << kDistanceBases[i][1]) - 1})
            check(258, 0, 0, 4, i, extra, kDistanceBases[i][1], kDistanceBases[i][0] + extra);
}

TEST(Inflate, Dynamic)
{
    EXPECT_TRUE(unpacks(dynamicStream(), dynamicText()));
}

TEST(Inflate, TakesJustTheStreamAndItsBytes)
{
    Bytes longer = dynamicStream();
    longer.push_back(0);
    EXPECT_TRUE(refuses(longer, dynamicText().size()));
    EXPECT_TRUE(refuses({0x03, 0x00, 0x00}, 0));
    for (const std::size_t size : {std::size_t{0}, dynamicText().size() - 1, dynamicText().size() + 1})
        EXPECT_TRUE(refuses(dynamicStream(), size)) << size;
}

TEST(Inflate, RefusesWhatIsMalformed)
{
    const Lengths literals = fixedLengths();
    EXPECT_TRUE(refuses({}, 0));
    EXPECT_TRUE(refuses(BitWriter().put(1, 1).put(3, 2).bytes(), 0)) << "a fourth type of block";
    EXPECT_TRUE(refuses({0x01, 0x01, 0x00, 0xff, 0xff, 'a'}, 1)) << "lengths that differ";
    EXPECT_TRUE(refuses({0x01, 0x02, 0x00, 0xfd, 0xff, 'a'}, 2)) << "more stored than there is";
    EXPECT_TRUE(refuses({0x01, 0x02, 0x00, 0xfd, 0xff, 'a', 'b'}, 1)) << "more stored than is taken";
    // Symbols without a meaning are refused, and not taken for what the tables would go on with.
    for (const uint32_t symbol : {286u, 287u}) {
        BitWriter writer = block(Fixed);
        writer.code(literals, 'a').code(literals, symbol).put(0, 6).code(kDistances, 0).code(literals, kEnd);
        EXPECT_TRUE(refuses(writer.bytes(), symbol == 286 ? 1 + 3 + 320 : 1 + 3 + 384)) << "no length: " << symbol;
    }
    const auto copies = [&](uint32_t distanceSymbol, uint32_t extraBits, uint16_t before) {
        BitWriter writer;
        writer.put(Stored << 1, 3).toByte().put(before, 16).put(before ^ 0xffffu, 16);
        for (uint32_t i = 0; i < before; ++i)
            writer.put('a', 8);
        writer.put(1, 1).put(Fixed, 2).code(literals, 257).code(Lengths(32, 5), distanceSymbol).put(0, extraBits);
        return writer.code(literals, kEnd).bytes();
    };
    EXPECT_TRUE(unpacks(copies(0, 0, 1), "aaaa"));
    EXPECT_TRUE(refuses(copies(1, 0, 1), 4)) << "from before the first byte";
    for (const uint32_t symbol : {30u, 31u})
        EXPECT_TRUE(refuses(copies(symbol, 14, 60000), 60003)) << "no distance: " << symbol;

    EXPECT_TRUE(refuses(dynamicBlock(288, 1).bytes(), 0)) << "cut off";
    EXPECT_TRUE(refuses(dynamicBlock(257, 1).code(kLengthCodes, 16).put(0, 2).bytes(), 0)) << "repeats nothing";
    BitWriter beyond = dynamicBlock(257, 1);
    beyond.code(kLengthCodes, 18).put(127, 7).code(kLengthCodes, 18).put(127, 7);
    EXPECT_TRUE(refuses(beyond.bytes(), 0)) << "more lengths than symbols";
    // Three codes of one bit.
    BitWriter crowded = dynamicBlock(257, 1);
    crowded.code(kLengthCodes, 1).code(kLengthCodes, 1).code(kLengthCodes, 18).put(127, 7);
    crowded.code(kLengthCodes, 18).put(116 - 11, 7).code(kLengthCodes, 1).code(kLengthCodes, 0);
    EXPECT_TRUE(refuses(crowded.put(0, 1).bytes(), 0)) << "more codes than bits tell apart";
    // Lengths 0, 1 and a repeat of zeros have codes; 111 is none, and would be another repeat by the bits that follow.
    Lengths few(19, 0);
    few[0] = 3;
    few[1] = 2;
    few[18] = 1;
    BitWriter unknown = dynamicBlock(257, 1, few);
    unknown.code(few, 18).put(115, 7).put(119, 7).code(few, 1).code(few, 0).put(0, 1);
    EXPECT_TRUE(refuses(unknown.bytes(), 0)) << "no length of a code";
    // One code: a bit that is another is none. The block could end without it.
    BitWriter single = dynamicBlock(257, 1);
    single.code(kLengthCodes, 18).put(127, 7).code(kLengthCodes, 18).put(118 - 11, 7);
    single.code(kLengthCodes, 1).code(kLengthCodes, 0);
    EXPECT_TRUE(unpacks(BitWriter(single).put(0, 1).bytes(), ""));
    EXPECT_TRUE(refuses(BitWriter(single).put(1, 1).bytes(), 0)) << "no code";
}

// Of the three types of blocks in one stream.
TEST(Inflate, StaysInsideOfDamagedStreams)
{
    Bytes stream = {0x00, 0x03, 0x00, 0xfc, 0xff, 'x', 'y', 'z'};
    const Lengths literals = fixedLengths();
    BitWriter writer;
    writer.put(Fixed << 1, 3).code(literals, 'a').code(literals, 260).code(kDistances, 0).code(literals, kEnd);
    writer.put(Stored << 1, 3).toByte().put(0, 16).put(0xffff, 16); // to a whole byte
    const std::string text = "xyz" + std::string(7, 'a') + dynamicText();
    stream.insert(stream.end(), writer.bytes().begin(), writer.bytes().end());
    const Bytes last = dynamicStream();
    stream.insert(stream.end(), last.begin(), last.end());
    ASSERT_TRUE(unpacks(stream, text));

    for (std::size_t size = 0; size < stream.size(); ++size)
        EXPECT_TRUE(refuses(Bytes(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size)), text.size()))
            << size;
    std::size_t refused = 0;
    for (uint8_t& byte : stream)
        for (int flip = 1; flip < 256; ++flip) {
            byte = static_cast<uint8_t>(byte ^ flip);
            refused += refuses(stream, text.size()) ? 1 : 0; // else to other bytes; a sanitizer sees what is outside
            byte = static_cast<uint8_t>(byte ^ flip);
        }
    EXPECT_GT(refused, stream.size() * 200);
    EXPECT_TRUE(unpacks(stream, text));
}

} // namespace
