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

// The values of the specialisation constants, by id. Kernels ignore ids that they lack.
struct SpecConstants {
    uint32_t values[abi::kSpecConstantCount] = {};

    uint32_t& operator[](uint32_t id) noexcept { return values[id]; }
};

inline constexpr uint32_t kMaxStages = 13; // per operation

// How kernels find their images: by a layout, which also has push constants, or with descriptor heaps, only by a
// mapping. Kernels without images have no mapping.
struct Binding {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    const VkShaderDescriptorSetAndBindingMappingInfoEXT* mapping = nullptr;
};

// Compiles, in one call, the kernels whose pipelines are null: at most kMaxStages, all with the same binding. On
// failure, these pipelines stay null.
[[nodiscard]] Status createPipelines(const Context::Impl& context, const Kernel* kernels, uint32_t count,
                                     const Binding& binding, VkPipeline* pipelines) noexcept;

// An operation's kernels, one for each stage, and their pipelines, unless the context is for plans only. Operations of
// one context share pipelines of equal kernels and layouts through the context's list; the last owner destroys a
// pipeline.
struct Pipelines {
    char operation[48] = ""; // the kernels' names begin with this
    Kernel kernels[kMaxStages] = {};
    VkPipeline items[kMaxStages] = {}; // pipelines of the kernels
    uint32_t kernelCount = 0;
    std::unique_ptr<uint32_t[]> ownCode; // code of a user's kernels, which no other operation shares
    VkPipelineLayout layout = VK_NULL_HANDLE;
    Pipelines* next = nullptr; // link of the context's list, which contains compiled operations

    Pipelines() = default;
    Pipelines(const Pipelines&) = delete;
    Pipelines& operator=(const Pipelines&) = delete;

    // Adds the kernel of the next stage.
    void add(const Capabilities& capabilities, const char* stage, KernelCode code,
             const SpecConstants& constants) noexcept;

    // Compiles the kernels that have been added, or shares pipelines of other operations. Concurrent threads may
    // compile the same kernel twice. Kernels with equal code must have equal mappings, or no images.
    [[nodiscard]] Status compile(const Context::Impl& context, const Binding& binding) noexcept;

    // Releases all pipelines, also after a failure to compile. Must be called before the layout is destroyed. A second
    // call has no effect.
    void release(const Context::Impl& context) noexcept;
};

// Writes the plan as the public list of dispatches.
void publish(const Plan& plan, bool maySize, DispatchList* list) noexcept;

} // namespace vkscan

#endif
