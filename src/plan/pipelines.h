// Kernels, pipelines and published plans of operations.
#ifndef VKSCAN_PLAN_PIPELINES_H
#define VKSCAN_PLAN_PIPELINES_H

#include "abi.h"
#include "device/context_impl.h"
#include "plan/kernels.h"
#include "plan/plan.h"

#include <vkscan/status.h>

#include <memory>

namespace vkscan {

// The values of the specialisation constants, by id; a kernel takes those it has.
struct SpecConstants {
    uint32_t values[abi::kSpecConstantCount] = {};

    uint32_t& operator[](uint32_t id) noexcept { return values[id]; }
};

inline constexpr uint32_t kMaxStages = 10; // of one operation

// How kernels find their images: by a layout, which has their push constants, too, or with descriptor heaps, by a
// mapping alone. Kernels without images have no mapping.
struct Binding {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    const VkShaderDescriptorSetAndBindingMappingInfoEXT* mapping = nullptr;
};

// Compiles, in one call, the kernels whose pipelines are null: at most kMaxStages of them, all of one binding. Where
// that fails, these stay null.
[[nodiscard]] Status createPipelines(const Context::Impl& context, const Kernel* kernels, uint32_t count,
                                     const Binding& binding, VkPipeline* pipelines) noexcept;

// An operation's kernels, one a stage, and, unless its context is for plans only, what they are compiled to. Operations
// of one context share pipelines of equal kernels and layouts: each finds those of the others in the context's list,
// and the last that has one destroys it.
struct Pipelines {
    char operation[48] = ""; // the kernels' names begin with this
    Kernel kernels[kMaxStages] = {};
    VkPipeline items[kMaxStages] = {}; // of the kernels
    uint32_t kernelCount = 0;
    std::unique_ptr<uint32_t[]> ownCode; // of kernels of the user's, which no other operation shares
    VkPipelineLayout layout = VK_NULL_HANDLE;
    Pipelines* next = nullptr; // in the context's list, which it is in once it is compiled

    Pipelines() = default;
    Pipelines(const Pipelines&) = delete;
    Pipelines& operator=(const Pipelines&) = delete;

    // Adds the kernel of the next stage.
    void add(const Capabilities& capabilities, const char* stage, KernelCode code,
             const SpecConstants& constants) noexcept;

    // Compiles the kernels that have been added, or shares pipelines of other operations. Threads that do so at once
    // may compile the same kernel each. Kernels of equal code have equal mappings, or no images.
    [[nodiscard]] Status compile(const Context::Impl& context, const Binding& binding) noexcept;

    // Gives up all pipelines, also after a failure to compile; to be called before the layout is destroyed. Nothing
    // happens the second time.
    void release(const Context::Impl& context) noexcept;
};

// Writes the plan as the public list of dispatches.
void publish(const Plan& plan, DispatchList* list) noexcept;

} // namespace vkscan

#endif
