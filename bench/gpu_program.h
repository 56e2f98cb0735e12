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

// Name, version and the rest that tells one driver from another.
[[nodiscard]] std::string describeDriver(const gpu::Device& device);

// Runs the program's rows. Returns main's exit code: 0 if all results were right and the validation layer was silent.
[[nodiscard]] int runOn(Program& program, const gpu::Device& device);

// Returns main's exit code: that one, or 1 if the validation layer was not silent.
[[nodiscard]] int checkedForMessages(int code, const gpu::Device& device);

} // namespace bench

#endif
