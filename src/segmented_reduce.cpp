#include "segmented_reduce_impl.h"

#include "scan_pipeline.h"
#include "segmented_reduce_plan.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Status SegmentedReduce::Impl::createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning,
                                          uint32_t operatorCode, SegmentedReduce* reduce) noexcept
{
    if (reduce == nullptr)
        return Status::OutputPointerNull;
    if (context.impl() == nullptr)
        return Status::ContextInvalid;
    const Status checked = checkSegmentedReduceDesc(desc, context.impl()->capabilities);
    if (checked != Status::Success)
        return checked;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return Status::OutOfHostMemory;
    impl->context = context.impl();
    impl->model = segmentedReduceModel(desc, tuning, context.impl()->capabilities);
    const Status created = createScanPipelines(*impl->context, impl->model, operatorCode, usesStage, &impl->pipelines);
    if (created != Status::Success)
        return created;

    delete std::exchange(reduce->m_impl, impl.release());
    return Status::Success;
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

Status SegmentedReduce::record(VkCommandBuffer commandBuffer, const SegmentedReduceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedReduce);
}

} // namespace vkscan
