// The samples as their users meet them: what they refuse, and what becomes of outputs that cannot be written.
#include "bytes.h"
#include "folder.h"
#include "process.h"

#include <support/wav.h>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>

namespace {

const Words kSamples = {BOUNDS,        CULLING, DELTA_CODEC,    ENVIRONMENT_LIGHT, HELLO_SCAN,
                        LINE_OF_SIGHT, OWN_RHI, PARTICLES,      POLYNOMIAL,        RECURRENCE,
                        SAT_VIEWER,    SPLATS,  STRING_COMPARE, TEXT_LINES,        VOXEL_OCCLUSION};
// Small pictures, to be followed by --output's file.
const std::vector<Words> kDrawing = {
    {CULLING, "--size", "32x32", "--frames", "1", "--repeats", "1", "--instances", "50"},
    {ENVIRONMENT_LIGHT, "--size", "64x64", "--frames", "1", "--map-size", "32x16"},
    {LINE_OF_SIGHT, "--size", "64x64", "--repeats", "1"},
    {PARTICLES, "--size", "128x128", "--frames", "2", "--capacity", "64"},
    {SPLATS, "--size", "32x32", "--frames", "1", "--splats", "50"},
    {VOXEL_OCCLUSION, "--size", "16x12", "--height", "9", "--repeats", "1"},
    {SAT_VIEWER, "--headless", "--size", "64x64", "--frames", "1", "--technique", "none", "--no-shadows"}};
// Pictures as above, and a sound.
const Words kSounding = {RECURRENCE, "--seconds", "0.02", "--repeats", "1"};
const std::vector<Words> kWriting = [] {
    std::vector<Words> commands = kDrawing;
    commands.push_back(kSounding);
    return commands;
}();

class Command : public TestInFolder {
protected:
    // The command's output; it is to end with that code.
    std::string run(const Words& command, int code)
    {
        Process process(command, path("log"));
        EXPECT_EQ(process.wait(), code) << process.output();
        return process.output();
    }
    // It says the sentence, and before that nothing of work on a device.
    void refuses(const Words& command, const std::string& sentence)
    {
        const std::string log = run(command, 1);
        EXPECT_NE(log.find(sentence), std::string::npos) << log;
        EXPECT_EQ(log.find("device: "), std::string::npos) << log;
        EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1) << log;
    }
    void expectLine(const std::string& log, const std::string& sentence)
    {
        EXPECT_NE(log.find(sentence), std::string::npos) << log;
    }
};

files::Bytes soundOf(const files::WavFormat& format, const std::vector<int16_t>& samples)
{
    return files::encodeWav(format, std::as_bytes(std::span(samples)));
}

TEST_F(Command, TellsOfItself)
{
    for (const std::string& sample : kSamples) {
        expectLine(run({sample, "--version"}, 0), std::filesystem::path(sample).filename().string() + " of vkscan ");
        expectLine(run({sample, "--list"}, 0), "0: ");
        const std::string help = run({sample, "--help"}, 0);
        for (const char* option : {"--device", "--list", "--validate", "--version"})
            expectLine(help, option);
        EXPECT_EQ(help.find("--unlisted"), std::string::npos) << "for tests alone\n" << help;
        refuses({sample, "--no-such-option"}, "--help shows the options");
    }
    for (const Words& command : kDrawing)
        expectLine(run({command[0], "--help"}, 0), "--size WxH");
    const std::string help = run({ENVIRONMENT_LIGHT, "--help"}, 0);
    for (const char* range : {"(8 to 1024)", "(-5 to 90)", "(each 16 to 8192)"})
        expectLine(help, range);
}

