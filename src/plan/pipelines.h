// What operations create on the device.
#ifndef VKSCAN_PLAN_PIPELINES_H
#define VKSCAN_PLAN_PIPELINES_H

#include "device/context_impl.h"
#include "network_abi.h"
#include "plan/kernels.h"
#include "plan/plan.h"
#include "select_abi.h"

#include <vkscan/status.h>

namespace vkscan {

// The values of the specialisation constants, by id; a kernel takes those it has.
struct SpecConstants {
    uint32_t values[abi::kSpecConstantCount] = {};

    uint32_t& operator[](uint32_t id) noexcept { return values[id]; }
};

[[nodiscard]] Status createPipeline(const Context::Impl& context, const Kernel& kernel, VkPipelineLayout layout,
                                    VkPipeline* pipeline) noexcept;

// An operation's kernels and, unless its context is for plans only, what they are compiled to.
struct Pipelines {
    char operation[48] = "";             // what kernels are named after
    Kernel kernels[kStageCount] = {};    // without gaps
    uint32_t kernelOf[kStageCount] = {}; // by Stage
    VkPipeline items[kStageCount] = {};  // by Stage; those not used are null
    uint32_t kernelCount = 0;

    [[nodiscard]] Status add(const Context::Impl& context, Stage stage, KernelCode code, const SpecConstants& constants,
                             VkPipelineLayout layout) noexcept;
    void destroy(const Context::Impl& context) noexcept;
};

// A plan in public words. *list is written whole.
void publish(const Plan& plan, const Pipelines& pipelines, DispatchList* list) noexcept;

} // namespace vkscan

#endif
