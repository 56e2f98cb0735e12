// Shows what summed-area tables are for: depth of field, blurs, soft shadows and image filters, each frame's tables
// built by vkscan in the frame's own command buffer.
#include "headless.h"
#include "options.h"
#include "window.h"

#include <cstdio>
#include <exception>

namespace viewer {
namespace {

void listDevices()
{
    std::size_t index = 0;
    for (const gpu::DeviceInfo& device : gpu::listDevices())
        std::printf("%zu: %s, %s, %s\n", index++, device.name.c_str(), device.driver.c_str(),
                    device.supported ? "supported" : ("not supported: " + device.reason).c_str());
}

void run(const Options& options)
{
    if (options.list)
        listDevices();
    else if (options.headless)
        runHeadless(options);
    else
        runWindow(options);
}

} // namespace
} // namespace viewer

int main(int argc, char** argv)
{
    const viewer::Options options = viewer::parseOptions(argc, argv);
    try {
        viewer::run(options);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sat_viewer: %s\n", error.what());
        return 1;
    }
}