// In a header each, this claims more values than follow it: a decoder that trusts it never ends.
TEST_F(Command, RefusesTruncatedPictures)
{
    std::string hdr = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 32 +X 32\n";
    hdr += std::string{2, 2, 0, 32};
    files::write(path("cut.hdr"), bytesOf(hdr), true);
    refuses({LINE_OF_SIGHT, "--height-map", path("cut.hdr")}, "cut.hdr: it is truncated");
    refuses({ENVIRONMENT_LIGHT, "--map", path("cut.hdr"), "--output", path("x.png")},
            "cannot read the map " + path("cut.hdr") + ": it is truncated");
    const std::string log = run({SAT_VIEWER, "--headless", "--image", path("cut.hdr"), "--output", path("x.png")}, 1);
    expectLine(log, "cut.hdr: it is truncated");
}

TEST_F(Command, RefusesWhatTheViewerDoesNotShow)
{
    const auto refuses = [this](const Words& options, const std::string& sentence) {
        expectLine(run(Words{SAT_VIEWER, "--headless", "--size", "64x64", "--output", path("x.png")} + options, 1),
                   "sat_viewer: " + sentence);
    };
    files::write(path("text"), bytesOf("neither a picture nor a scene"), true);
    files::write(path("light.hdr"), bytesOf("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n1234"), true);
    for (const std::string kind : {"image", "scene"})
        refuses({"--" + kind, path("missing")},
                "cannot read the " + kind + " " + path("missing") + ": No such file or directory");
    refuses({"--image", path("")}, "cannot read the image " + path("") + ": it is a folder");
    refuses({"--image", path("text")}, "cannot read the image " + path("text") + ": it is no picture of a known kind");
    refuses({"--scene", path("text")}, "cannot read the scene " + path("text") + ": it is no glTF file");
    refuses({"--image", path("light.hdr"), "--accumulation", "u32"}, "U32 sums are for pictures of 8 bits a channel");
    refuses({"--technique", "box", "--accumulation", "u32"}, "U32 sums are for pictures from files");
    refuses({"--device", "no such device"}, "no Vulkan device matches 'no such device'");
}

TEST_F(Command, NeedsADisplayForAWindow)
{
    const Words without = {"/usr/bin/env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"};
    refuses(without + Words{SAT_VIEWER}, "no window can be opened");
    refuses(without + Words{"DISPLAY=:4095", SAT_VIEWER}, "no window can be opened");
    refuses(without + Words{SPLATS, "--window"}, "; without --window, splats draws a picture");
    // No advice to draw without a window where that would fail, too.
    refuses(without + Words{"VK_ICD_FILENAMES=/nonexistent", "VK_DRIVER_FILES=/nonexistent", SAT_VIEWER},
            "no Vulkan device found: install a GPU driver or Mesa's lavapipe");
}

TEST_F(Command, RefusesScenesOfNoSplats)
{
    const auto refusesScene = [this](const std::string& name, const std::string& content, const std::string& reason) {
        files::write(path(name), bytesOf(content), true);
        refuses({SPLATS, "--scene", path(name), "--output", path("x.png")},
                "cannot read the scene " + path(name) + ": " + reason);
    };
    refuses({SPLATS, "--scene", path("missing"), "--output", path("x.png")},
            "cannot read the scene " + path("missing") + ": No such file or directory");
    refusesScene("text", "no splats", "it is no PLY file");
    refusesScene("cut", "ply\nformat binary_little_endian 1.0\n", "it is truncated: its header does not end");
    refusesScene("points", "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nend_header\n1234",
                 "its vertices have no property y");
}

