// Shared by the benchmark programs of Vulkan devices.
#ifndef VKSCAN_BENCH_GPU_PROGRAM_H
#define VKSCAN_BENCH_GPU_PROGRAM_H

#include "program.h"

#include <support/gpu.h>

#include <functional>
#include <string>

namespace bench {

struct GpuOptions {
    gpu::DeviceOptions device;
    Options program;
};

// Options of parseOptions, with a device and the validation layer to choose.
[[nodiscard]] GpuOptions parseGpuOptions(int argc, char** argv, const std::string& description, unsigned largestLog2,
                                         const std::function<void(gpu::CommandLine&)>& addMore = {});

// Name and version of the driver, with all details that distinguish drivers.
[[nodiscard]] std::string describeDriver(const gpu::Device& device);

// Runs the program's rows. Throws std::runtime_error if a result was wrong or the validation layer was not silent.
void runOn(Program& program, const gpu::Device& device);

} // namespace bench

#endif
