#include "container.h"

#include <support/little_endian.h>

#include <array>
#include <filesystem>

namespace viewer::gltf {
namespace {

constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{1} << 30;

constexpr std::size_t kHeaderSize = 12; // its last word is the file's length
constexpr std::size_t kChunkHeaderSize = 8;
constexpr uint32_t kJsonChunk = 0x4E4F534A;
constexpr uint32_t kBinaryChunk = 0x004E4942;

// Skips chunks of unknown kinds.
Container openBinary(const files::Bytes& content)
{
    if (content.size() < kHeaderSize)
        fail("it is truncated");
    if (const uint32_t version = files::readLittleEndian(content, 4, 4); version != 2)
        fail("it is glTF " + std::to_string(version) + ", not 2.0");
    const std::size_t size = files::readLittleEndian(content, kHeaderSize - 4, 4);
    if (size > content.size())
        fail("it is truncated");
    Container container;
    for (std::size_t at = kHeaderSize; at < size;) {
        if (size - at < kChunkHeaderSize)
            fail("it is truncated");
        const std::size_t length = files::readLittleEndian(content, at, 4);
        const uint32_t kind = files::readLittleEndian(content, at + 4, 4);
        at += kChunkHeaderSize;
        if (length > size - at)
            fail("it is truncated");
        if (kind == kJsonChunk && container.json.empty())
            container.json = {reinterpret_cast<const char*>(content.data() + at), length};
        else if (kind == kBinaryChunk && container.binary.empty())
            container.binary = std::span(content).subspan(at, length);
        at += length;
    }
    return container;
}

int hexDigit(char c)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::size_t at = kDigits.find(static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
    return at == kDigits.npos ? -1 : static_cast<int>(at);
}

std::string percentDecoded(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && text.size() - i > 2 && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
            result += static_cast<char>(16 * hexDigit(text[i + 1]) + hexDigit(text[i + 2]));
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

files::Bytes base64Decoded(std::string_view text)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr uint8_t kNone = 64;
    std::array<uint8_t, 256> values = {};
    values.fill(kNone);
    for (std::size_t i = 0; i < kDigits.size(); ++i)
        values[static_cast<unsigned char>(kDigits[i])] = static_cast<uint8_t>(i);
    while (text.ends_with('='))
        text.remove_suffix(1);
    files::Bytes bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    uint32_t bits = 0;
    uint32_t count = 0; // of bits that do not fill a byte yet
    for (char c : text) {
        const uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == kNone)
            fail("it is damaged: a data URI has a character that is not base64");
        bits = bits << 6 | value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
        }
    }
    return bytes;
}

} // namespace

Container openContainer(const files::Bytes& content)
{
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    if (text.starts_with("glTF"))
        return openBinary(content);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos || text[begin] != '{')
        fail("it is no glTF file");
    return {text, {}};
}

files::Bytes readUri(const std::string& uri, const std::string& folder)
{
    if (uri.starts_with("data:")) {
        constexpr std::string_view kCoding = ";base64,";
        const std::size_t coding = uri.find(kCoding);
        if (coding == uri.npos || coding > uri.find(','))
            fail("it is damaged: a data URI is not in base64");
        return base64Decoded(std::string_view(uri).substr(coding + kCoding.size()));
    }
    const std::string file = (std::filesystem::path(folder) / percentDecoded(uri)).string();
    std::error_code ignored;
    const std::uintmax_t size = std::filesystem::file_size(file, ignored);
    if (!ignored && size > kMaxFileSize)
        fail(files::cannotRead("its file", file, "it is larger than a gigabyte"));
    return files::read("its file", file);
}

std::span<const std::byte> part(std::span<const std::byte> bytes, std::size_t offset, std::size_t length,
                                const std::string& name)
{
    if (offset > bytes.size() || length > bytes.size() - offset)
        fail(name + " goes beyond its buffer");
    return bytes.subspan(offset, length);
}

} // namespace viewer::gltf
