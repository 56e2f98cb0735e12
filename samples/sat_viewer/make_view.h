#ifndef VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H
#define VKSCAN_SAMPLES_SAT_VIEWER_MAKE_VIEW_H

#include "view.h"

#include <memory>
#include <string>

namespace viewer {

// An image from a file, or the scene where the name is empty. The device and the context outlive the view.
std::unique_ptr<View> makeView(gpu::Device& device, const vkscan::Context& context, const std::string& image);

} // namespace viewer

#endif
