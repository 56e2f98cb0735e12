#include "picture_check.h"

#include "checksum.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace files {
namespace {

constexpr const char* kTruncated = "it is truncated";

// Reads the content in sequence, never beyond its end.
class Reader {
public:
    explicit Reader(std::span<const std::byte> content) : m_left(content) {}

    std::span<const std::byte> take(uint64_t bytes)
    {
        if (bytes > m_left.size())
            throw std::runtime_error(kTruncated);
        const std::span<const std::byte> taken = m_left.first(static_cast<std::size_t>(bytes));
        m_left = m_left.subspan(taken.size());
        return taken;
    }
    uint32_t byte() { return std::to_integer<uint32_t>(take(1)[0]); }
    uint32_t bigEndian(std::size_t bytes)
    {
        uint32_t value = 0;
        for (const std::byte part : take(bytes))
            value = value << 8 | std::to_integer<uint32_t>(part);
        return value;
    }
    std::string line()
    {
        std::string text;
        for (uint32_t letter = byte(); letter != '\n'; letter = byte())
            text += static_cast<char>(letter);
        return text;
    }

private:
    std::span<const std::byte> m_left;
};

bool beginsWith(const Bytes& content, std::string_view text)
{
    return content.size() >= text.size() && std::memcmp(content.data(), text.data(), text.size()) == 0;
}

std::string pixelsText(uint64_t width, uint64_t height)
{
    return std::to_string(width) + " x " + std::to_string(height) + " pixels";
}

// Each chunk is the length of its data, a name of 4 bytes, the data, and the checksum of name and data.
void checkPng(Reader reader)
{
    (void)reader.take(kPngSignature.size());
    uint64_t width = 0;
    uint64_t height = 0;
    uint64_t rawBytes = 0;  // bytes of the rows, each including a byte for its filter
    uint64_t dataBytes = 0; // bytes of compressed rows
    for (std::string_view name; name != "IEND";) {
        Reader data = reader;
        const uint32_t size = reader.bigEndian(4);
        const std::span<const std::byte> chunk = reader.take(4 + uint64_t{size});
        if (checksumOf(chunk) != reader.bigEndian(4))
            throw std::runtime_error("it is damaged: a checksum is wrong");
        name = {reinterpret_cast<const char*>(chunk.data()), 4};
        if (name == "IHDR" && size >= 10) {
            (void)data.take(8);
            width = data.bigEndian(4);
            height = data.bigEndian(4);
            const uint32_t bits = data.byte();
            const uint32_t colours = data.byte();
            const uint32_t channels = 1 + (colours == 2 || colours == 6 ? 2 : 0) + (colours == 4 || colours == 6);
            rawBytes = height * (1 + (width * bits * channels + 7) / 8);
        }
        if (name == "IDAT")
            dataBytes += size;
    }
    // Deflate's longest match of 258 bytes takes 2 bits.
    constexpr uint64_t kMostExpansion = 1032;
    if (width == 0 || height == 0 || rawBytes / kMostExpansion > dataBytes)
        throw std::runtime_error("it is damaged: it claims " + pixelsText(width, height) + " in " +
                                 std::to_string(dataBytes) + " bytes");
}

// Finds the next 0xff and code. In a scan, 0 or a restart marker may follow 0xff, and fill bytes are 0xff.
uint32_t nextMarker(Reader& reader)
{
    for (uint32_t before = 0;;) {
        const uint32_t code = reader.byte();
        const bool isRestart = code >= 0xd0 && code <= 0xd7;
        if (before == 0xff && code != 0 && code != 0xff && !isRestart)
            return code;
        before = code;
    }
}

// Checks segments up to the end marker.
void checkJpeg(Reader reader)
{
    constexpr uint32_t kEnd = 0xd9;
    (void)reader.take(2);
    while (nextMarker(reader) != kEnd) {
        const uint32_t size = reader.bigEndian(2);
        if (size < 2)
            throw std::runtime_error("it is damaged: a segment is too short");
        (void)reader.take(size - 2);
    }
}

// Checks values of one channel of a row. Counts up to 128 precede that many values; larger ones, minus 128, precede one
// to repeat.
void checkHdrRun(Reader& reader, uint32_t width)
{
    for (uint32_t left = width; left > 0;) {
        const uint32_t code = reader.byte();
        const uint32_t count = code > 128 ? code - 128 : code;
        if (count == 0 || count > left)
            throw std::runtime_error("it is damaged: a row has not the length of the picture");
        (void)reader.take(code > 128 ? 1 : count);
        left -= count;
    }
}

// Checks lines of text up to an empty one, the size, and rows of 4 bytes a pixel (Ward, "Real Pixels", Graphics Gems
// II, 1991).
void checkHdr(Reader reader)
{
    while (!reader.line().empty()) {
    }
    const std::string size = reader.line();
    uint32_t width = 0;
    uint32_t height = 0;
    if (std::sscanf(size.c_str(), "-Y %9u +X %9u", &height, &width) != 2 || width == 0 || height == 0)
        throw std::runtime_error("its header has no size that is read");
    const bool isFlat = width < 8 || width > 32767; // rows of these widths are not coded
    for (uint32_t row = 0; row < height; ++row) {
        Reader coded = reader;
        if (isFlat || coded.bigEndian(2) != 0x0202 || coded.bigEndian(2) != width) {
            // Either all rows are coded or none are.
            if (row > 0)
                throw std::runtime_error("it is damaged: a row has not the length of the picture");
            (void)reader.take(uint64_t{4} * width * height);
            return;
        }
        for (int channel = 0; channel < 4; ++channel)
            checkHdrRun(coded, width);
        reader = coded;
    }
}

// Reads a number after white space and comments, and the character after it.
uint32_t netpbmNumber(Reader& reader)
{
    uint32_t letter = reader.byte();
    while (std::isspace(static_cast<int>(letter)) != 0 || letter == '#') {
        if (letter == '#')
            (void)reader.line();
        letter = reader.byte();
    }
    std::string digits;
    for (; std::isdigit(static_cast<int>(letter)) != 0; letter = reader.byte())
        digits += static_cast<char>(letter);
    if (digits.empty() || digits.size() > 9)
        throw std::runtime_error("its header lacks a number");
    return static_cast<uint32_t>(std::stoul(digits));
}

void checkNetpbm(Reader reader, uint32_t channels)
{
    (void)reader.take(2);
    const uint64_t width = netpbmNumber(reader);
    const uint64_t height = netpbmNumber(reader);
    if (const uint32_t largest = netpbmNumber(reader); largest != 255)
        throw std::runtime_error("its largest value is " + std::to_string(largest) + ", and only 255 is read");
    if (width == 0 || height == 0)
        throw std::runtime_error("its header claims " + pixelsText(width, height));
    (void)reader.take(width * height * channels);
}

} // namespace

bool isPng(const Bytes& content)
{
    return beginsWith(content, kPngSignature);
}

void checkPicture(const Bytes& content)
{
    const Reader reader(content);
    if (isPng(content))
        checkPng(reader);
    else if (beginsWith(content, "\xff\xd8\xff"))
        checkJpeg(reader);
    else if (beginsWith(content, "#?RADIANCE\n") || beginsWith(content, "#?RGBE\n"))
        checkHdr(reader);
    else if (beginsWith(content, "P5") || beginsWith(content, "P6"))
        checkNetpbm(reader, content[1] == std::byte{'6'} ? 3 : 1);
    else
        throw std::runtime_error("it is no picture of a known kind");
}

} // namespace files
