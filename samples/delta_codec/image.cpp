// Pictures: PNG by stb_image, and Netpbm's raw formats, which are a header of text before the samples.
#include "source.h"

// This file alone is to know the functions of a library that is one header.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

#include <array>
#include <cctype>
#include <climits>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace codec {
namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";

struct Shape {
    uint64_t width = 0;
    uint64_t height = 0;
    uint64_t channels = 0;
    uint64_t largest = 0; // value of a sample

    [[nodiscard]] uint32_t sampleBytes() const { return largest > 255 ? 2 : 1; }
    [[nodiscard]] std::string text() const
    {
        return std::to_string(width) + " x " + std::to_string(height) + ", channels: " + std::to_string(channels) +
               ", bytes a sample: " + std::to_string(sampleBytes());
    }
};

bool beginsWith(const Bytes& file, std::string_view text)
{
    return file.size() >= text.size() && std::memcmp(file.data(), text.data(), text.size()) == 0;
}

Source withLayout(Source source, const char* format, const Shape& shape)
{
    source.description = std::string(format) + ", " + shape.text();
    source.layouts = {{shape.sampleBytes(), true, tupleSizesOf(static_cast<uint32_t>(shape.channels))}};
    return source;
}

std::string pamHeader(const Shape& shape)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return "P7\nWIDTH " + std::to_string(shape.width) + "\nHEIGHT " + std::to_string(shape.height) + "\nDEPTH " +
           std::to_string(shape.channels) + "\nMAXVAL " + std::to_string(shape.largest) + "\nTUPLTYPE " +
           kTupleTypes.at(shape.channels - 1) + "\nENDHDR\n";
}

// `Sample` is a byte or, high byte first in the payload, a short.
template <class Sample>
Bytes samplesOf(const std::unique_ptr<Sample, void (*)(void*)>& samples, const Shape& shape)
{
    if (samples == nullptr)
        throw std::runtime_error(stbi_failure_reason());
    Bytes bytes;
    const std::size_t count = shape.width * shape.height * shape.channels;
    bytes.reserve(count * sizeof(Sample));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = sizeof(Sample); byte-- > 0;)
            bytes.push_back(static_cast<std::byte>(samples.get()[i] >> (8 * byte) & 0xff));
    return bytes;
}

Source pngSource(const Bytes& file)
{
    if (file.size() > INT_MAX)
        throw std::runtime_error("it is too large");
    const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
    const int size = static_cast<int>(file.size());
    const bool isWide = stbi_is_16_bit_from_memory(bytes, size) != 0;
    int width = 0;
    int height = 0;
    int channels = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> samples(nullptr, stbi_image_free);
    std::unique_ptr<stbi_us, void (*)(void*)> wideSamples(nullptr, stbi_image_free);
    if (isWide)
        wideSamples.reset(stbi_load_16_from_memory(bytes, size, &width, &height, &channels, 0));
    else
        samples.reset(stbi_load_from_memory(bytes, size, &width, &height, &channels, 0));
    const Shape shape = {static_cast<uint64_t>(width), static_cast<uint64_t>(height), static_cast<uint64_t>(channels),
                         isWide ? uint64_t{65535} : uint64_t{255}};
    Source source;
    source.payload = isWide ? samplesOf(wideSamples, shape) : samplesOf(samples, shape);
    const std::string header = pamHeader(shape);
    const auto* headerBytes = reinterpret_cast<const std::byte*>(header.data());
    source.header.assign(headerBytes, headerBytes + header.size());
    return withLayout(std::move(source), "pixels of a PNG", shape);
}

// What a Netpbm header consists of: words between white space and comments.
class Words {
public:
    explicit Words(const Bytes& file) : m_file(file) {}

    [[nodiscard]] std::string next()
    {
        bool isComment = false;
        for (; m_at < m_file.size() && (isComment || isSpace() || character() == '#'); ++m_at)
            isComment = character() != '\n' && (isComment || character() == '#');
        std::string word;
        for (; m_at < m_file.size() && !isSpace(); ++m_at)
            word += character();
        if (word.empty())
            throw std::runtime_error("its header is truncated");
        return word;
    }

    [[nodiscard]] uint64_t nextNumber()
    {
        const std::string word = next();
        if (word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos)
            throw std::runtime_error("its header has '" + word + "' for a number");
        return std::stoul(word);
    }

    // Where the samples begin, behind one white space.
    [[nodiscard]] std::size_t end() const { return m_at + 1; }

private:
    [[nodiscard]] char character() const { return static_cast<char>(m_file[m_at]); }
    [[nodiscard]] bool isSpace() const { return std::isspace(static_cast<unsigned char>(character())) != 0; }

    const Bytes& m_file;
    std::size_t m_at = 0;
};

Shape readPamHeader(Words& words)
{
    Shape shape;
    for (std::string word = words.next(); word != "ENDHDR"; word = words.next()) {
        if (word == "WIDTH")
            shape.width = words.nextNumber();
        else if (word == "HEIGHT")
            shape.height = words.nextNumber();
        else if (word == "DEPTH")
            shape.channels = words.nextNumber();
        else if (word == "MAXVAL")
            shape.largest = words.nextNumber();
        else if (word == "TUPLTYPE")
            (void)words.next();
        else
            throw std::runtime_error("its header has the word '" + word + "'");
    }
    return shape;
}

Source netpbmSource(const Bytes& file)
{
    Words words(file);
    const std::string format = words.next();
    Shape shape;
    if (format == "P7") {
        shape = readPamHeader(words);
    } else {
        shape.channels = format == "P6" ? 3 : 1;
        shape.width = words.nextNumber();
        shape.height = words.nextNumber();
        shape.largest = words.nextNumber();
    }
    constexpr uint64_t kMost = uint64_t{1} << 40; // bytes, so that nothing overflows
    const uint64_t rowBytes = shape.width * shape.channels * shape.sampleBytes();
    if (rowBytes == 0 || shape.height == 0 || shape.largest == 0 || shape.largest > 65535 ||
        rowBytes > kMost / shape.height)
        throw std::runtime_error("its header tells a picture of " + shape.text());
    const uint64_t bytes = rowBytes * shape.height;
    const std::size_t left = file.size() - std::min(file.size(), words.end());
    if (bytes > left)
        throw std::runtime_error("it is truncated: of " + std::to_string(bytes) + " bytes of samples there are " +
                                 std::to_string(left));
    return withLayout(split(file, words.end(), bytes), "picture", shape);
}

} // namespace

bool isImage(const Bytes& file)
{
    if (beginsWith(file, kPng))
        return true;
    const bool isNetpbm = beginsWith(file, "P5") || beginsWith(file, "P6") || beginsWith(file, "P7");
    return isNetpbm && file.size() > 2 && std::isspace(std::to_integer<unsigned char>(file[2])) != 0;
}

Source imageSource(const Bytes& file)
{
    if (!isImage(file))
        throw std::runtime_error("it is no PNG, PGM, PPM or PAM file");
    return beginsWith(file, kPng) ? pngSource(file) : netpbmSource(file);
}

} // namespace codec
