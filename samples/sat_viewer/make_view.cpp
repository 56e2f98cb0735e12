#include "make_view.h"

#include "image_view.h"
#include "scene_view.h"

namespace viewer {

std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const std::string& image)
{
    if (!image.empty())
        return std::make_unique<ImageView>(device, context, image);
    return std::make_unique<SceneView>(device, context);
}

} // namespace viewer
