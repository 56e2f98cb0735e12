#ifndef VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H
#define VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H

#include "source.h"
#include "view.h"

#include <memory>

namespace viewer {

// The device and the context outlive the view. Throws std::runtime_error with a sentence that names the file.
std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Source& source,
                               const SceneQuality& quality = {});

} // namespace viewer

#endif
