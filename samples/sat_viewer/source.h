// The source of what the viewer shows.
#pragma once

#include <string>

namespace viewer {

struct Source {
    enum class Kind { Courtyard, Gltf, Picture };
    Kind kind = Kind::Courtyard;
    std::string file; // of a glTF scene or a picture
};

// A file whose kind depends on the ending of its name: .glb and .gltf are scenes, all others pictures.
Source sourceOf(const std::string& file);

} // namespace viewer
