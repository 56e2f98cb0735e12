// Accessors, and the numbers that they refer to.
#pragma once

#include "document.h"

namespace viewer::gltf {

// Limit of one accessor: an accessor without bytes in the file must not exhaust memory.
constexpr std::size_t kMaxNumbers = std::size_t{1} << 27;

// The document must outlive it. All functions throw only the reason if the file is wrong.
class Elements {
public:
    explicit Elements(const Document& document) : m_document(document), m_decoded(document.views.size()) {}

    [[nodiscard]] const Document& document() const { return m_document; }
    [[nodiscard]] const Accessor& accessor(int index) const { return at(m_document.accessors, index, "accessor"); }

    // The bytes of a view, decoded.
    [[nodiscard]] std::span<const std::byte> bytes(int view);
    // Element by element, each with the type's components. Integers are unchanged, or from 0 or -1 to 1 if the accessor
    // is normalized.
    [[nodiscard]] std::vector<float> numbers(int accessor, const std::string& type);
    // Unsigned integers.
    [[nodiscard]] std::vector<uint32_t> integers(int accessor, const std::string& type);

private:
    struct Packed {
        files::Bytes bytes; // element after element, without gaps
        std::size_t count;  // components of all elements
        Component component;
    };
    [[nodiscard]] Packed pack(int accessor, const std::string& type);
    void replaceSome(const Accessor& accessor, std::size_t size, files::Bytes* bytes);

    const Document& m_document;
    std::vector<std::optional<files::Bytes>> m_decoded;
};

[[nodiscard]] std::size_t componentCount(const std::string& type); // 0: not a type

} // namespace viewer::gltf