TEST_F(Command, NeverWritesOverItsInput)
{
    const files::Bytes picture = bytesOf("P5 16 16 255\n" + std::string(256, 'x'));
    files::write(path("picture"), picture, true);
    std::filesystem::create_hard_link(path("picture"), path("hard"));
    std::filesystem::create_symlink(path("picture"), path("soft"));
    for (const char* output : {"picture", "hard", "soft", "./picture"}) {
        refuses({SAT_VIEWER, "--headless", "--image", path("picture"), "--output", path(output)}, "it is the input");
        refuses({LINE_OF_SIGHT, "--height-map", path("picture"), "--output", path(output)}, "it is the input");
        refuses({ENVIRONMENT_LIGHT, "--map", path("picture"), "--output", path(output)}, "it is the input");
        refuses({SPLATS, "--scene", path("picture"), "--output", path(output)}, "it is the input");
        refuses({DELTA_CODEC, "encode", path("picture"), path(output), "--force"}, "it is the input");
    }
    EXPECT_TRUE(files::read("the file", path("picture")) == picture);
    const files::Bytes rows = bytesOf("viewer/dof/64x64/effect");
    files::write(path("rows"), rows, true);
    refuses({SAT_VIEWER, "--headless", "--rows", path("rows"), "--json", path("./rows")}, "it is the input");
    EXPECT_TRUE(files::read("the file", path("rows")) == rows);
    const files::Bytes sound = soundOf({}, {1, 2, 3});
    files::write(path("sound"), sound, true);
    refuses({RECURRENCE, path("sound"), "--output", path("./sound")}, "it is the input");
    EXPECT_TRUE(files::read("the file", path("sound")) == sound);
}

TEST_F(Command, FindsUnwritableOutputsBeforeTheWork)
{
    for (const Words& command : kWriting) {
        refuses(command + Words{"--output", path("missing/x")}, "missing/x: No such file or directory");
        refuses(command + Words{"--output", path("")}, "it is a folder");
    }
    refuses({CULLING, "--output", path("x.png"), "--json", path("missing/x")}, "missing/x: No such file or directory");
    refuses({HELLO_SCAN, "--report", path("missing/x")}, "missing/x: No such file or directory");
    files::write(path("rows"), bytesOf("viewer/dof/64x64/effect"), true);
    refuses({SAT_VIEWER, "--headless", "--rows", path("rows"), "--json", path("missing/x")},
            "missing/x: No such file or directory");
    refuses({DELTA_CODEC, "encode", path("rows"), path("missing/x")}, "missing/x: No such file or directory");
    refuses({DELTA_CODEC, "encode", path("rows"), path(""), "--force"}, "it is a folder");
    EXPECT_FALSE(std::filesystem::exists(path("x.png")));
}

TEST_F(Command, RefusesEndingsOfOtherFormats)
{
    const auto refusesOutput = [this](Words command, const char* option, const std::string& ending) {
        for (const char* name : {"x.jpg", "x.gz"})
            refuses(command + Words{option, path(name)}, "' does not end in " + ending);
        EXPECT_FALSE(std::filesystem::exists(path("x.jpg")));
    };
    for (const Words& command : kDrawing)
        refusesOutput(command, "--output", ".png");
    refusesOutput({BOUNDS}, "--picture", ".png");
    refusesOutput({RECURRENCE}, "--output", ".wav");
    refusesOutput({ENVIRONMENT_LIGHT}, "--save-map", ".hdr");
    refusesOutput({SPLATS}, "--save-scene", ".ply");
    refusesOutput({SPLATS}, "--sweep", ".json");
    refusesOutput({CULLING}, "--json", ".json");
    refusesOutput({HELLO_SCAN}, "--report", ".json");
    run({LINE_OF_SIGHT, "--size", "64x64", "--repeats", "1", "--output", path("x.PNG")}, 0);
}

