// A sample in a window.
#pragma once

#include "sample.h"

#include <functional>
#include <memory>

namespace window {

struct WindowDesc {
    std::string name; // the sample's name, in the title, on the panel and in names of files
    VkExtent2D size = {960, 540};
    unsigned frames = 0; // 0: until the window is closed
    gpu::DeviceOptions device;
    std::string withoutWindow; // how to draw without a display
    VkExtent2D sizeOnCpu = {}; // replaces `size` if the device is a CPU; 0: none
    bool takesFiles = false;   // a dropped file recreates the sample; otherwise navigate() receives it
};
// Creates a sample from a file that was dropped on the window, or from the command line if there is none. The device
// must outlive the sample.
using MakeSample = std::function<std::unique_ptr<Sample>(gpu::Device&, const std::string& file)>;

// Draws until the window is closed or the frames are drawn. Throws std::runtime_error, also if there is no display or
// the validation layer complained.
void run(const WindowDesc& desc, const MakeSample& make);

// run() for a sample that draws a picture without --window, and is created from its command line's options: a dropped
// file replaces `file`.
template <class Shown, class Options>
void run(const std::string& name, const Options& options, std::string Options::*file = nullptr,
         VkExtent2D sizeOnCpu = {})
{
    run({name, options.size, options.frames, options.device, "without --window, " + name + " draws a picture",
         sizeOnCpu, file != nullptr},
        [&](gpu::Device& device, const std::string& dropped) {
            Options changed = options;
            if (!dropped.empty())
                changed.*file = dropped;
            return std::make_unique<Shown>(device, changed);
        });
}

} // namespace window
