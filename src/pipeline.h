// What operations create on the device.
#ifndef VKSCAN_PIPELINE_H
#define VKSCAN_PIPELINE_H

#include "context_impl.h"
#include "kernels.h"
#include "network_abi.h"
#include "select_abi.h"

#include <vkscan/status.h>

namespace vkscan {

// Push constants and, unless it is null, one descriptor set.
[[nodiscard]] Status createPipelineLayout(const Context::Impl& context, VkDescriptorSetLayout setLayout,
                                          VkPipelineLayout* layout) noexcept;

// The values of the specialisation constants, by id; a kernel takes those it has.
struct SpecConstants {
    uint32_t values[abi::kSpecConstantCount] = {};

    uint32_t& operator[](uint32_t id) noexcept { return values[id]; }
};

[[nodiscard]] Status createPipeline(const Context::Impl& context, KernelCode code, const SpecConstants& constants,
                                    VkPipelineLayout layout, VkPipeline* pipeline) noexcept;

// Indexed by Stage; those not used are null.
struct Pipelines {
    VkPipeline items[kStageCount] = {};

    void destroy(const Context::Impl& context) noexcept;
};

} // namespace vkscan

#endif
