// A small rendering hardware interface, as in engines: compute pipelines from SPIR-V, and dispatches, between which it
// places barriers by their declared accesses. It does not depend on vkscan.
#pragma once

#include <support/gpu.h>

#include <span>
#include <vector>

namespace rhi {

struct PipelineDesc {
    std::span<const uint32_t> code;
    const char* entryPoint = "main";
    std::span<const uint32_t> constants; // specialisation constants, by id
    uint32_t pushConstantBytes = 0;
    bool requiresFullSubgroups = false;
    uint32_t requiredSubgroupSize = 0; // 0: any
};

class Pipeline {
public:
    Pipeline(const gpu::Device& device, const PipelineDesc& desc);
    Pipeline(Pipeline&& other) noexcept;
    Pipeline(const Pipeline&) = delete;
    ~Pipeline();

    [[nodiscard]] VkPipeline handle() const { return m_pipeline; }
    [[nodiscard]] VkPipelineLayout layout() const { return m_layout; }

private:
    const gpu::Device* m_device;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
};

struct MemoryAccess {
    VkDeviceAddress address = 0;
    VkDeviceSize size = 0;
    bool write = false;
};

// Records dispatches into a command buffer. A barrier precedes a dispatch that overlaps the memory of another after the
// last barrier, if one of the two writes it.
class CommandList {
public:
    CommandList(const gpu::Device& device, VkCommandBuffer commandBuffer)
        : m_device(device),
          m_commandBuffer(commandBuffer)
    {
    }

    // Returns whether it placed a barrier.
    bool dispatch(const Pipeline& pipeline, std::span<const unsigned char> pushConstants, const uint32_t groupCount[3],
                  std::span<const MemoryAccess> accesses);

private:
    const gpu::Device& m_device;
    VkCommandBuffer m_commandBuffer;
    std::vector<MemoryAccess> m_sinceBarrier;
};

} // namespace rhi
