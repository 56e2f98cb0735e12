#include "plan/pipelines.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace vkscan {

namespace {

static_assert(abi::kSpecConstantCount <= kMaxKernelConstants);

// Shader modules of kernels that are compiled together. Kernels with the same code share a module.
class Modules {
public:
    explicit Modules(const Context::Impl& context) noexcept : m_context(context) {}
    Modules(const Modules&) = delete;
    Modules& operator=(const Modules&) = delete;
    ~Modules()
    {
        for (uint32_t i = 0; i < m_count; ++i)
            m_context.vk.destroyShaderModule(m_context.device, m_items[i], m_context.allocator());
    }

    [[nodiscard]] Status find(const Kernel& kernel, VkShaderModule* module) noexcept
    {
        const auto index = static_cast<uint32_t>(std::find(m_codes, m_codes + m_count, kernel.code) - m_codes);
        if (index == m_count) {
            VkShaderModuleCreateInfo info = {};
            info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
            info.codeSize = kernel.codeBytes;
            info.pCode = kernel.code;
            const VkResult result =
                m_context.vk.createShaderModule(m_context.device, &info, m_context.allocator(), &m_items[index]);
            if (result != VK_SUCCESS)
                return statusOf(result);
            m_codes[m_count++] = kernel.code;
        }
        *module = m_items[index];
        return Status::Success;
    }

private:
    const Context::Impl& m_context;
    const uint32_t* m_codes[kMaxStages] = {};
    VkShaderModule m_items[kMaxStages] = {};
    uint32_t m_count = 0;
};

// Whether one pipeline serves both kernels. Within a context, equal code has one address.
bool areEqual(const Kernel& a, const Kernel& b) noexcept
{
    return a.code == b.code && std::equal(a.constants, a.constants + a.constantCount, b.constants) &&
           a.requiresFullSubgroups == b.requiresFullSubgroups && a.requiredSubgroupSize == b.requiredSubgroupSize;
}

// The pipeline of an equal kernel; null if there is none. The caller has locked the list, also for isShared.
VkPipeline findPipeline(const PipelineList& list, const Kernel& kernel, VkPipelineLayout layout) noexcept
{
    for (const Pipelines* owner = list.first; owner != nullptr; owner = owner->next)
        for (uint32_t i = 0; i < owner->kernelCount; ++i)
            if (owner->items[i] != VK_NULL_HANDLE && owner->layout == layout && areEqual(owner->kernels[i], kernel))
                return owner->items[i];
    return VK_NULL_HANDLE;
}

bool isShared(const PipelineList& list, VkPipeline pipeline) noexcept
{
    for (const Pipelines* owner = list.first; owner != nullptr; owner = owner->next)
        if (std::find(owner->items, owner->items + owner->kernelCount, pipeline) != owner->items + owner->kernelCount)
            return true;
    return false;
}

} // namespace

