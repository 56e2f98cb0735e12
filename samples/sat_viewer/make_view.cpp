#include "make_view.h"

#include "image_view.h"
#include "scene_view.h"

namespace viewer {

std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Options& options)
{
    if (!options.image.empty())
        return std::make_unique<ImageView>(device, context, options.image);
    return std::make_unique<SceneView>(device, context);
}

} // namespace viewer
