// Whole files, read and written. Errors are std::runtime_error with a sentence that names the file.
#ifndef VKSCAN_SAMPLES_FILE_H
#define VKSCAN_SAMPLES_FILE_H

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace files {

using Bytes = std::vector<std::byte>;

// "cannot read <what> <file>: <reason>", for the one who throws it.
[[nodiscard]] std::string cannotRead(const std::string& what, const std::string& file, const std::string& reason);

// `what` tells the reader of an error what the file is to be: "the image".
[[nodiscard]] Bytes read(const std::string& what, const std::string& file);

// Throws unless `output` may be written: never if it is the input, by whatever name or link, and where it exists only
// if it is to be replaced.
void checkOutput(const std::string& input, const std::string& output, bool replace);

// Creates the file; only where it is to be replaced may it exist.
void write(const std::string& file, std::span<const std::byte> bytes, bool replace);

} // namespace files

#endif
