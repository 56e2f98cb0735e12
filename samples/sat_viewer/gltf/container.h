// The JSON and the bytes of a glTF file: in a .glb, in separate files, or in data URIs.
#pragma once

#include <support/file.h>

#include <span>
#include <string>
#include <string_view>

namespace viewer::gltf {

[[noreturn]] inline void fail(const std::string& reason)
{
    throw std::runtime_error(reason);
}

struct Container {
    std::string_view json;
    std::span<const std::byte> binary; // the chunk of a .glb; otherwise empty
};

// Refers to the content. Throws if it is no glTF file or truncated.
[[nodiscard]] Container openContainer(const files::Bytes& content);

// The bytes of a data URI, or of the file that a relative one names. Throws only the reason.
[[nodiscard]] files::Bytes readUri(const std::string& uri, const std::string& folder);

// The range of bytes, which must lie inside. `name` is for errors.
[[nodiscard]] std::span<const std::byte> part(std::span<const std::byte> bytes, std::size_t offset, std::size_t length,
                                              const std::string& name);

} // namespace viewer::gltf
