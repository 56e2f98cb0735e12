#include "segmented_impl.h"

#include "scan_pipeline.h"
#include "segmented_plan.h"

#include <utility>

namespace vkscan {

Status SegmentedScan::Impl::createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                                        uint32_t operatorCode, SegmentedScan* scan) noexcept
{
    if (scan == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkSegmentedScanDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = segmentedModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, usesStage, pipelines);
    };
    return createOperation(context, prepare, compile, &scan->m_impl);
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

KernelList SegmentedScan::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status SegmentedScan::plan(const SegmentedScanArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSegmentedScan);
}

Status SegmentedScan::record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedScan);
}

} // namespace vkscan
