#include "json.h"

#include <support/file.h>

#include <sstream>

namespace drawing {

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

std::string microsecondsOf(const std::vector<FrameTimer::Stage>& stages)
{
    std::ostringstream stream;
    stream << '{';
    const char* separator = "";
    for (const auto& [name, milliseconds] : stages) {
        stream << separator << quoted(name) << ": " << 1000 * milliseconds;
        separator = ", ";
    }
    stream << '}';
    return stream.str();
}

void writeText(const std::string& file, const std::string& text)
{
    files::write(file, std::as_bytes(std::span(text)), true);
}

} // namespace drawing
