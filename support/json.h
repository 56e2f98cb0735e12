// JSON files, which programs write by streams.
#ifndef VKSCAN_SUPPORT_JSON_H
#define VKSCAN_SUPPORT_JSON_H

#include <string>
#include <string_view>

namespace files {

// A JSON string with quotes. Control characters, and bytes that are not UTF-8, become text: see printable().
[[nodiscard]] std::string jsonQuoted(std::string_view text);

// Writes or replaces the file. Throws std::runtime_error if it cannot be written.
void writeText(const std::string& file, std::string_view text);

} // namespace files

#endif
