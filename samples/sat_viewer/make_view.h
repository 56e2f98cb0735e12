#ifndef VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H
#define VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H

#include "options.h"
#include "view.h"

#include <memory>

namespace viewer {

// The scene, or the image that the options name. The device and the context outlive the view.
std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const Options& options);

} // namespace viewer

#endif