TEST_F(Command, ReplacesFilesOnlyWhereAsked)
{
    const files::Bytes old = bytesOf("old");
    const auto isOld = [&] { return files::read("the file", path("old")) == old; };
    files::write(path("old"), old, true);
    files::write(path("rows"), bytesOf("viewer/dof/64x64/effect"), true);
    const std::string sentence = "cannot write " + path("old") + ": it exists, and --force is not given";
    for (const Words& command : kWriting)
        refuses(command + Words{"--output", path("old")}, sentence);
    refuses({CULLING, "--output", path("x.png"), "--json", path("old")}, sentence);
    refuses({HELLO_SCAN, "--report", path("old")}, sentence);
    refuses({SAT_VIEWER, "--headless", "--rows", path("rows"), "--json", path("old")}, sentence);
    refuses({SAT_VIEWER, "--headless", "--technique", "compare", "--sweep", path("old")}, sentence);
    refuses({SPLATS, "--sweep", path("old")}, sentence);
    EXPECT_TRUE(isOld());
    // Tests of the other samples replace their pictures.
    for (const Words& command : kWriting) {
        if (!std::set<std::string>{LINE_OF_SIGHT, VOXEL_OCCLUSION, SAT_VIEWER, RECURRENCE}.contains(command[0]))
            continue;
        files::write(path("old"), old, true);
        run(command + Words{"--output", path("old"), "--force"}, 0);
        EXPECT_FALSE(isOld()) << command[0];
    }
    for (const Words& command : {Words{LINE_OF_SIGHT, "--size", "64x64", "--repeats", "1"}, kSounding})
        run(command + Words{"--output", "/dev/null"}, 0);
    const Words encoding = {DELTA_CODEC, "encode", path("rows"), path("old"), "--order", "1", "--tuple", "1"};
    files::write(path("old"), old, true);
    refuses(encoding, sentence);
    run(encoding + Words{"--repeats", "1", "--force"}, 0);
    EXPECT_FALSE(isOld());
}

TEST_F(Command, FailsWhereTheDiskIsFull)
{
    for (const Words& command : kWriting) {
        expectLine(run(command + Words{"--output", "/dev/full"}, 1), "/dev/full: No space left on device");
        // Files of one block: longer ones fail as on a full disk.
        files::write(path("old.png"), bytesOf("old"), true);
        std::filesystem::create_symlink(path("old.png"), path("link.png"));
        const std::string log = run(Words{"/bin/bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash"} +
                                        command + Words{"--output", path("link.png"), "--force"},
                                    1);
        expectLine(log, "cannot write ");
        EXPECT_FALSE(std::filesystem::exists(path("old.png"))) << "a cut file is left\n" << log;
        std::filesystem::remove(path("link.png"));
    }
    for (const Words& command : {Words{HELLO_SCAN, "--count", "10", "--print"}, Words{HELLO_SCAN, "--help"},
                                 Words{STRING_COMPARE, "a", "b"}}) {
        Process process(command, "/dev/full");
        EXPECT_EQ(process.wait(), 1) << command[0];
    }
}

TEST_F(Command, TakesNoNanForANumber)
{
    for (const std::string number : {"nan", "-nan", "inf", "1e400", "x"}) {
        const std::string sentence = "'" + number + "' is no number from ";
        for (const char* option : {"--eye", "--relief"})
            refuses({LINE_OF_SIGHT, std::string(option) + "=" + number}, sentence);
        refuses({CULLING, "--smallest=" + number}, sentence);
        refuses({ENVIRONMENT_LIGHT, "--sun-height=" + number}, sentence);
        refuses({POLYNOMIAL, "--at=" + number, "1"}, sentence);
        refuses({POLYNOMIAL, "--at=1", "--", number}, sentence);
        for (const char* option : {"--cutoff", "--seconds"})
            refuses({RECURRENCE, std::string(option) + "=" + number}, sentence);
        for (const char* option : {"--focus", "--aperture", "--radius", "--exposure", "--softness"})
            refuses({SAT_VIEWER, std::string(option) + "=" + number}, sentence);
        for (const char* option : {"--threshold", "--amount", "--compare"})
            refuses({SAT_VIEWER, "--image", "x", std::string(option) + "=" + number}, sentence);
    }
    for (const std::string number : {"abc", "4", "-9", "9.5", "1025", "99999999999999999999"})
        refuses({ENVIRONMENT_LIGHT, "--rays=" + number}, "'" + number + "' is no whole number from 8 to 1024");
}

