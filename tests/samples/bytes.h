// Bytes of files that tests make, and what readers say of damaged ones.
#pragma once

#include <support/file.h>

#include <algorithm>
#include <stdexcept>
#include <string>

[[nodiscard]] inline files::Bytes bytesOf(const std::string& text)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

// Appends to files::Bytes, as stb_image_write's functions call it.
inline void append(void* to, void* data, int size)
{
    auto& file = *static_cast<files::Bytes*>(to);
    const auto* bytes = static_cast<const std::byte*>(data);
    file.insert(file.end(), bytes, bytes + size);
}

[[nodiscard]] inline files::Bytes firstOf(files::Bytes file, std::size_t bytes)
{
    file.resize(std::min(file.size(), bytes));
    return file;
}

// The sentence of the error that the function throws; empty if it throws none.
template <class Function>
[[nodiscard]] std::string refusalOf(Function function)
{
    try {
        function();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}
