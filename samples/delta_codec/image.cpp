// Pictures in Netpbm's raw formats, PGM, PPM and PAM: a header of text before the samples.
#include "image.h"

#include <support/picture_check.h>
#include <support/printable.h>

#include <algorithm>
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

    // Where the samples begin, behind one white space.
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

} // namespace codec
