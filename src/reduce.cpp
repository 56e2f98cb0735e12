#include "reduce_impl.h"

#include "reduce_plan.h"
#include "scan_pipeline.h"

#include <utility>

namespace vkscan {

const char* toString(ReduceMethod method) noexcept
{
    switch (method) {
    case ReduceMethod::Auto: return "auto";
    case ReduceMethod::Interleaved: return "interleaved";
    case ReduceMethod::Sequential: return "sequential";
    case ReduceMethod::Unrolled: return "unrolled";
    case ReduceMethod::Decomposed: return "decomposed";
    }
    return "not a vkscan::ReduceMethod";
}

Status Reduce::Impl::createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Reduce* reduce) noexcept
{
    if (reduce == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        ScanDesc scanDesc;
        scanDesc.type = desc.type;
        scanDesc.op = desc.op;
        const Status checked = checkScanDesc(scanDesc, capabilities);
        if (checked != Status::Success)
            return checked;
        if (desc.withIndex && desc.op != Op::Min && desc.op != Op::Max)
            return Status::IndexNeedsMinOrMax;
        if (desc.method < ReduceMethod::Auto || desc.method > ReduceMethod::Decomposed)
            return Status::MethodInvalid;
        *model = {scanDesc, tuning, capabilities};
        model->withIndex = desc.withIndex;
        model->method = desc.method;
        return desc.withIndex && reducesByTree(*model) ? Status::MethodTellsNoIndex : Status::Success;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, usesReduceStage, pipelines);
    };
    return createOperation(context, prepare, compile, &reduce->m_impl);
}

Reduce::Reduce(Reduce&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Reduce& Reduce::operator=(Reduce&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Reduce::~Reduce()
{
    delete m_impl;
}

Status Reduce::create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), reduce);
}

VkDeviceSize Reduce::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? reduceScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Reduce::maxCount() const noexcept
{
    return m_impl != nullptr ? maxReduceCount(m_impl->model) : 0;
}

KernelList Reduce::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Reduce::plan(const ReduceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planReduce);
}

Status Reduce::record(VkCommandBuffer commandBuffer, const ReduceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planReduce);
}

} // namespace vkscan
