#include "make_view.h"

#include "courtyard.h"
#include "gltf_scene.h"
#include "image_view.h"
#include "scene_view.h"

namespace viewer {

std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Source& source)
{
    switch (source.kind) {
    case Source::Kind::Picture: return std::make_unique<ImageView>(device, context, source.file);
    case Source::Kind::Gltf: return std::make_unique<SceneView>(device, context, readGltf(source.file));
    case Source::Kind::Courtyard: break;
    }
    return std::make_unique<SceneView>(device, context, courtyard());
}

} // namespace viewer
