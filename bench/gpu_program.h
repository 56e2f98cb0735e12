// What the benchmark programs of Vulkan devices share.
#ifndef VKSCAN_BENCH_GPU_PROGRAM_H
#define VKSCAN_BENCH_GPU_PROGRAM_H

#include "program.h"

#include <gpu.h>

namespace bench {

struct GpuOptions {
    gpu::DeviceOptions device;
    Options program;
};

// As parseOptions, with a device and the validation layer to choose.
[[nodiscard]] GpuOptions parseGpuOptions(int argc, char** argv, const std::string& description, unsigned largestLog2);

// Runs the program's rows. Returns main's exit code: 0 if all results were right and the validation layer was silent.
[[nodiscard]] int runOn(Program& program, const gpu::Device& device);

} // namespace bench

#endif
