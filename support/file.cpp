#include "file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace files {
namespace {

[[noreturn]] void failToWrite(const std::string& file, const std::string& reason)
{
    throw std::runtime_error("cannot write " + file + ": " + reason);
}

std::string systemReason(const char* otherwise)
{
    return errno != 0 ? std::strerror(errno) : otherwise;
}

// Removes the file behind links, which stay, as devices do.
void removeFile(const std::string& file)
{
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::canonical(file, ignored);
    if (std::filesystem::is_regular_file(target, ignored))
        std::filesystem::remove(target, ignored);
}

constexpr const char* kExists = "it exists, and --force is not given";

} // namespace

std::string cannotRead(const std::string& what, const std::string& file, const std::string& reason)
{
    return "cannot read " + what + " " + file + ": " + reason;
}

Bytes read(const std::string& what, const std::string& file)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        throw std::runtime_error(cannotRead(what, file, "it is a folder"));
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
        throw std::runtime_error(cannotRead(what, file, "it is no regular file"));
    errno = 0;
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream ? std::streamoff(stream.tellg()) : -1;
    Bytes bytes(size < 0 ? 0 : static_cast<std::size_t>(size));
    stream.seekg(0);
    if (size < 0 || !stream.read(reinterpret_cast<char*>(bytes.data()), size))
        throw std::runtime_error(cannotRead(what, file, systemReason("reading failed")));
    return bytes;
}

void checkOutput(const std::string& output, bool replace, const std::string& input)
{
    std::error_code ignored;
    if (std::filesystem::equivalent(input, output, ignored))
        failToWrite(output, "it is the input");
    if (std::filesystem::is_directory(output, ignored))
        failToWrite(output, "it is a folder");
    const bool exists = std::filesystem::exists(output, ignored);
    // Devices and pipes are only opened once.
    if (exists && !std::filesystem::is_regular_file(output, ignored))
        return;
    if (!replace && exists)
        failToWrite(output, kExists);
    errno = 0;
    std::FILE* stream = std::fopen(output.c_str(), "ab");
    if (stream == nullptr)
        failToWrite(output, systemReason("opening failed"));
    std::fclose(stream);
    if (!exists)
        removeFile(output);
}

void checkApart(const std::string& output, const std::string& other)
{
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::weakly_canonical(output, ignored);
    const bool isDevice =
        std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored);
    if (!output.empty() && !isDevice && target == std::filesystem::weakly_canonical(other, ignored))
        failToWrite(output, "it would be written twice");
}

void write(const std::string& file, std::span<const std::byte> bytes, bool replace)
{
    std::error_code ignored;
    const bool isDevice = std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored);
    errno = 0;
    std::FILE* stream = std::fopen(file.c_str(), replace || isDevice ? "wb" : "wbx");
    if (stream == nullptr)
        failToWrite(file, errno == EEXIST ? kExists : systemReason("opening failed"));
    bool complete = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
    std::string reason = systemReason("writing failed");
    if (std::fclose(stream) != 0 && complete) {
        complete = false;
        reason = systemReason("writing failed");
    }
    if (complete)
        return;
    removeFile(file);
    failToWrite(file, reason);
}

} // namespace files
