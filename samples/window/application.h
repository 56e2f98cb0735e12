// A sample in a window.
#pragma once

#include "sample.h"

#include <functional>
#include <memory>

namespace window {

struct WindowDesc {
    std::string name; // of the sample: in the title, on the panel and of files
    VkExtent2D size = {960, 540};
    unsigned frames = 0; // 0: until it is closed
    gpu::DeviceOptions device;
    std::string withoutWindow; // says how to draw where there is no display
    VkExtent2D sizeOnCpu = {}; // in place of `size`, where the device is a CPU; 0: none
    bool takesFiles = false;   // a file that is dropped makes the sample anew; else navigate() has it
};
// Makes a sample of a file that was dropped on the window, or of the command line if there is none. The device outlives
// the sample.
using MakeSample = std::function<std::unique_ptr<Sample>(gpu::Device&, const std::string& file)>;

// Draws until the window is closed or the frames are drawn. Throws std::runtime_error, also where there is no display
// and where the validation layer complained.
void run(const WindowDesc& desc, const MakeSample& make);

// As above, for a sample that draws a picture without --window, and is made of its command line's options: `file` is
// that of which a dropped file takes the place.
template <class Shown, class Options>
void run(const std::string& name, const Options& options, std::string Options::*file = nullptr,
         VkExtent2D sizeOnCpu = {})
{
    run({name, options.size, options.frames, options.device, "without --window, " + name + " draws a picture",
         sizeOnCpu, file != nullptr},
        [&](gpu::Device& device, const std::string& dropped) {
            Options own = options;
            if (!dropped.empty())
                own.*file = dropped;
            return std::make_unique<Shown>(device, own);
        });
}

} // namespace window
