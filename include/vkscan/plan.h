// Operations as plain data, for a host that creates pipelines and records commands through a layer of its own:
//
//     for (const vkscan::Kernel& kernel : scan.kernels()) // once
//         pipelines.push_back(rhi.createPipeline(kernel));
//     vkscan::DispatchList list;
//     scan.plan(args, &list); // in every frame; the arguments are record's
//     for (const vkscan::Dispatch& dispatch : list)
//         rhi.dispatch(pipelines[dispatch.kernel], dispatch);
//
// Neither makes a Vulkan call, and planning does not allocate. Scan::record records the same dispatches of the same
// kernels. ContextDesc::plansOnly spares the pipelines that such a host does not need.
#ifndef VKSCAN_PLAN_H
#define VKSCAN_PLAN_H

#include <vkscan/types.h>

#include <cstddef>

namespace vkscan {

inline constexpr uint32_t kMaxKernelName = 80;
inline constexpr uint32_t kMaxKernelConstants = 48;
inline constexpr uint32_t kMaxPushConstantBytes = 128;
inline constexpr uint32_t kMaxDispatches = 48;
inline constexpr uint32_t kMaxDispatchAccesses = 8;

// One compute pipeline. Subgroups must have the size that the device reports: it takes no flag that lets them vary, but
// the following two.
struct Kernel {
    char name[kMaxKernelName] = ""; // as of debug labels: "vkscan Scan u32 add: Spine"
    // SPIR-V 1.5, valid as long as the operation's context or any operation of it. Kernels of one context that have the
    // same code have it at the same address.
    const uint32_t* code = nullptr;
    std::size_t codeBytes = 0;
    const char* entryPoint = "main";
    // The specialisation constant of id i has the 32 bits of constants[i]. Ids that the module lacks mean nothing,
    // which Vulkan ignores.
    uint32_t constants[kMaxKernelConstants] = {};
    uint32_t constantCount = 0;
    uint32_t workgroupSize[3] = {1, 1, 1}; // which the constants hold already
    uint32_t pushConstantBytes = 0;        // the range of the pipeline layout, from 0
    // Of the stage: VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT; and, unless it is 0, what
    // VkPipelineShaderStageRequiredSubgroupSizeCreateInfo says. Features that ContextDesc::features has allow both.
    bool requiresFullSubgroups = false;
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
    bool write = false; // and perhaps read, too; else read alone
};

// One vkCmdDispatch.
struct Dispatch {
    uint32_t kernel; // its index among the operation's
    // A barrier from shader writes to shader reads and writes of the compute stage goes before it. There is one before
    // each dispatch whose accesses conflict with those of one since the last barrier, so a host that tracks ranges may
    // place its own instead. None orders the first dispatch behind earlier commands: that is always the host's.
    bool barrierBefore;
    uint32_t groupCount[3];
    uint32_t pushConstantBytes;
    alignas(8) unsigned char pushConstants[kMaxPushConstantBytes];
    uint32_t accessCount;
    Access accesses[kMaxDispatchAccesses];
};

// The dispatches of one call, in order; none where there is nothing to do. Some 17 KB, of which planning writes no more
// than it uses.
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