TEST_F(Command, VerifiesNothingThatIsNotDecided)
{
    // A slope seen from its foot: all of it is at the horizon.
    std::string slope = "P5 64 64 255\n";
    for (int i = 0; i < 64 * 64; ++i)
        slope += static_cast<char>(3 * (i % 64) + 2);
    files::write(path("slope.pgm"), bytesOf(slope), true);
    expectLine(run({LINE_OF_SIGHT, "--height-map", path("slope.pgm"), "--observer", "0,32", "--eye", "0"}, 1),
               "too close to call");
    // Two terms of 3.5e8 and a value of 0.68: in any order, fused or not, roundings change it by 0.3 or more.
    expectLine(run({POLYNOMIAL, "--at", "1.15", "--", "1", "0", "0", "-231306048", "0", "0", "0", "0", "0", "1e8"}, 1),
               "nothing is verified");
    // The bounds grow with the time for which a filter remembers.
    expectLine(run({RECURRENCE, "--seconds", "0.5", "--cutoff", "1", "--repeats", "1"}, 1), "nothing is verified");
}

// A constant passes a low-pass filter, once this has settled, and channels do not mix.
TEST_F(Command, FiltersSoundOfAnyChannels)
{
    for (const uint32_t channels : {1, 3}) {
        constexpr std::size_t kFrames = 3001; // so that the last of one channel is half a word
        const int16_t levels[] = {-32768, 20001, 7};
        std::vector<int16_t> samples;
        for (std::size_t i = 0; i < kFrames * channels; ++i)
            samples.push_back(levels[i % channels]);
        const files::WavFormat format = {files::kWavPcm, channels, 44100, 2};
        files::write(path("sound.wav"), soundOf(format, samples), true);
        for (const char* order : {"1", "2"}) {
            const std::string log = run({RECURRENCE, path("sound.wav"), "--order", order, "--output", path("out.wav"),
                                         "--force", "--repeats", "1", "--validate"},
                                        0);
            expectLine(log, std::to_string(channels) + " channels of 3001 samples at 44100 Hz");
            expectLine(log, "verified");
            const files::Bytes file = files::read("the sound", path("out.wav"));
            const files::Wav wav = files::readWav(file);
            EXPECT_EQ(wav.format.rate, 44100u);
            ASSERT_EQ(wav.format.channels, channels);
            ASSERT_EQ(wav.size, samples.size() * 2);
            std::vector<int16_t> filtered(samples.size());
            std::memcpy(filtered.data(), file.data() + wav.begin, wav.size);
            for (uint32_t channel = 0; channel < channels; ++channel) {
                EXPECT_LT(std::abs(filtered[channel]), std::abs(levels[channel]));
                EXPECT_NEAR(filtered[(kFrames - 1) * channels + channel], levels[channel], 1);
                for (std::size_t i = channel; i < filtered.size(); i += channels)
                    ASSERT_GE(filtered[i] * levels[channel], 0) << "it overshoots, and must not wrap around";
            }
        }
    }
}

TEST_F(Command, RefusesSoundThatItDoesNotFilter)
{
    const files::Bytes sound = soundOf({}, std::vector<int16_t>(100));
    const auto check = [this](const files::Bytes& file, const std::string& sentence) {
        files::write(path("x.wav"), file, true);
        refuses({RECURRENCE, path("x.wav")}, "cannot read the sound " + path("x.wav") + ": " + sentence);
    };
    check(bytesOf("no sound"), "it is no WAV file");
    check({sound.begin(), sound.end() - 1}, "it is truncated");
    check(soundOf({}, {}), "it has no samples");
    check(soundOf({files::kWavPcm, 1, 48000, 1}, {1, 2}), "its samples are no PCM of 16 bits");
    check(soundOf({3, 1, 48000, 4}, {1, 2}), "its samples are no PCM of 16 bits");
    refuses({RECURRENCE, path("missing.wav")}, "missing.wav: No such file or directory");
    refuses({RECURRENCE, "--cutoff", "24000"}, "the cutoff must be below half the sample rate, which is 48000 Hz");
    refuses({RECURRENCE, "--order", "3"}, "--order");
    refuses({RECURRENCE, path("x.wav"), "--seconds", "1"}, "excludes");
}

