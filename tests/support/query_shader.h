// Runs the shaders that test vkscan's includes: one query for each invocation, in workgroups of 64.
#ifndef VKSCAN_TESTS_QUERY_SHADER_H
#define VKSCAN_TESTS_QUERY_SHADER_H

#include "plan/kernels.h"

#include <support/gpu.h>

#include <cstdint>
#include <vector>

namespace testing_support {

// GLSL, with push constants that contain addresses.
void runQueries(const vkscan::KernelCode& code, const void* push, uint32_t pushBytes, uint32_t queries);

// HLSL, with storage buffers, then sampled images in layout GENERAL, bound in order from 0 on.
void runQueries(const vkscan::KernelCode& code, const std::vector<gpu::Buffer>& buffers, uint32_t queries,
                const std::vector<VkImageView>& images = {});

} // namespace testing_support

#endif
