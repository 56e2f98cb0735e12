// WAV files: what is written is read again, and what is cut, damaged or made up is refused. delta_codec's tests have
// more of them.
#include "bytes.h"

#include <support/wav.h>

#include <gtest/gtest.h>

using files::Bytes;

namespace {

std::string refusalOfWav(const Bytes& file)
{
    return refusalOf([&] { (void)files::readWav(file); });
}

Bytes wav(std::size_t sampleBytes)
{
    return files::encodeWav({files::kWavPcm, 2, 44100, 2}, Bytes(sampleBytes, std::byte{7}));
}

TEST(WavFile, IsReadAsWritten)
{
    for (const std::size_t size : {0, 4, 7, 4000}) {
        Bytes file = wav(size);
        EXPECT_EQ(file.size(), 44 + size + size % 2);
        EXPECT_EQ(std::to_integer<std::size_t>(file[4]) + 256 * std::to_integer<std::size_t>(file[5]), file.size() - 8);
        EXPECT_TRUE(files::isWav(file));
        const files::Wav read = files::readWav(file);
        EXPECT_EQ(read.format.coding, files::kWavPcm);
        EXPECT_EQ(read.format.channels, 2u);
        EXPECT_EQ(read.format.rate, 44100u);
        EXPECT_EQ(read.format.sampleBytes, 2u);
        EXPECT_EQ(read.begin, 44u);
        EXPECT_EQ(read.size, size);
    }
}

TEST(WavFile, IsRefusedWhereItIsCut)
{
    const Bytes file = wav(4000);
    EXPECT_EQ(refusalOfWav({}), "it is no WAV file");
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_NE(refusalOfWav(firstOf(file, size)), "") << size;
    EXPECT_EQ(refusalOfWav(firstOf(file, 100)), "it is truncated: of a chunk of 4000 bytes there are 56");
}

TEST(WavFile, IsRefusedWhereItsFramesHaveGaps)
{
    Bytes file = wav(4000);
    file[32] = std::byte{5};
    EXPECT_EQ(refusalOfWav(file), "it has 2 channels of 16 bits in frames of 5 bytes");
    file[20] = std::byte{17}; // no PCM, whose frames may be anything
    EXPECT_EQ(files::readWav(file).format.coding, 17u);
}

} // namespace