TEST_F(Command, FindsLinesOfText)
{
    const auto check = [this](const std::string& text, const std::string& characters, const std::string& lines) {
        files::write(path("text"), bytesOf(text), true);
        const std::string log = run({TEXT_LINES, path("text"), "--repeats", "1", "--validate"}, 0);
        expectLine(log, "text:     " + std::to_string(text.size()) + " bytes, " + characters + " characters\n");
        expectLine(log, "lines:    " + lines + "\n");
        expectLine(log, "verified");
    };
    check("", "0", "0; the longest has 0 characters");
    check("\n", "1", "1; the longest has 0 characters");
    check("one", "3", "1; the longest has 3 characters and is line 1");
    check("one\n", "4", "1; the longest has 3 characters and is line 1");
    check("\n\nx\xc3\xa4\xe2\x82\xac\n\xf0\x9f\x99\x82y", "8", "4; the longest has 3 characters and is line 3");
    check(std::string(4095, 'x') + "\n" + std::string(5000, 'y'), "9096",
          "2; the longest has 5000 characters and is line 2");
}

TEST_F(Command, RefusesWhatIsNoText)
{
    // Cut, a second byte without a first, too long for its character, a surrogate, beyond Unicode.
    for (const char* bytes : {"\xe2\x82", "\x80", "\xc0\x8a", "\xe0\x82\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                              "\xf8\x88\x80\x80\x80", "\xff"}) {
        files::write(path("text"), bytesOf(std::string("abc\n") + bytes), true);
        refuses({TEXT_LINES, path("text")}, "text: byte 4 begins no character of UTF-8");
    }
    refuses({TEXT_LINES, path("missing")}, "missing: No such file or directory");
    refuses({TEXT_LINES, path("text"), "--count", "1"}, "excludes");
}

TEST_F(Command, RefusesOptionsThatDoNothing)
{
    refuses({SAT_VIEWER, "--output", path("x.png")}, "--output requires --headless");
    refuses({SAT_VIEWER, "--rows", path("x"), "--json", path("y")}, "--rows requires --headless");
    refuses({SAT_VIEWER, "--sweep", path("x")}, "--sweep requires --headless");
    refuses({SAT_VIEWER, "--filter", "box"}, "--filter requires --image");
    refuses({SAT_VIEWER, "--image", "x", "--technique", "dof"}, "excludes");
    refuses({SAT_VIEWER, "--image", "x", "--scene", "y"}, "excludes");
    const auto headless = [this](const Words& options, const std::string& sentence) {
        refuses(Words{SAT_VIEWER, "--headless"} + options, sentence);
    };
    headless({"--technique", "box", "--focus", "3"}, "--focus does nothing without --technique dof or lens");
    headless({"--technique", "lens", "--compare", "0.5"},
             "--compare does nothing without --image or --technique dof, box or triangle");
    headless({"--radius", "3"}, "--radius does nothing without --technique box, triangle or compare");
    headless({"--spots"}, "--spots does nothing without --technique compare");
    headless({"--technique", "compare", "--auto-exposure"}, "--auto-exposure does nothing with --technique compare");
    headless({"--technique", "compare", "--sweep", path("x"), "--radius", "3"}, "--radius does nothing with --sweep");
    files::write(path("rows"), bytesOf("viewer/dof/64x64/effect"), true);
    const Words rows = {"--rows", path("rows"), "--json", path("x")};
    headless({"--json", path("x")}, "--json requires --rows");
    headless(rows + Words{"--technique", "box"}, "--rows excludes --technique");
    headless(rows + Words{"--size", "64x64"}, "--size does nothing with --rows");
    headless(rows + Words{"--output", path("x.png")}, "--output does nothing with --rows");
    headless({"--sweep", path("x")}, "--sweep does nothing without --technique compare or --rows");
    for (const char* sample : {SAT_VIEWER, SPLATS}) {
        refuses({sample, "--camera=0,0,0,0,5,0"}, "--camera looks straight up or down");
        refuses({sample, "--camera=1,2,3,1,2,3"}, "--camera has its target where its eye is");
    }
    headless({"--no-shadows", "--softness", "1"}, "--softness does nothing with --no-shadows");
    headless({"--technique", "none", "--bias", "none"}, "--bias does nothing with --technique none, dof or lens");
    headless({"--accumulation", "f64"}, "--accumulation does nothing with --technique none, dof or lens");
    headless({"--lens-points", "9"}, "--lens-points does nothing without --technique lens");
    headless({"--image", "x", "--threshold", "1"}, "--threshold does nothing without --filter threshold or sauvola");
    headless({"--image", "x", "--bias", "mean", "--accumulation", "u32"},
             "--bias does nothing with --accumulation u32");
    for (const std::string& sample : Words{CULLING, ENVIRONMENT_LIGHT, PARTICLES, SPLATS})
        refuses({sample, "--window", "--output", path("x.png")}, "--window excludes --output");
    refuses({LINE_OF_SIGHT, "--height-map", "x", "--size", "64x64"}, "excludes");
    refuses({ENVIRONMENT_LIGHT, "--map", "x", "--sun-turn", "5"}, "excludes");
    refuses({SPLATS, "--scene", "x", "--splats", "5"}, "excludes");
    refuses({SPLATS, "--up", "y"}, "--up requires --scene");
    refuses({SPLATS, "--window", "--seen", "5"}, "excludes");
    refuses({SPLATS, "--sweep", path("x"), "--seen", "5"}, "excludes");
    refuses({SPLATS, "--sweep", path("x"), "--key-bits", "16"}, "excludes");
    refuses({SPLATS, "--sweep", path("x"), "--output", path("x.png")}, "excludes");
    refuses({SPLATS, "--key-bits", "8"}, "--key-bits");
    refuses({OWN_RHI, "anything"}, "anything");
    for (const Words& option : {Words{"--count", "5"}, {"--strategy", "spine"}, {"--backward"}, {"--print"}})
        refuses(Words{HELLO_SCAN, "--report", path("x")} + option, option[0] + " excludes --report");
}

TEST_F(Command, NamesOptionsNotFields)
{
    for (const Words& command :
         {Words{HELLO_SCAN, "--strategy", "spine"}, Words{HELLO_SCAN, "--strategy", "flat-sum"}}) {
        Process process(command, path("log"));
        const std::optional<int> code = process.wait();
        if (code == 0)
            GTEST_SKIP() << "the driver is listed for strategies of a single pass";
        expectLine(process.output(), "--assume-forward-progress");
        EXPECT_EQ(process.output().find("assumeForwardProgress"), std::string::npos) << process.output();
    }
}

// Writes a PGM file whose pixels take no room on the disk, and returns its name.
std::string pictureOf(const std::string& file, unsigned width, unsigned height)
{
    files::write(file, bytesOf("P5 " + std::to_string(width) + " " + std::to_string(height) + " 255\n"), true);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) + std::uintmax_t{width} * height);
    return file;
}

