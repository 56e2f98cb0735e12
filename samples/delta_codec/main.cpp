// Codes files by differences, which are small if neighbours are similar, and restores them by sums.
#include "gpu_codec.h"
#include "image.h"

#include <support/printable.h>
#include <support/program.h>
#include <support/progress.h>

#include <vkscan/scan.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace codec {
namespace {

constexpr uint32_t kMostTriedOrder = 4;

struct Options {
    bool decodes = false;
    std::string input;
    std::string output;
    Kind kind = Kind::Auto;
    // Absent: chosen for the least entropy.
    std::optional<uint32_t> order;
    std::optional<uint32_t> tupleSize;
    bool replaces = false; // may replace an output
    gpu::DeviceOptions device;
    unsigned repeats = 11;
};

const gpu::Choices<Kind> kKinds = {{"wav", Kind::Wav}, {"image", Kind::Image}, {"binary", Kind::Binary}};

void addCommon(gpu::CommandLine& line, Options* options, const char* inputHelp, const char* outputHelp)
{
    line.add("input", options->input, inputHelp).required().text("INPUT");
    line.add("output", options->output, outputHelp).required().text("OUTPUT");
    gpu::addForce(line, &options->replaces);
    gpu::addDeviceOptions(line, &options->device);
    gpu::addRepeats(line, &options->repeats);
}

void addEncode(gpu::CommandLine& program, Options* options)
{
    const auto chosen = [options] { options->decodes = false; };
    gpu::CommandLine line =
        program.addCommand("encode", chosen, "Replace samples by differences, and check that decoding undoes it");
    addCommon(line, options, "WAV, PNG, PGM, PPM, PAM, or any other file", "The file of differences");
    line.addChoice("--as", options->kind, kKinds,
                   "Take the input for this; by default what it begins like, else binary");
    line.add("--order", options->order, "How often differences are formed; by default the best of 0 to 4")
        .within(0, vkscan::kMaxOrder)
        .text("Q");
    line.add("--tuple", options->tupleSize,
             "Elements from one to the one it is subtracted from; by default 1 or the channels, whichever is better")
        .within(1, vkscan::kMaxTupleSize)
        .text("S");
}

void addDecode(gpu::CommandLine& program, Options* options)
{
    const auto chosen = [options] { options->decodes = true; };
    gpu::CommandLine line = program.addCommand("decode", chosen, "Restore what was encoded");
    addCommon(line, options, "A file that encode wrote",
              "The restored file; of a picture, a PNG file if its name ends in .png");
}

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "Delta coding of files on the GPU: encoding forms differences, decoding sums them up again.\n"
        "The order and the tuple size are those that leave the least entropy. Of a PNG file its pixels are "
        "coded, and decoding\nwrites them as a PAM file, or as a PNG file if the output is named so; every "
        "other file is restored byte for byte.",
        "delta_codec");
    addEncode(line, &options);
    addDecode(line, &options);
    gpu::parseOrExit(line, argc, argv);
    return options;
}

// Elements of 1 to 4 bytes as words, which the GPU adds. Sums and differences modulo 2^32 are also right modulo 2^8,
// 2^16 and 2^24, so words are narrowed without loss.

// Calls visit(byte of the payload, its shift in bits in its word, index of the word).
template <class Visit>
void forEachByte(std::size_t payloadBytes, const Coding& coding, const Visit& visit)
{
    for (std::size_t element = 0; element < payloadBytes / coding.elementBytes; ++element)
        for (uint32_t i = 0; i < coding.elementBytes; ++i)
            visit(element * coding.elementBytes + i, 8 * (coding.bigEndian ? coding.elementBytes - 1 - i : i), element);
}

// All whole elements of the payload, as words.
Words widened(const Bytes& payload, const Coding& coding)
{
    Words words(payload.size() / coding.elementBytes);
    forEachByte(payload.size(), coding, [&](std::size_t byte, uint32_t shift, std::size_t word) {
        words[word] |= std::to_integer<uint32_t>(payload[byte]) << shift;
    });
    return words;
}

// The payload with its whole elements replaced.
Bytes narrowed(const Words& words, Bytes payload, const Coding& coding)
{
    forEachByte(payload.size(), coding, [&](std::size_t byte, uint32_t shift, std::size_t word) {
        payload[byte] = static_cast<std::byte>(words[word] >> shift & 0xff);
    });
    return payload;
}

// The least bits per byte of any code of single bytes: Shannon's entropy, 1948. 0 without bytes.
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

void report(const char* what, const std::string& text)
{
    std::printf("%-10s %s\n", (std::string(what) + ":").c_str(), text.c_str());
}

std::string formatted(const char* format, double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), format, value);
    return text;
}

std::string describe(const gpu::Device& device)
{
    return std::string(device.properties().deviceName) + ", " + device.driver().driverName + " " +
           device.driver().driverInfo;
}

void reportTime(const char* what, const GpuCodec::Timing& timing, std::size_t words)
{
    if (!timing.microseconds)
        return report(what, "time unknown, the device's queue has no timestamps");
    const double bytes = 2.0 * sizeof(uint32_t) * static_cast<double>(words);
    report(what, formatted("%.1f us", *timing.microseconds) + ", the median of " + std::to_string(timing.repeats) +
                     "; " + formatted("%.3g GB/s read and written", bytes / *timing.microseconds / 1000));
}

