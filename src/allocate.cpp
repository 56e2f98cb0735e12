#include "allocate_impl.h"

#include "allocate_plan.h"
#include "scan_pipeline.h"

#include <utility>

namespace vkscan {

Status Allocate::Impl::createTuned(const Context& context, const AllocateDesc& desc, const Tuning& tuning,
                                   Allocate* allocate) noexcept
{
    if (allocate == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkAllocateDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = allocateModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, abi::kOpAddSaturated, usesStage, pipelines);
    };
    return createOperation(context, prepare, compile, &allocate->m_impl);
}

Allocate::Allocate(Allocate&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Allocate& Allocate::operator=(Allocate&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Allocate::~Allocate()
{
    delete m_impl;
}

Status Allocate::create(const Context& context, const AllocateDesc& desc, Allocate* allocate) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), allocate);
}

VkDeviceSize Allocate::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? scanScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Allocate::maxCount() const noexcept
{
    return m_impl != nullptr ? maxScanCount(m_impl->model) : 0;
}

Strategy Allocate::strategyFor(uint64_t count) const noexcept
{
    return count <= maxCount() && m_impl != nullptr ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

KernelList Allocate::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Allocate::plan(const AllocateArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planAllocate);
}

Status Allocate::record(VkCommandBuffer commandBuffer, const AllocateArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planAllocate);
}

} // namespace vkscan
