#include "view.h"

#include "gltf_scene.h"
#include "image_view.h"
#include "scene_view.h"

#include <new>
#include <stdexcept>

namespace viewer {

std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Source& source,
                               const SceneQuality& quality)
try {
    switch (source.kind) {
    case Source::Kind::Picture: return std::make_unique<ImageView>(device, context, source.file);
    case Source::Kind::Gltf: return std::make_unique<SceneView>(device, context, readGltf(source.file), quality);
    case Source::Kind::Courtyard: break;
    }
    return std::make_unique<SceneView>(device, context, courtyard(), quality);
} catch (const std::bad_alloc&) {
    throw std::runtime_error("cannot show " + source.file + ": there is not enough memory");
}

drawing::SatPassDesc satPassDesc(const Settings& settings, VkFormat input, VkFormat output, VkExtent2D extent)
{
    drawing::SatPassDesc desc;
    desc.table.inputFormat = input;
    desc.table.outputFormat = output;
    desc.table.accumulation = settings.accumulation;
    desc.table.bias = settings.bias;
    desc.table.layout = vkscan::TableLayout::ZeroBorder;
    desc.table.waiting = settings.waiting;
    desc.extent = extent;
    desc.givenBias.fill(0.25F);
    return desc;
}

} // namespace viewer
