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

// "cannot read <what> <file>: <reason>", for the one who throws it.
[[nodiscard]] std::string cannotRead(const std::string& what, const std::string& file, const std::string& reason);

// `what` tells the reader of an error what the file is to be: "the image".
[[nodiscard]] Bytes read(const std::string& what, const std::string& file);

// Reads the file and returns decode(content). A std::runtime_error that this throws is the reason alone, and becomes a
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

// Throws unless `output` can be written, and leaves it as it is: never if it is the input, by whatever name or link,
// and where it exists only if it is to be replaced. For programs to call before they work. An empty input is none.
void checkOutput(const std::string& output, bool replace, const std::string& input = {});

// Throws if one file would be written twice, by whatever names or links. An empty name is none.
void checkApart(const std::string& output, const std::string& other);

// Creates the file; only where it is to be replaced may it exist. Where the disk is full no part of it is left.
void write(const std::string& file, std::span<const std::byte> bytes, bool replace);

} // namespace files

#endif
