#include "scan_impl.h"

#include "scan_pipeline.h"
#include "scan_plan.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

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
    const Status created = createScanPipelines(*impl->context, impl->model, operatorCode, usesStage, &impl->pipelines);
    if (created != Status::Success)
        return created;

    delete std::exchange(scan->m_impl, impl.release());
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

Status Scan::record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planScan);
}

} // namespace vkscan
