// The decoder of embedded modules, by files of xz and by what is wrong with others. ModulesTest unpacks all modules.
#include "plan/xz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace vkscan;

namespace {

using Bytes = std::vector<uint8_t>;

// Files by liblzma 5.4, level 9, in hexadecimal digits; kWordsAligned with lc=0, lp=2 and pb=0.
constexpr std::string_view kNoise =
    "fd377a585a000004e6d6b446020021011c00000010cf58cc0100173c5e81b40c5ec68e04a3406c97d63cfbdc53ae88371a125100475a6521"
    "064e4dde000130188e1bacec1fb6f37d010000000004595a";

constexpr std::string_view kZeros =
    "fd377a585a000004e6d6b446020021011c00000010cf58ccffff11016c5d00006ffdffffa3b7ff473e481572396151b89228e6a38607f9ee"
    "e41e82d32fc53a3c014bb17ec98a8a4d2fa30dd97fa6e38c231153e05918c5758ae277f8b6947f0c6ac0de744964e2e95c53b204d8f7440c"
    "ab5f0d6d46e9e5c37688b79657acb64de1691d6ffb4b88106c42cb883f5c008fd04eaf262894711f3d8f24e1709ea7235fec28cb85d19598"
    "8a7e2a91f22775f719c006984d98fdd8afd5900fc42553f8f591363105a5b0ee6fc1704d470cd19111aaad601dbaceb127185c5986e96652"
    "58bee976ac59e4e55b0508f9c7daadfcfb522b74cd1e5b2042f9dd533df82964093b80cb2a6cdfb53bf0c4bd2e5faa0f3e4b664290130eff"
    "1093f8717859f80bcdff9528460fa9fc7cdefb9a302e56c08f85f38381c065c42553f8f591363105a5b0ee6fc1704d470cd19111aaad601d"
    "baceb127185c5986e9665258bee976ac59e4e55b0508f9c7daadfcfb522b74cd1e5b2042f9dd533df82964093b80cb2a6cdfb53bf0c4bc48"
    "27e6588192ad001400ec7353a7fdbeae7c311a9fb78d3162629a270000000000bb7b83d6f0ae0f9b0001a203c0a386018c1c8c67b1c467fb"
    "020000000004595a";

constexpr std::string_view kWords =
    "fd377a585a000004e6d6b446020021011c00000010cf58cce0077f01215d001e7ffc83ebd551465c07d21f393faa8d4c0aa89819c770d32f"
    "fa4c3be374e000ffd4b08cc67b38b4ae53c5907eacb0af8fb0c888c94bf9429dff2d1564f436868125a7393c5b58ac8d7e1801995359a89d"
    "96a39167f36d1289caf4bd0b1031a0d7bcbd1539f4d891d927b4976fdc8e2fce6fe224208bd2bb49f670030a9cba397d2370e4a21e6feaf1"
    "310c08013f971e8779aad8b2f3a2c65eea4b855d3720d818e23078e52449adca52258a8ad8449373fa2131aeb9624d22d37908836fd1d31e"
    "ca29f9dc579ea89cd9d1f5fd25491dc3191337ec7911e659cf50e31fd4babf91d4122fa0f51caf5f2a9494a55e192f5212337375c45d4d26"
    "4c4c0c344550e1e7b3916420a1fa20bcf9bd27e660191f8304f1e903393da28c80daf7489352ea04000000003fbfdbbe17d41c920001bd02"
    "800f00001076c4f9b1c467fb020000000004595a";

constexpr std::string_view kWordsAligned =
    "fd377a585a000004e6d6b446020021011c00000010cf58cce0077f012e12001e7ffc8c2c1825803dedb456e1ccbbdeb380b4b6d18cd48955"
    "3c0b965628e144e97c3cf6bca0e47c2826f51a470527a157fd10fcc4cb80675705e81fe63cfdf1003fee4f467e8511bbbcae730f7d5f2f16"
    "adc22c5052750642959185d238703d2bfaf107c1274755e8c12bed99ef428ea480d91965daf33f656ae481e6465bb832a9549f9572f6a843"
    "14ef170e488b0ab88ce8b71d7ba587c38adac2b5112d42e46ec09145059e78b30501b5d1ec08ce82c6e1c80b836d29570780066a62bbcb53"
    "954b02738541d50b5444e538f778354e302f4c412b3789856205b2b84156c6467bc95c9bda10190da75b8886250140e825307e760caaa218"
    "423369424c5f1109096964247f260fe7f0f8cd3a150f6700f062177bf2596e48c4f7b652d5abeefd19681dee9c85d7df38337e8d03000000"
    "3fbfdbbe17d41c920001ca02800f0000694be3efb1c467fb020000000004595a";

// Where chunks begin in these files: behind the file's header and the block's.
constexpr std::size_t kChunks = 24;

Bytes bytesOf(std::string_view digits)
{
    Bytes bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes.push_back(static_cast<uint8_t>(std::stoul(std::string(digits.substr(i, 2)), nullptr, 16)));
    return bytes;
}

// Streams that nobody packs.
Bytes noise()
{
    Bytes bytes;
    for (uint32_t i = 0, random = 1; i < 24; ++i) {
        random = random * 1664525 + 1013904223;
        bytes.push_back(static_cast<uint8_t>(random >> 24));
    }
    return bytes;
}

// Bytes that resemble instructions, with literals, matches and repeats of all kinds.
Bytes words()
{
    std::vector<uint32_t> words;
    for (uint32_t i = 0; i < 90; ++i) {
        words.insert(words.end(), {4u << 16 | 61, i % 5, 100 + i, 7 + i * i % 11});
        if (i % 3 == 0)
            words.insert(words.end(), {5u << 16 | 128, 2, 100 + i - i % 7, 3});
    }
    Bytes bytes(words.size() * sizeof(uint32_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

// The buffers are of exactly these sizes, so a sanitizer sees what goes beyond.
testing::AssertionResult unpacks(const Bytes& packed, const Bytes& expected)
{
    Bytes unpacked(expected.size());
    if (!unpackXz(packed, unpacked))
        return testing::AssertionFailure() << "refused";
    if (unpacked != expected)
        return testing::AssertionFailure() << "other bytes";
    return testing::AssertionSuccess();
}

bool refuses(const Bytes& packed, std::size_t size)
{
    Bytes unpacked(size);
    return !unpackXz(packed, unpacked);
}

Bytes with(Bytes bytes, std::size_t place, uint8_t byte)
{
    bytes.at(place) = byte;
    return bytes;
}

TEST(Xz, UnpacksStoredChunks)
{
    EXPECT_TRUE(unpacks(bytesOf(kNoise), noise()));
}

TEST(Xz, UnpacksMatchesAndRepeats)
{
    EXPECT_TRUE(unpacks(bytesOf(kWords), words()));
    EXPECT_TRUE(unpacks(bytesOf(kWordsAligned), words()));
}

// A chunk has at most 2 MiB; the second goes on with the first one's state.
TEST(Xz, UnpacksSeveralChunks)
{
    EXPECT_TRUE(unpacks(bytesOf(kZeros), Bytes(2200000)));
}

// A chunk twice: the second begins with a new state but keeps the properties.
TEST(Xz, UnpacksChunksThatResetTheState)
{
    const Bytes once = bytesOf(kWords);
    const std::size_t count = 6 + once[kChunks + 3] * 256u + once[kChunks + 4] + 1;
    const Bytes chunk(once.begin() + kChunks, once.begin() + static_cast<std::ptrdiff_t>(kChunks + count));
    Bytes twice(once.begin(), once.begin() + static_cast<std::ptrdiff_t>(kChunks + count));
    twice.push_back(0xa0);
    twice.insert(twice.end(), chunk.begin() + 1, chunk.begin() + 5);
    twice.insert(twice.end(), chunk.begin() + 6, chunk.end());
    twice.push_back(0);
    twice.insert(twice.end(), once.end() - 12, once.end());
    Bytes text = words();
    ASSERT_EQ(text.back(), 0) << "as before the first byte";
    text.insert(text.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(words().size()));
    EXPECT_TRUE(unpacks(twice, text));
}

TEST(Xz, TakesJustTheFileAndItsBytes)
{
    for (const std::size_t size : {std::size_t{0}, words().size() - 1, words().size() + 1})
        EXPECT_TRUE(refuses(bytesOf(kWords), size)) << size;
    for (const std::size_t size : {std::size_t{0}, noise().size() - 1, noise().size() + 1})
        EXPECT_TRUE(refuses(bytesOf(kNoise), size)) << size;
    Bytes longer = bytesOf(kWords);
    longer.push_back(0);
    EXPECT_TRUE(refuses(longer, words().size()));
}

TEST(Xz, RefusesWhatIsMalformed)
{
    const Bytes stored = bytesOf(kNoise);
    const Bytes packed = bytesOf(kWords);
    const std::size_t size = words().size();
    EXPECT_TRUE(refuses({}, 0));
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_TRUE(refuses(with(packed, i, 1), size)) << "not the beginning of a file: " << i;
    EXPECT_TRUE(refuses(with(packed, packed.size() - 1, 'y'), size)) << "not the end of a file";
    EXPECT_TRUE(refuses(with(packed, packed.size() - 2, 'z'), size)) << "not the end of a file";
    EXPECT_TRUE(refuses(with(packed, 12, 255), size)) << "a block's header beyond the end";
    EXPECT_TRUE(refuses(Bytes(packed.begin(), packed.begin() + 24), 0)) << "no end";
    for (std::size_t count = 0; count < 16; ++count) {
        Bytes endless = packed;
        endless.erase(endless.begin() + static_cast<std::ptrdiff_t>(kChunks + count), endless.end() - 12);
        EXPECT_TRUE(refuses(endless, size)) << "no end of a chunk: " << count;
    }
    Bytes endless = stored;
    endless.erase(endless.begin() + kChunks + 3 + 24, endless.end() - 12);
    EXPECT_TRUE(refuses(with(endless, endless.size() - 12, 0), noise().size())) << "no end of the chunks";

    EXPECT_TRUE(refuses(with(stored, kChunks, 3), noise().size())) << "no type of a chunk";
    EXPECT_TRUE(refuses(with(stored, kChunks + 2, 255), 256)) << "more stored than there is";
    EXPECT_TRUE(refuses(with(packed, kChunks + 2, 255), size)) << "more than is taken";
    EXPECT_TRUE(refuses(with(packed, kChunks + 3, 255), size)) << "more packed than there is";
    EXPECT_TRUE(refuses(with(packed, kChunks + 5, 225), size)) << "more bits of a position than 4";
    EXPECT_TRUE(refuses(with(packed, kChunks + 5, 3 + 9 * 2), size)) << "more bits of a literal than 4";
    EXPECT_TRUE(refuses(with(packed, kChunks + 6, 1), size)) << "what encoders begin without";
    // The padding that an encoder leaves, and a byte more than it does.
    const std::size_t last = kChunks + 6 + packed[kChunks + 3] * 256u + packed[kChunks + 4];
    EXPECT_TRUE(refuses(with(packed, last, static_cast<uint8_t>(packed[last] ^ 1)), size)) << "bits are left";
    Bytes longer = with(packed, kChunks + 4, static_cast<uint8_t>(packed[kChunks + 4] + 1));
    longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(last) + 1, uint8_t{0});
    EXPECT_TRUE(refuses(longer, size)) << "a byte is left";
    // A match before the first byte: all bits are ones as long as the code is the largest.
    Bytes before = packed;
    std::fill_n(before.begin() + kChunks + 7, 16, uint8_t{0xff});
    EXPECT_TRUE(refuses(before, size));
}

TEST(Xz, StaysInsideOfDamagedFiles)
{
    for (const auto& [digits, text] : {std::pair(kNoise, noise()), std::pair(kWords, words())}) {
        Bytes packed = bytesOf(digits);
        for (std::size_t size = 0; size < packed.size(); ++size)
            EXPECT_TRUE(refuses(Bytes(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size)), text.size()))
                << size;
        for (uint8_t& byte : packed)
            for (int flip = 1; flip < 256; ++flip) {
                byte = static_cast<uint8_t>(byte ^ flip);
                (void)refuses(packed, text.size()); // or unpacks other bytes; a sanitizer sees what is outside
                byte = static_cast<uint8_t>(byte ^ flip);
            }
        EXPECT_TRUE(unpacks(packed, text));
    }
}

} // namespace
