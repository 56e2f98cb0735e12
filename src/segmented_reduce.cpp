#include "segmented_reduce_impl.h"

#include "scan_pipeline.h"
#include "segmented_reduce_plan.h"

#include <utility>

namespace vkscan {

Status SegmentedReduce::Impl::createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning,
                                          uint32_t operatorCode, SegmentedReduce* reduce) noexcept
{
    if (reduce == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkSegmentedReduceDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = segmentedReduceModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, usesStage, pipelines);
    };
    return createOperation(context, prepare, compile, &reduce->m_impl);
}

SegmentedReduce::SegmentedReduce(SegmentedReduce&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

SegmentedReduce& SegmentedReduce::operator=(SegmentedReduce&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

SegmentedReduce::~SegmentedReduce()
{
    delete m_impl;
}

Status SegmentedReduce::create(const Context& context, const SegmentedReduceDesc& desc,
                               SegmentedReduce* reduce) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), reduce);
}

VkDeviceSize SegmentedReduce::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? scanScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t SegmentedReduce::maxCount() const noexcept
{
    return m_impl != nullptr ? maxScanCount(m_impl->model) : 0;
}

Strategy SegmentedReduce::strategyFor(uint64_t count) const noexcept
{
    return count <= maxCount() && m_impl != nullptr ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

KernelList SegmentedReduce::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status SegmentedReduce::plan(const SegmentedReduceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSegmentedReduce);
}

Status SegmentedReduce::record(VkCommandBuffer commandBuffer, const SegmentedReduceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedReduce);
}

} // namespace vkscan
