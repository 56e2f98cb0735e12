// Scenes from glTF 2.0 files.
#pragma once

#include "scene.h"

#include <string>

namespace viewer {

// Half the diagonal of the box around what a file has, once it is scaled.
constexpr float kGltfRadius = 2.6F; // metres

// Triangles with their materials and textures; skins are in their rest pose. World::note names what is not drawn.
// Whatever size the file gives it, it stands on the ground as large as the camera sees it well (fitted_view.h).
// `file` is a .glb or a .gltf, which may name others for its buffers and pictures. Throws std::runtime_error with a
// sentence that names the file.
World readGltf(const std::string& file);

} // namespace viewer
