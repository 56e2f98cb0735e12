#include "exif.h"

#include <cstring>
#include <optional>
#include <string_view>

namespace files {
namespace {

using Span = std::span<const std::byte>;

// The content of the first segment APP1 that begins with the name; empty if there is none.
Span exifOf(Span jpeg)
{
    constexpr std::string_view kName("Exif\0\0", 6);
    const auto at = [&](std::size_t index) { return std::to_integer<std::size_t>(jpeg[index]); };
    constexpr std::size_t kApp1 = 0xe1;
    constexpr std::size_t kScan = 0xda;
    for (std::size_t i = 2; i + 4 <= jpeg.size() && at(i) == 0xff && at(i + 1) != kScan;) {
        const std::size_t size = at(i + 2) << 8 | at(i + 3); // includes its two bytes
        if (size < 2 || size > jpeg.size() - i - 2)
            break;
        const Span content = jpeg.subspan(i + 4, size - 2);
        if (at(i + 1) == kApp1 && content.size() >= kName.size() &&
            std::memcmp(content.data(), kName.data(), kName.size()) == 0)
            return content.subspan(kName.size());
        i += 2 + size;
    }
    return {};
}

// Numbers of a TIFF file, in the byte order that the file states.
class Tiff {
public:
    explicit Tiff(Span content) : m_content(content), m_isLittle(!content.empty() && content[0] == std::byte{'I'}) {}

    // None if beyond the end.
    [[nodiscard]] std::optional<uint32_t> number(std::size_t at, std::size_t size) const
    {
        if (at > m_content.size() || size > m_content.size() - at)
            return std::nullopt;
        uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | std::to_integer<uint32_t>(m_content[at + (m_isLittle ? size - 1 - i : i)]);
        return value;
    }

private:
    Span m_content;
    bool m_isLittle;
};

} // namespace

uint32_t orientationOf(const Bytes& content)
{
    constexpr std::size_t kEntrySize = 12;
    constexpr uint32_t kOrientation = 0x112;
    const bool isJpeg = content.size() > 2 && content[0] == std::byte{0xff} && content[1] == std::byte{0xd8};
    const Tiff tiff(isJpeg ? exifOf(content) : Span());
    const std::size_t list = tiff.number(4, 4).value_or(0);
    const std::size_t entries = tiff.number(list, 2).value_or(0);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = list + 2 + kEntrySize * i;
        if (tiff.number(entry, 2) != kOrientation)
            continue;
        const uint32_t orientation = tiff.number(entry + 8, 2).value_or(0);
        return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
    return 1;
}

} // namespace files