std::string describe(const Coding& coding)
{
    return "order " + std::to_string(coding.order) + ", tuples of " + std::to_string(coding.tupleSize) +
           ", elements of " + std::to_string(coding.elementBytes) + (coding.elementBytes == 1 ? " byte" : " bytes");
}

// Order 0 does not code at all.
Bytes encodedPayload(GpuCodec& gpu, const Bytes& payload, const Coding& coding, GpuCodec::Timing* timing = nullptr)
{
    return coding.order == 0 ? payload
                             : narrowed(gpu.differences(coding.order, coding.tupleSize, timing), payload, coding);
}

Bytes decodedPayload(GpuCodec& gpu, const Bytes& payload, const Coding& coding, GpuCodec::Timing* timing)
{
    if (coding.order == 0)
        return payload;
    gpu.load(widened(payload, coding));
    return narrowed(gpu.sums(coding.order, coding.tupleSize, timing), payload, coding);
}

// The coding with the least entropy; the simplest of equal ones.
Coding bestCoding(GpuCodec& gpu, const Source& source, const Options& options, gpu::Progress& progress)
{
    progress.begin("compiling kernels and trying codings");
    Coding best;
    double least = 9; // bits a byte: more than possible
    for (const Layout& layout : source.layouts) {
        Coding coding = {layout.elementBytes, layout.bigEndian};
        gpu.load(widened(source.payload, coding));
        const uint32_t lastOrder = options.order.value_or(kMostTriedOrder);
        for (coding.order = options.order.value_or(0); coding.order <= lastOrder; ++coding.order) {
            for (const uint32_t tupleSize : options.tupleSize ? std::vector{*options.tupleSize} : layout.tupleSizes) {
                coding.tupleSize = tupleSize;
                const double entropy = entropyOf(encodedPayload(gpu, source.payload, coding));
                if (entropy < least) {
                    least = entropy;
                    best = coding;
                }
            }
        }
    }
    return best;
}

void encode(const Options& options)
{
    const Source source = readSource(options.input, options.kind);
    report("input", files::printable(options.input) + ": " + source.description);
    GpuCodec gpu(options.device);
    report("device", describe(gpu.device()));

    gpu::Progress progress;
    Container container;
    const Coding& coding = container.coding = bestCoding(gpu, source, options, progress);
    progress.begin("encoding");
    GpuCodec::Timing encoding = {options.repeats, {}};
    const Words words = widened(source.payload, coding);
    gpu.load(words);
    container.payload = encodedPayload(gpu, source.payload, coding, &encoding);
    container.header = source.header;
    container.trailer = source.trailer;
    container.hash = hashOf(joined(source.header, source.payload, source.trailer));
    report("before", formatted("entropy of %.3f bits a byte", entropyOf(source.payload)));
    report("after", formatted("entropy of %.3f bits a byte, ", entropyOf(container.payload)) + describe(coding));

    // The written bytes are read again.
    const Bytes file = toBytes(container);
    const Container again = toContainer(file);
    progress.begin("decoding");
    GpuCodec::Timing decoding = {options.repeats, {}};
    const Bytes payload = decodedPayload(gpu, again.payload, again.coding, &decoding);
    if (payload != source.payload || again.header != source.header || again.trailer != source.trailer)
        throw std::runtime_error("decoding does not restore the input");
    gpu::requireSilence(gpu.device());
    if (coding.order > 0) {
        reportTime("encoding", encoding, words.size());
        reportTime("decoding", decoding, words.size());
    }
    files::write(options.output, file, options.replaces);
    report("verified", "decoding restores all " + std::to_string(source.payload.size()) + " bytes");
    report("output", files::printable(options.output) + ": " + std::to_string(file.size()) +
                         " bytes, for a compressor to follow; the input has " +
                         std::to_string(std::filesystem::file_size(options.input)));
}

bool isNamedPng(std::string file)
{
    std::transform(file.begin(), file.end(), file.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return file.ends_with(".png");
}

void decode(const Options& options)
{
    constexpr const char* kWhat = "the file of differences";
    const Container container = files::readAs(kWhat, options.input, toContainer);
    report("input", files::printable(options.input) + ": " + describe(container.coding));
    GpuCodec gpu(options.device);
    report("device", describe(gpu.device()));

    gpu::Progress progress;
    progress.begin("compiling kernels and decoding");
    GpuCodec::Timing decoding = {options.repeats, {}};
    const Bytes payload = decodedPayload(gpu, container.payload, container.coding, &decoding);
    Bytes restored = joined(container.header, payload, container.trailer);
    if (hashOf(restored) != container.hash)
        throw std::runtime_error(
            files::cannotRead(kWhat, options.input, "it is damaged: what it restores is not what was encoded"));
    gpu::requireSilence(gpu.device());
    if (container.coding.order > 0)
        reportTime("decoding", decoding, payload.size() / container.coding.elementBytes);
    if (isNamedPng(options.output))
        restored = toPng(restored);
    files::write(options.output, restored, options.replaces);
    report("output", files::printable(options.output) + ": " + std::to_string(restored.size()) + " bytes");
}

} // namespace
} // namespace codec

int main(int argc, char** argv)
{
    return gpu::mainOf("delta_codec", [&] {
        const codec::Options options = codec::parseOptions(argc, argv);
        files::checkOutput(options.output, options.replaces, options.input);
        options.decodes ? codec::decode(options) : codec::encode(options);
    });
}
