// delta_codec restores every file, and refuses what it cannot read.
#include "codec_files.h"
#include "folder.h"
#include "process.h"

#include <gtest/gtest.h>

#include <filesystem>

using files::Bytes;

namespace {

class CodecTest : public TestInFolder {
protected:
    // Returns the program's output. Expects it to exit with `code`.
    std::string run(const std::string& command, const std::string& input, const std::string& output,
                    const std::vector<std::string>& options, int code)
    {
        std::vector<std::string> words = {DELTA_CODEC, command, input, output, "--repeats", "1", "--validate"};
        words.insert(words.end(), options.begin(), options.end());
        Process process(words, path("log"));
        EXPECT_EQ(process.wait(), code) << process.output();
        return process.output();
    }
};

class Restores : public CodecTest {
protected:
    // Encodes, decodes, and returns what encoding prints.
    std::string checkBecomes(const Bytes& file, const Bytes& expected, const std::vector<std::string>& options = {})
    {
        files::write(path("input"), file, true);
        std::filesystem::remove(path("coded"));
        std::filesystem::remove(path("restored"));
        const std::string log = run("encode", path("input"), path("coded"), options, 0);
        if (HasFailure())
            return log;
        EXPECT_NE(log.find("verified:  decoding restores all"), std::string::npos) << log;
        run("decode", path("coded"), path("restored"), {}, 0);
        EXPECT_TRUE(files::read("the file", path("restored")) == expected) << "another file is restored\n" << log;
        return log;
    }
    std::string check(const Bytes& file, const std::vector<std::string>& options = {})
    {
        return checkBecomes(file, file, options);
    }
};

// The entropy that the line tells.
double bitsOf(const std::string& log, const std::string& line)
{
    const std::size_t at = log.find(line + ":");
    return at == std::string::npos ? 99 : std::stod(log.substr(at + 10));
}

TEST_F(Restores, Wav)
{
    const std::string log = check(makeWav());
    EXPECT_NE(log.find("tuples of 2, elements of 2 bytes"), std::string::npos) << log;
    EXPECT_LT(bitsOf(log, "after"), bitsOf(log, "before") / 2) << log;
    for (const uint32_t sampleBytes : {1u, 2u, 3u, 4u})
        check(makeWav({files::kWavPcm, 1, 44100, sampleBytes}));
    check(makeWav({files::kWavPcm, 6, 44100, 2}));
    check(makeWav(kStereo, 0));
}

TEST_F(Restores, PixelsOfPng)
{
    for (const uint32_t channels : {1, 2, 3, 4}) {
        const files::PngShape picture = {61, 37, channels};
        const std::string log = checkBecomes(makePng(picture), makePam(picture));
        EXPECT_LT(bitsOf(log, "after"), bitsOf(log, "before")) << log;
        EXPECT_NE(log.find("tuples of " + std::to_string(channels)), std::string::npos) << log;
    }
    // And, taken as bytes, the file itself.
    check(makePng(), {"--as", "binary"});
}

TEST_F(Restores, PngWhereTheNameSaysSo)
{
    const auto decoded = [this](const Bytes& file, const std::string& name, const std::vector<std::string>& options) {
        files::write(path("input"), file, true);
        std::vector<std::string> all = {"--force", "--order", "1", "--tuple", "1"};
        all.insert(all.end(), options.begin(), options.end());
        run("encode", path("input"), path("coded"), all, 0);
        run("decode", path("coded"), path(name), {"--force"}, 0);
        return files::read("the file", path(name));
    };
    for (const uint32_t channels : {1, 2, 3, 4}) {
        const files::PngShape picture = {61, 37, channels};
        const Bytes png = decoded(makePng(picture), "restored.PNG", {});
        EXPECT_TRUE(png == makePng(picture)) << "of " << channels << " channels";
        EXPECT_TRUE(decoded(makePam(picture), "restored.png", {}) == makePng(picture));
    }
    // Words, which must come back in a PNG file as well.
    Bytes wide = bytesOf("P5 61 37 65535\n");
    wide.resize(wide.size() + 2 * 61 * 37, std::byte{0x5a});
    const Bytes png = decoded(wide, "wide.png", {});
    EXPECT_EQ(std::to_integer<int>(png.at(24)), 16);
    EXPECT_TRUE(decoded(png, "wide.png", {}) == png);
    EXPECT_TRUE(decoded(makePng(), "same.png", {"--as", "binary"}) == makePng());
    files::write(path("input"), makeNumbers(), true);
    run("encode", path("input"), path("coded"), {"--force", "--order", "1", "--tuple", "1"}, 0);
    const std::string log = run("decode", path("coded"), path("numbers.png"), {}, 1);
    EXPECT_NE(log.find("the input restores no picture that a PNG file can hold"), std::string::npos) << log;
    EXPECT_FALSE(std::filesystem::exists(path("numbers.png")));
}

TEST_F(Restores, WavOfUnknownLength)
{
    Bytes file = makeWav();
    const std::size_t at = 12 + 8 + 16 + 4; // behind the format and the chunk's name
    std::fill_n(file.begin() + 4, 4, std::byte{0xff});
    std::fill_n(file.begin() + at, 4, std::byte{0xff});
    const std::string log = check(file);
    EXPECT_NE(log.find("tuples of 2, elements of 2 bytes"), std::string::npos) << log;
}

TEST_F(Restores, Netpbm)
{
    check(makePam());
    Bytes picture = bytesOf("P5 # of 16 bits\n100 20\n1023\n");
    for (uint32_t i = 0; i < 2000; ++i) {
        picture.push_back(static_cast<std::byte>(i % 4));
        picture.push_back(static_cast<std::byte>(i * 3 & 0xff));
    }
    const Bytes trailer = bytesOf("trailer");
    picture.insert(picture.end(), trailer.begin(), trailer.end());
    const std::string log = check(picture);
    EXPECT_NE(log.find("elements of 2 bytes"), std::string::npos) << log;
}

TEST_F(Restores, AnyFile)
{
    const std::string log = check(makeNumbers());
    EXPECT_NE(log.find("elements of 4 bytes"), std::string::npos) << log;
    check({});
    check(bytesOf("P5 need not be a picture"), {"--as", "binary"});
}

TEST_F(Restores, EveryOrderAndTupleSizeAskedFor)
{
    for (const char* order : {"0", "1", "3", "16"})
        for (const char* tupleSize : {"1", "3", "16"}) {
            const std::string log = check(makeNumbers(), {"--order", order, "--tuple", tupleSize});
            const std::string coding = std::string("order ") + order + ", tuples of " + tupleSize;
            EXPECT_NE(log.find(coding), std::string::npos) << log;
        }
}

class Refuses : public CodecTest {
protected:
    void check(const std::string& command, const std::string& input, const std::string& sentence,
               const std::vector<std::string>& options = {})
    {
        const std::string log = run(command, input, path("output"), options, 1);
        EXPECT_NE(log.find("delta_codec: "), std::string::npos) << log;
        EXPECT_NE(log.find(sentence), std::string::npos) << log;
        EXPECT_FALSE(std::filesystem::exists(path("output"))) << sentence;
    }
    void checkFile(const std::string& command, const Bytes& file, const std::string& sentence,
                   const std::vector<std::string>& options = {})
    {
        files::write(path("input"), file, true);
        check(command, path("input"), sentence, options);
    }
};

TEST_F(Refuses, WhatItCannotRead)
{
    check("encode", path("missing"), "missing: No such file or directory");
    check("encode", path(""), "it is a folder");
    check("encode", "/dev/null", "it is no regular file");
    checkFile("encode", firstOf(makeWav(), 10000), "it is truncated");
    checkFile("encode", firstOf(makeWav(), 36), "it has no chunk 'data'");
    checkFile("encode", makeWav({17, 2, 44100, 2}), "no PCM but of format 17");
    checkFile("encode", makeWav({files::kWavPcm, 2, 44100, 5}, 1), "2 channels of 40 bits");
    checkFile("encode", bytesOf("no sound"), "it is no WAV file", {"--as", "wav"});
    checkFile("encode", makeWav(), "it is no PNG, PGM, PPM or PAM file", {"--as", "image"});
    checkFile("encode", firstOf(makePng(), makePng().size() - 1), "it is truncated");
    Bytes damaged = makePng();
    damaged[damaged.size() / 2] ^= std::byte{1};
    checkFile("encode", damaged, "it is damaged: a checksum is wrong");
    checkFile("encode", firstOf(makePam(), makePam().size() - 1),
              "it is truncated: of 6771 bytes of samples there are 6770");
    checkFile("encode", bytesOf("P6 12"), "its header is truncated");
    checkFile("encode", bytesOf("P6 12 x 255\n"), "its header has 'x' for a number");
    checkFile("encode", bytesOf("P6 12 \x1b[31m 255\n"), "its header has '\\x1b[31m' for a number");
    checkFile("encode", bytesOf("P6 0 5 255\n"), "its header tells a picture of 0 x 5");
    checkFile("encode", bytesOf("P6 999999999 999999999 255\n"), "its header tells a picture of 999999999");
}

TEST_F(Refuses, DamagedFilesOfDifferences)
{
    checkFile("decode", makeNumbers(), "it is none that encoding wrote");
    files::write(path("numbers"), makeNumbers(), true);
    run("encode", path("numbers"), path("coded"), {"--order", "1", "--tuple", "1"}, 0);
    const Bytes coded = files::read("the file", path("coded"));
    const auto damaged = [&](std::size_t at, uint8_t value) {
        Bytes file = coded;
        file[at] = std::byte{value};
        return file;
    };
    checkFile("decode", firstOf(coded, coded.size() - 1), "it has not the length that it tells");
    checkFile("decode", firstOf(coded, 47), "it is none that encoding wrote");
    checkFile("decode", damaged(4, 2), "it is of another version");
    checkFile("decode", damaged(5, 5), "no such coding");
    checkFile("decode", damaged(7, 17), "no such coding");
    checkFile("decode", damaged(8, 0), "no such coding");
    checkFile("decode", damaged(31, 0xff), "it has not the length that it tells");
    checkFile("decode", damaged(100, 0x55), "what it restores is not what was encoded");
    checkFile("decode", damaged(40, 0x55), "what it restores is not what was encoded");
}

} // namespace
