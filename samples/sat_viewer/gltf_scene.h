// Scenes from glTF 2.0 files.
#pragma once

#include "scene.h"

#include <string>

namespace viewer {

// Half the diagonal of the box around a scaled file.
constexpr float kGltfRadius = 2.6F; // metres

// Triangles with their materials and textures; skins are in their rest pose. World::note names features that are not
// drawn. The model stands on the ground, scaled to the camera's view (fitted_view.h). `file` is a .glb or a .gltf,
// which may name others for its buffers and pictures. Throws std::runtime_error with a sentence that names the file.
World readGltf(const std::string& file);

} // namespace viewer
