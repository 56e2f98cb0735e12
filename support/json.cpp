#include "json.h"

#include "file.h"
#include "printable.h"

namespace files {

std::string jsonQuoted(std::string_view text)
{
    std::string result = "\"";
    for (const char letter : printable(text)) {
        if (letter == '"' || letter == '\\')
            result += '\\';
        result += letter;
    }
    return result + '"';
}

void writeText(const std::string& file, std::string_view text)
{
    write(file, std::as_bytes(std::span(text)), true);
}

} // namespace files
