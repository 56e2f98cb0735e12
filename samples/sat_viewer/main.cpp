// Shows what summed-area tables are for: depth of field, blurs, soft shadows and image filters, each frame's tables
// built by vkscan in the frame's own command buffer.
#include "options.h"

#include <support/program.h>

int main(int argc, char** argv)
{
    return gpu::mainOf("sat_viewer", [&] {
        const viewer::Options options = viewer::parseOptions(argc, argv);
        options.headless ? viewer::runHeadless(options) : viewer::runInWindow(options);
    });
}
