#include "segmented_impl.h"

#include "scan_pipeline.h"
#include "segmented_plan.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Status SegmentedScan::Impl::createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                                        uint32_t operatorCode, SegmentedScan* scan) noexcept
{
    if (scan == nullptr)
        return Status::OutputPointerNull;
    if (context.impl() == nullptr)
        return Status::ContextInvalid;
    const Status checked = checkSegmentedScanDesc(desc, context.impl()->capabilities);
    if (checked != Status::Success)
        return checked;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return Status::OutOfHostMemory;
    impl->context = context.impl();
    impl->model = segmentedModel(desc, tuning, context.impl()->capabilities);
    const Status created = createScanPipelines(*impl->context, impl->model, operatorCode, usesStage, &impl->pipelines);
    if (created != Status::Success)
        return created;

    delete std::exchange(scan->m_impl, impl.release());
    return Status::Success;
}

SegmentedScan::SegmentedScan(SegmentedScan&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

SegmentedScan& SegmentedScan::operator=(SegmentedScan&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

SegmentedScan::~SegmentedScan()
{
    delete m_impl;
}

Status SegmentedScan::create(const Context& context, const SegmentedScanDesc& desc, SegmentedScan* scan) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
}

VkDeviceSize SegmentedScan::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? scanScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t SegmentedScan::maxCount() const noexcept
{
    return m_impl != nullptr ? maxScanCount(m_impl->model) : 0;
}

Strategy SegmentedScan::strategyFor(uint64_t count) const noexcept
{
    return count <= maxCount() && m_impl != nullptr ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

Status SegmentedScan::record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedScan);
}

} // namespace vkscan
