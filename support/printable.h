#ifndef VKSCAN_SUPPORT_PRINTABLE_H
#define VKSCAN_SUPPORT_PRINTABLE_H

#include <string>
#include <string_view>

namespace files {

// The text with control characters, and bytes that are not UTF-8, written as \x1b, so that text from a file or a
// command line cannot control the terminal.
[[nodiscard]] std::string printable(std::string_view text);

// printable() in quotes; long texts are cut.
[[nodiscard]] std::string quoted(std::string_view text);

} // namespace files

#endif
