// Runs the shaders that test vkscan's includes: one query for each invocation, in workgroups of 64.
#ifndef VKSCAN_TESTS_QUERY_SHADER_H
#define VKSCAN_TESTS_QUERY_SHADER_H

#include "plan/kernels.h"

#include <support/gpu.h>

#include <cstdint>
#include <vector>

namespace testing_support {

// With push constants: GLSL, which takes addresses.
void runQueries(const vkscan::KernelCode& code, const void* push, uint32_t pushBytes, uint32_t queries);

// With storage buffers, then sampled images in layout GENERAL, bound in their order from 0 on: HLSL.
void runQueries(const vkscan::KernelCode& code, const std::vector<gpu::Buffer>& buffers, uint32_t queries,
                const std::vector<VkImageView>& images = {});

} // namespace testing_support

#endif
