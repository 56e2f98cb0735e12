// Whole files, read and written. Errors are std::runtime_error with a sentence that names the file.
#ifndef VKSCAN_SUPPORT_FILE_H
#define VKSCAN_SUPPORT_FILE_H

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace files {

using Bytes = std::vector<std::byte>;

// The sentence "cannot read <what> <file>: <reason>".
[[nodiscard]] std::string cannotRead(const std::string& what, const std::string& file, const std::string& reason);

// Reads the file. `what` is its role in error messages, such as "the image".
[[nodiscard]] Bytes read(const std::string& what, const std::string& file);

// Reads the file and returns decode(content). If that throws a std::runtime_error, it is only the reason, and becomes a
// sentence that names the file.
template <class Decode>
auto readAs(const std::string& what, const std::string& file, const Decode& decode)
{
    const Bytes content = read(what, file);
    try {
        return decode(content);
    } catch (const std::runtime_error& reason) {
        throw std::runtime_error(cannotRead(what, file, reason.what()));
    }
}

// Throws unless `output` can be written; does not change it. Programs call it before they work. The file must not be
// the input, not even by another name or link; an empty input is none. It may only exist if `replace` is set; devices
// and pipes may exist.
void checkOutput(const std::string& output, bool replace, const std::string& input = {});

// Throws if both names or links refer to the same file. An empty name is none.
void checkApart(const std::string& output, const std::string& other);

// Writes the file, which may exist under the rules of checkOutput(). Removes it if it cannot be written completely.
void write(const std::string& file, std::span<const std::byte> bytes, bool replace);

} // namespace files

#endif
