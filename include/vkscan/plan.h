// Operations as plain data, for a host that creates pipelines and records commands through a layer of its own:
//
//     for (const vkscan::Kernel& kernel : scan.kernels()) // once
//         pipelines.push_back(rhi.createPipeline(kernel));
//     vkscan::DispatchList list;
//     scan.plan(args, &list); // in every frame; the arguments are record's
//     for (const vkscan::Dispatch& dispatch : list)
//         rhi.dispatch(pipelines[dispatch.kernel], dispatch);
//
// Neither call makes a Vulkan call, and planning does not allocate. record records the same dispatches of the same
// kernels. With ContextDesc::plansOnly, no pipelines are compiled; such a host does not need them.
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include <vkscan/types.h>

#include <cstddef>

namespace vkscan {

inline constexpr uint32_t kMaxKernelName = 80;
inline constexpr uint32_t kMaxKernelConstants = 48;
inline constexpr uint32_t kMaxPushConstantBytes = 128;
inline constexpr uint32_t kMaxDispatches = 48;
inline constexpr uint32_t kMaxDispatchAccesses = 10;

// One compute pipeline. Its subgroups must have the size that the device reports: create it without flags that let the
// size vary.
struct Kernel {
    char name[kMaxKernelName] = ""; // the name in debug labels: "vkscan Scan u32 add: Spine"
    // SPIR-V 1.5, valid as long as the operation's context or any operation of it lives. Kernels of one context with
    // the same code share its address.
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
    const char* entryPoint = "main";
    // The specialisation constant of id i has the 32 bits of constants[i]. Vulkan ignores ids that the module lacks.
    uint32_t constants[kMaxKernelConstants] = {};
    uint32_t constantCount = 0;
    uint32_t workgroupSize[3] = {1, 1, 1}; // informative: the constants set it
    uint32_t pushConstantBytes = 0;        // the pipeline layout's one range, from byte 0
    // Create the shader stage with VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT. The features in
    // ContextDesc::features allow it.
    bool requiresFullSubgroups = false;
    // If not 0, chain a VkPipelineShaderStageRequiredSubgroupSizeCreateInfo of this size. The features allow it.
    uint32_t requiredSubgroupSize = 0;
};

// An operation's kernels; valid as long as the operation is.
struct KernelList {
    const Kernel* items = nullptr;
    uint32_t count = 0;

    [[nodiscard]] const Kernel* begin() const noexcept { return items; }
    [[nodiscard]] const Kernel* end() const noexcept { return items + count; }
};

// Device memory that a dispatch touches, in the compute shader stage.
struct Access {
    BufferRange range;
    bool write = false; // true: may also be read; false: read only
};

// One vkCmdDispatch.
struct Dispatch {
    uint32_t kernel; // index in the operation's kernels()
    // Place a barrier before this dispatch: from shader writes to shader reads and writes of the compute stage. True if
    // the accesses conflict with earlier ones after the last barrier; a host that tracks ranges may place its own
    // barriers instead. False for the first dispatch: the host orders it after earlier commands.
    bool barrierBefore;
    // A vkCmdDispatchIndirect with the call's IndirectDispatch may take this dispatch's place.
    bool sized;
    uint32_t groupCount[3]; // for `count` elements
    uint32_t pushConstantBytes;
    alignas(8) unsigned char pushConstants[kMaxPushConstantBytes];
    uint32_t accessCount;
    Access accesses[kMaxDispatchAccesses];
};

// The dispatches of one call, in order; none if there is nothing to do. 16,904 bytes; planning writes only the
// dispatches that there are.
struct DispatchList {
    uint32_t count = 0;
    union {
        Dispatch items[kMaxDispatches];
    };

    DispatchList() noexcept {}
    [[nodiscard]] const Dispatch* begin() const noexcept { return items; }
    [[nodiscard]] const Dispatch* end() const noexcept { return items + count; }
};

} // namespace vkscan

#endif
