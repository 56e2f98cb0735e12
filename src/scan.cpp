#include "scan_impl.h"

#include "kernels.h"
#include "record.h"
#include "result.h"
#include "scan_plan.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Scan::Impl::~Impl()
{
    for (VkPipeline pipeline : pipelines)
        if (pipeline != VK_NULL_HANDLE)
            context->vk.destroyPipeline(context->device, pipeline, context->allocator());
}

Status Scan::Impl::createPipelines() noexcept
{
    const DeviceFunctions& vk = context->vk;
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (!usesStage(model, stage))
            continue;

        const Geometry geometry = geometryOf(model.tuning, stage);
        uint32_t values[abi::kSpecConstantCount] = {};
        values[abi::kIdWorkgroupSize] = geometry.workgroupSize;
        values[abi::kIdRows] = geometry.rows;
        values[abi::kIdOperator] = operatorCode;
        values[abi::kIdExclusive] = model.desc.kind == Kind::Exclusive ? VK_TRUE : VK_FALSE;
        values[abi::kIdBackward] = model.desc.direction == Direction::Backward ? VK_TRUE : VK_FALSE;
        values[abi::kIdWindow] = model.tuning.window;
        values[abi::kIdPolls] = model.tuning.polls;
        values[abi::kIdRounds] = model.tuning.rounds;
        values[abi::kIdFallbacks] = model.tuning.fallbacks;
        values[abi::kIdInOrder] = model.tuning.inOrder ? VK_TRUE : VK_FALSE;
        values[abi::kIdSpineSubgroups] = stage == Stage::Spine ? model.tuning.spineSubgroups : 0;
        values[abi::kIdTestHooks] = model.tuning.testHooks;
        VkSpecializationMapEntry entries[abi::kSpecConstantCount] = {};
        for (uint32_t id = 0; id < abi::kSpecConstantCount; ++id)
            entries[id] = {id, id * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
        const VkSpecializationInfo specialization = {abi::kSpecConstantCount, entries, sizeof(values), values};

        const KernelCode code = kernelCode(stage, model.desc.type);
        VkShaderModuleCreateInfo moduleInfo = {};
        moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
        moduleInfo.codeSize = code.bytes;
        moduleInfo.pCode = code.words;
        VkShaderModule module = VK_NULL_HANDLE;
        VkResult result = vk.createShaderModule(context->device, &moduleInfo, context->allocator(), &module);
        if (result != VK_SUCCESS)
            return statusOf(result);

        VkComputePipelineCreateInfo pipelineInfo = {};
        pipelineInfo.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
        pipelineInfo.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        pipelineInfo.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        pipelineInfo.stage.module = module;
        pipelineInfo.stage.pName = "main";
        pipelineInfo.stage.pSpecializationInfo = &specialization;
        pipelineInfo.layout = context->pipelineLayout;
        result = vk.createComputePipelines(context->device, context->pipelineCache, 1, &pipelineInfo,
                                           context->allocator(), &pipelines[i]);
        vk.destroyShaderModule(context->device, module, context->allocator());
        if (result != VK_SUCCESS)
            return statusOf(result);
    }
    return Status::Success;
}

Status Scan::Impl::createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                               uint32_t operatorCode, Scan* scan) noexcept
{
    if (scan == nullptr)
        return Status::OutputPointerNull;
    if (context.impl() == nullptr)
        return Status::ContextInvalid;
    const Status checked = checkScanDesc(desc, context.impl()->capabilities);
    if (checked != Status::Success)
        return checked;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return Status::OutOfHostMemory;
    impl->context = context.impl();
    impl->model = {desc, tuning, context.impl()->capabilities};
    impl->operatorCode = operatorCode;
    const Status created = impl->createPipelines();
    if (created != Status::Success)
        return created;

    Scan wrapped;
    wrapped.m_impl = impl.release();
    *scan = std::move(wrapped);
    return Status::Success;
}

Scan::Scan(Scan&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Scan& Scan::operator=(Scan&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Scan::~Scan()
{
    delete m_impl;
}

Status Scan::create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept
{
    const Capabilities capabilities = context.impl() != nullptr ? context.impl()->capabilities : Capabilities{};
    return Impl::createTuned(context, desc, tuningFor(capabilities), static_cast<uint32_t>(desc.op), scan);
}

VkDeviceSize Scan::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? scanScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Scan::maxCount() const noexcept
{
    return m_impl != nullptr ? maxScanCount(m_impl->model) : 0;
}

Strategy Scan::strategyFor(uint64_t count) const noexcept
{
    return m_impl != nullptr ? chooseStrategy(m_impl->model, count) : Strategy::Auto;
}

Status Scan::record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept
{
    if (m_impl == nullptr)
        return Status::OperationInvalid;
    if (commandBuffer == VK_NULL_HANDLE)
        return Status::CommandBufferNull;
    Plan plan;
    const Status planned = planScan(m_impl->model, args, &plan);
    if (planned == Status::Success)
        recordPlan(*m_impl->context, m_impl->pipelines, plan, args.barrierBefore, args.barrierAfter, commandBuffer);
    return planned;
}

} // namespace vkscan
