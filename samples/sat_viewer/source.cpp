#include "source.h"

#include <filesystem>

namespace viewer {

Source sourceOf(const std::string& file)
{
    std::string ending = std::filesystem::path(file).extension().string();
    for (char& c : ending)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return {ending == ".glb" || ending == ".gltf" ? Source::Kind::Gltf : Source::Kind::Picture, file};
}

} // namespace viewer
