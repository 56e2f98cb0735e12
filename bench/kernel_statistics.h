// What a device tells of the kernels that it has compiled.
#ifndef VKSCAN_BENCH_KERNEL_STATISTICS_H
#define VKSCAN_BENCH_KERNEL_STATISTICS_H

#include <gpu.h>

#include <vkscan/scan.h>

#include <cstdint>
#include <map>
#include <string>

namespace bench {

// Of all kernels of a scan, the largest value of each statistic by its name, for example "Register Count"; none without
// VK_KHR_pipeline_executable_properties.
[[nodiscard]] std::map<std::string, uint64_t> kernelStatistics(const gpu::Device& device, const vkscan::ScanDesc& desc);

} // namespace bench

#endif
