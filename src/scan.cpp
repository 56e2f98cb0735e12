#include "scan_impl.h"

#include "scan_pipeline.h"
#include "scan_plan.h"

#include <utility>

namespace vkscan {

Status Scan::Impl::createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                               uint32_t operatorCode, Scan* scan) noexcept
{
    if (scan == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkScanDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = {desc, tuning, capabilities};
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, usesStage, pipelines);
    };
    return createOperation(context, prepare, compile, &scan->m_impl);
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
    return Impl::createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
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
    return count <= maxCount() && m_impl != nullptr ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

KernelList Scan::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Scan::plan(const ScanArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planScan);
}

Status Scan::record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planScan);
}

} // namespace vkscan
