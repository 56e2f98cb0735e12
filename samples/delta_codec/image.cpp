// Pictures in Netpbm's raw formats, PGM, PPM and PAM: a header of text before the samples. PNG files are converted to
// PAM, and back.
#include "image.h"

#include <support/picture_check.h>
#include <support/picture_file.h>
#include <support/png.h>
#include <support/printable.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <stdexcept>

namespace codec {
namespace {

// Words of a Netpbm header, between white space and comments.
class HeaderWords {
public:
    explicit HeaderWords(const Bytes& file) : m_file(file) {}

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
            throw std::runtime_error("its header has " + files::quoted(word) + " for a number");
        return std::stoul(word);
    }

    // The beginning of the samples, after one white space.
    [[nodiscard]] std::size_t end() const { return m_at + 1; }

private:
    [[nodiscard]] char character() const { return static_cast<char>(m_file[m_at]); }
    [[nodiscard]] bool isSpace() const { return std::isspace(static_cast<unsigned char>(character())) != 0; }

    const Bytes& m_file;
    std::size_t m_at = 0;
};

Shape readPamHeader(HeaderWords& words)
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
            throw std::runtime_error("its header has the word " + files::quoted(word));
    }
    return shape;
}

std::string pamHeader(const Shape& shape)
{
    constexpr std::array<const char*, 4> kTupleTypes = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return "P7\nWIDTH " + std::to_string(shape.width) + "\nHEIGHT " + std::to_string(shape.height) + "\nDEPTH " +
           std::to_string(shape.channels) + "\nMAXVAL " + std::to_string(shape.largest) + "\nTUPLTYPE " +
           kTupleTypes.at(shape.channels - 1) + "\nENDHDR\n";
}

// `Sample` is a byte or a word, whose high byte comes first in the payload.
template <class Sample>
Bytes bytesOf(const std::vector<Sample>& samples)
{
    Bytes bytes;
    bytes.reserve(samples.size() * sizeof(Sample));
    for (const Sample sample : samples)
        for (std::size_t byte = sizeof(Sample); byte-- > 0;)
            bytes.push_back(static_cast<std::byte>(sample >> (8 * byte) & 0xff));
    return bytes;
}

} // namespace

Netpbm readNetpbm(const Bytes& file)
{
    HeaderWords words(file);
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
    return {shape, words.end(), bytes};
}

std::string Shape::text() const
{
    return std::to_string(width) + " x " + std::to_string(height) + ", channels: " + std::to_string(channels) +
           ", bytes a sample: " + std::to_string(sampleBytes());
}

bool beginsWith(const Bytes& file, std::string_view text)
{
    return file.size() >= text.size() && std::memcmp(file.data(), text.data(), text.size()) == 0;
}

Source withShape(Source source, const char* format, const Shape& shape)
{
    source.description = std::string(format) + ", " + shape.text();
    source.layouts = {{shape.sampleBytes(), true, tupleSizesOf(static_cast<uint32_t>(shape.channels))}};
    return source;
}

bool isImage(const Bytes& file)
{
    if (files::isPng(file))
        return true;
    const bool isNetpbm = beginsWith(file, "P5") || beginsWith(file, "P6") || beginsWith(file, "P7");
    return isNetpbm && file.size() > 2 && std::isspace(std::to_integer<unsigned char>(file[2])) != 0;
}

Source imageSource(const Bytes& file)
{
    if (!isImage(file))
        throw std::runtime_error("it is no PNG, PGM, PPM or PAM file");
    if (files::isPng(file))
        return pngSource(file);
    const Netpbm picture = readNetpbm(file);
    return withShape(split(file, picture.begin, picture.bytes), "picture", picture.shape);
}

Source pngSource(const Bytes& file)
{
    const files::PictureFile picture(file);
    const uint32_t channels = picture.channels();
    const bool isWide = picture.isWide();
    const Shape shape = {picture.width(), picture.height(), channels, isWide ? 65535u : 255u};
    Source source;
    source.payload = isWide ? bytesOf(picture.words(channels)) : bytesOf(picture.bytes(channels));
    const std::string header = pamHeader(shape);
    const auto* headerBytes = reinterpret_cast<const std::byte*>(header.data());
    source.header.assign(headerBytes, headerBytes + header.size());
    return withShape(std::move(source), "pixels of a PNG", shape);
}

Bytes toPng(const Bytes& file)
{
    if (files::isPng(file))
        return file;
    if (!isImage(file))
        throw std::runtime_error("the input restores no picture that a PNG file can hold");
    const auto [shape, begin, bytes] = readNetpbm(file);
    if (shape.channels > 4 || (shape.largest != 255 && shape.largest != 65535) || begin + bytes != file.size())
        throw std::runtime_error("the input restores no picture that a PNG file can hold");
    return files::encodePng({.width = static_cast<uint32_t>(shape.width),
                             .height = static_cast<uint32_t>(shape.height),
                             .channels = static_cast<uint32_t>(shape.channels),
                             .valueBytes = shape.sampleBytes()},
                            std::span(file).subspan(begin));
}

} // namespace codec
