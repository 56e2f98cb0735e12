// Where what the viewer shows comes from.
#pragma once

#include <string>

namespace viewer {

struct Source {
    enum class Kind { Courtyard, Gltf, Picture };
    Kind kind = Kind::Courtyard;
    std::string file; // of a glTF scene or a picture
};

// A file that says only by the ending of its name what it is: .glb and .gltf are scenes, all others pictures.
Source sourceOf(const std::string& file);

} // namespace viewer