TEST_F(Command, RefusesPicturesForWhichADeviceHasNoRoom)
{
    const auto refusesOnDevice = [this](const Words& more, const std::string& sentence) {
        // The file is read, and nothing else of that size: its texels alone would take 1 GB.
        constexpr long kMostKilobytes = 600 << 10;
        const std::string log = run(Words{SAT_VIEWER, "--headless", "--output", path("x.png")} + more, 1);
        expectLine(log, sentence);
        rusage usage = {};
        ASSERT_EQ(getrusage(RUSAGE_CHILDREN, &usage), 0);
        EXPECT_LT(usage.ru_maxrss, kMostKilobytes);
    };
    // Beyond what any table has.
    refusesOnDevice({"--image", pictureOf(path("wide.pgm"), 16385, 2)},
                    "cannot read the image " + path("wide.pgm") +
                        ": a picture of 16385 x 2 pixels is larger than the 1638");
    const std::string device = run({SAT_VIEWER, "--list"}, 0);
    if (device.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "a GPU may have room for all others";
    refusesOnDevice({"--image", pictureOf(path("large.pgm"), 16384, 16384)}, "a picture of 16384 x 16384 pixels ");
    refusesOnDevice({"--image", pictureOf(path("large.pgm"), 16380, 16380)},
                    "a picture of 16380 x 16380 pixels takes ");
    refusesOnDevice({"--size", "16380x16380"}, "a picture of 16380 x 16380 pixels takes ");
}

TEST_F(Command, SaysWhatTakesLong)
{
    Process viewer({SAT_VIEWER, "--headless", "--technique", "none", "--no-shadows", "--size", "64x64", "--frames",
                    "100000", "--output", path("x.png")},
                   path("log"));
    EXPECT_TRUE(within(kPatience, [&] {
        return viewer.poll() || viewer.output().find(" of 100000 frames done: ") != std::string::npos;
    })) << viewer.output();
    EXPECT_FALSE(viewer.poll()) << viewer.output();
    EXPECT_TRUE(within(kPatience, [&] {
        return viewer.poll() || viewer.output().find(" s left, ") != std::string::npos;
    })) << viewer.output();
    Process sight({LINE_OF_SIGHT, "--size", "16384x16384"}, path("map"));
    EXPECT_TRUE(within(kPatience, [&] {
        return sight.poll() || sight.output().find(" of 16384 rows done: ") != std::string::npos;
    })) << sight.output();
    EXPECT_FALSE(sight.poll()) << sight.output();
}

TEST_F(Command, DrawsAPreviewOfTheLightOnACpu)
{
    const std::string log = run(
        {ENVIRONMENT_LIGHT, "--rays", "8", "--map-size", "64x32", "--light", "importance", "--output", path("x")}, 0);
    if (log.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "the device is no CPU";
    expectLine(log, "preview:  the device is a CPU; the full picture, by --size 1280x480, takes about ");
}

TEST_F(Command, SaysWhatTakesLongInEverySample)
{
    const Words repeats = {"--repeats", "10000"};
    const Words frames = {"--frames", "10000", "--size", "64x64", "--output", path("x.png")};
    for (const Words& command :
         {Words{BOUNDS} + repeats, Words{HELLO_SCAN} + repeats, Words{LINE_OF_SIGHT} + repeats,
          Words{POLYNOMIAL, "--at", "0.9999"} + repeats, Words{RECURRENCE} + repeats,
          Words{STRING_COMPARE, "a", "b"} + repeats, Words{TEXT_LINES} + repeats,
          Words{VOXEL_OCCLUSION, "--size", "32x32"} + repeats, Words{CULLING, "--instances", "99"} + frames,
          Words{PARTICLES, "--capacity", "4096"} + frames, Words{SPLATS, "--splats", "99"} + frames,
          Words{ENVIRONMENT_LIGHT, "--map-size", "64x32"} + frames}) {
        Process sample(command, path("log"));
        EXPECT_TRUE(
            within(kPatience, [&] { return sample.poll() || sample.output().find(": 2 s\n") != std::string::npos; }))
            << command[0] << sample.output();
        EXPECT_FALSE(sample.poll()) << command[0] << sample.output();
    }
}

TEST_F(Command, PrintsNoControlBytes)
{
    files::write(path("numbers"), bytesOf("1 2 \x1b[31m3\xc2\x9b\x07\xff\xc3\xa4"), true);
    refuses({HELLO_SCAN, path("numbers")}, "line 1: '\\x1b[31m3\\xc2\\x9b\\x07\\xff\xc3\xa4' is not a number");
    refuses({HELLO_SCAN, "--device", "\x1b[1m"}, "matches '\\x1b[1m'; 0 is ");
    expectLine(run({STRING_COMPARE, "\x1b[1m", "a"}, 0), "order:    \"\\x1b[1m\" comes first");
}

} // namespace