Status createPipelines(const Context::Impl& context, const Kernel* kernels, uint32_t count, const Binding& binding,
                       VkPipeline* pipelines) noexcept
{
    VkSpecializationMapEntry entries[kMaxKernelConstants] = {};
    for (uint32_t id = 0; id < kMaxKernelConstants; ++id)
        entries[id] = {id, id * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
    VkSpecializationInfo specializations[kMaxStages] = {};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT subgroups[kMaxStages] = {};
    VkPipelineCreateFlags2CreateInfoKHR flags = {};
    flags.sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR;
    flags.flags = VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT;
    VkComputePipelineCreateInfo infos[kMaxStages] = {};
    VkPipeline created[kMaxStages] = {};
    uint32_t createdCount = 0;
    Modules modules(context);
    for (uint32_t i = 0; i < count; ++i) {
        if (pipelines[i] != VK_NULL_HANDLE)
            continue;
        const Kernel& kernel = kernels[i];
        specializations[i] = {kernel.constantCount, entries, sizeof(kernel.constants), kernel.constants};
        VkComputePipelineCreateInfo& info = infos[createdCount++];
        info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
        info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.pName = kernel.entryPoint;
        info.stage.pSpecializationInfo = &specializations[i];
        info.layout = binding.layout;
        if (context.capabilities.descriptorHeaps)
            info.pNext = &flags;
        info.stage.pNext = binding.mapping;
        subgroups[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT;
        subgroups[i].pNext = const_cast<VkShaderDescriptorSetAndBindingMappingInfoEXT*>(binding.mapping);
        subgroups[i].requiredSubgroupSize = kernel.requiredSubgroupSize;
        if (kernel.requiredSubgroupSize != 0)
            info.stage.pNext = &subgroups[i];
        if (kernel.requiresFullSubgroups)
            info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT;
        const Status found = modules.find(kernel, &info.stage.module);
        if (found != Status::Success)
            return found;
    }
    if (createdCount == 0)
        return Status::Success;
    const VkResult result = context.vk.createComputePipelines(context.device, context.pipelineCache, createdCount,
                                                              infos, context.allocator(), created);
    if (result != VK_SUCCESS) {
        // Vulkan nulls the pipelines that failed; the others exist.
        for (VkPipeline pipeline : created)
            if (pipeline != VK_NULL_HANDLE)
                context.vk.destroyPipeline(context.device, pipeline, context.allocator());
        return statusOf(result);
    }
    const VkPipeline* next = created;
    for (uint32_t i = 0; i < count; ++i)
        if (pipelines[i] == VK_NULL_HANDLE)
            pipelines[i] = *next++;
    return Status::Success;
}

void Pipelines::add(const Capabilities& capabilities, const char* stage, KernelCode code,
                    const SpecConstants& constants) noexcept
{
    Kernel& kernel = kernels[kernelCount++];
    char name[kMaxKernelName] = "";
    std::snprintf(name, sizeof(name), "vkscan %s: %s", operation, stage);
    std::copy_n(name, kMaxKernelName, kernel.name);
    kernel.code = code.words;
    kernel.codeBytes = code.bytes;
    std::copy_n(constants.values, abi::kSpecConstantCount, kernel.constants);
    kernel.constantCount = abi::kSpecConstantCount;
    kernel.workgroupSize[0] = constants.values[abi::kIdWorkgroupSize];
    kernel.pushConstantBytes = sizeof(PushConstants);
    kernel.requiresFullSubgroups =
        capabilities.fullSubgroups && kernel.workgroupSize[0] % capabilities.subgroupSize == 0;
    kernel.requiredSubgroupSize = capabilities.subgroupSizeVaries ? capabilities.subgroupSize : 0;
}

Status Pipelines::compile(const Context::Impl& context, const Binding& binding) noexcept
{
    if (context.plansOnly)
        return Status::Success;
    layout = binding.layout;
    VkPipeline found[kMaxStages] = {};
    {
        // A pipeline that was found stays alive, since the list now has it twice.
        const std::lock_guard lock(context.pipelines);
        for (uint32_t i = 0; i < kernelCount; ++i)
            items[i] = found[i] = findPipeline(context.pipelines, kernels[i], layout);
        next = std::exchange(context.pipelines.first, this);
    }
    const Status created = createPipelines(context, kernels, kernelCount, binding, found);
    const std::lock_guard lock(context.pipelines);
    std::copy_n(found, kernelCount, items);
    return created;
}

void Pipelines::release(const Context::Impl& context) noexcept
{
    VkPipeline unshared[kMaxStages] = {};
    {
        const std::lock_guard lock(context.pipelines);
        Pipelines** link = &context.pipelines.first;
        while (*link != nullptr && *link != this)
            link = &(*link)->next;
        for (uint32_t i = 0; i < kernelCount; ++i) {
            const VkPipeline pipeline = std::exchange(items[i], VkPipeline{VK_NULL_HANDLE});
            if (pipeline != VK_NULL_HANDLE && !isShared(context.pipelines, pipeline))
                unshared[i] = pipeline;
        }
        if (*link == this)
            *link = next;
    }
    for (VkPipeline pipeline : unshared)
        if (pipeline != VK_NULL_HANDLE)
            context.vk.destroyPipeline(context.device, pipeline, context.allocator());
}

void publish(const Plan& plan, bool maySize, DispatchList* list) noexcept
{
    static_assert(Plan::kCapacity <= kMaxDispatches && AccessList::kCapacity <= kMaxDispatchAccesses &&
                  sizeof(PushConstants::bytes) == kPushConstantBytes);
    list->count = plan.stepCount;
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const Step& step = plan.steps[i];
        Dispatch& dispatch = *new (&list->items[i]) Dispatch;
        dispatch.kernel = step.stage;
        dispatch.barrierBefore = step.barrierBefore;
        dispatch.groupCount[0] = step.groupCount[0];
        dispatch.groupCount[1] = step.groupCount[1];
        dispatch.groupCount[2] = 1;
        dispatch.sized = maySize && step.isSized;
        dispatch.pushConstantBytes = sizeof(step.push);
        std::memcpy(dispatch.pushConstants, step.push.bytes, sizeof(step.push));
        dispatch.accessCount = step.accesses.count;
        std::copy_n(step.accesses.items, step.accesses.count, dispatch.accesses);
    }
}

} // namespace vkscan
