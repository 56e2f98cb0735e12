// Bytes of files.
#pragma once

#include <support/file.h>

#include <string>

[[nodiscard]] inline files::Bytes bytesOf(const std::string& text)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}
