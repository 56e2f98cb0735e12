// glTF materials: factors, textures and their sampling.
#pragma once

#include "elements.h"

#include "../surface.h"

namespace viewer::gltf {

// The material with this number; -1: the default one. Throws only the reason.
[[nodiscard]] const Material& materialAt(const Document& document, int material);

// The material's factors.
[[nodiscard]] Instance instanceOf(const Material& material);

// Reads the pictures of materials, each once. Unreadable ones are skipped and listed in `ignored`.
class Surfaces {
public:
    explicit Surfaces(Elements& elements) : m_elements(elements) {}

    [[nodiscard]] Surface read(const Material& material);
    // Call after the last read().
    [[nodiscard]] std::vector<Picture> takePictures() { return std::move(m_pictures); }
    [[nodiscard]] const std::set<std::string>& ignored() const { return m_ignored; }

private:
    struct Key {
        int image;
        bool isSrgb;
        auto operator<=>(const Key&) const = default;
    };
    [[nodiscard]] int pictureOf(const Key& key);
    [[nodiscard]] Picture decode(const Key& key);

    Elements& m_elements;
    std::map<Key, int> m_known;
    std::vector<Picture> m_pictures;
    std::uint64_t m_texels = 0;
    std::set<std::string> m_ignored;
};

} // namespace viewer::gltf
