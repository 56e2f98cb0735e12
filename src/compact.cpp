#include "compact_impl.h"

#include "compact_plan.h"
#include "scan_pipeline.h"

#include <utility>

namespace vkscan {

Status compactModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                    ScanModel* model) noexcept
{
    return predicateModel(desc, 1, tuning, capabilities, model);
}

Status planCompact(const ScanModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(model, args.operand);
    return checked == Status::Success ? planSelection(model, selectionArgsOf(args), plan) : checked;
}

Status Compact::Impl::createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning,
                                  Compact* compact) noexcept
{
    if (compact == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return compactModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, abi::kOpAdd, usesSelectionStage, pipelines);
    };
    return createOperation(context, prepare, compile, &compact->m_impl);
}

Compact::Compact(Compact&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Compact& Compact::operator=(Compact&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Compact::~Compact()
{
    delete m_impl;
}

Status Compact::create(const Context& context, const CompactDesc& desc, Compact* compact) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), compact);
}

VkDeviceSize Compact::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? selectionScratchSize(m_impl->model, maxCount) : 0;
}

uint64_t Compact::maxCount() const noexcept
{
    return m_impl != nullptr ? maxSelectionCount(m_impl->model) : 0;
}

Strategy Compact::strategyFor(uint64_t count) const noexcept
{
    return m_impl != nullptr && count <= maxCount() ? strategyOf(chooseStage(m_impl->model, count)) : Strategy::Auto;
}

KernelList Compact::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Compact::plan(const CompactArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planCompact);
}

Status Compact::record(VkCommandBuffer commandBuffer, const CompactArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planCompact);
}

} // namespace vkscan
