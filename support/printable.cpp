#include "printable.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace files {
namespace {

// The length of the UTF-8 sequence at the beginning; 0 for a control character or invalid UTF-8.
std::size_t lengthOf(std::string_view text)
{
    const auto byteAt = [text](std::size_t i) { return static_cast<uint8_t>(text[i]); };
    const uint8_t first = byteAt(0);
    if (first < 0x80)
        return first < 0x20 || first == 0x7f ? 0 : 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    const bool begins = first >= 0xc2 && first <= 0xf4 && length <= text.size();
    for (std::size_t i = 1; begins && i < length; ++i)
        if ((byteAt(i) & 0xc0) != 0x80)
            return 0;
    const bool isControl = first == 0xc2 && text.size() > 1 && byteAt(1) < 0xa0;
    return begins && !isControl ? length : 0;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = lengthOf(text);
        if (length == 0) {
            char code[8];
            std::snprintf(code, sizeof(code), "\\x%02x", static_cast<unsigned>(static_cast<uint8_t>(text[0])));
            result += code;
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::string quoted(std::string_view text)
{
    constexpr std::size_t kMost = 64; // bytes
    std::string result = "'";
    result += printable(text.substr(0, kMost));
    result += text.size() > kMost ? "...'" : "'";
    return result;
}

} // namespace files
