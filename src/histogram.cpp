#include "histogram_impl.h"

#include "histogram_plan.h"

#include <utility>

namespace vkscan {

Status Histogram::Impl::createTuned(const Context& context, const HistogramDesc& desc, const Tuning& tuning,
                                    Histogram* histogram) noexcept
{
    if (histogram == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkHistogramDesc(desc);
        if (checked == Status::Success)
            *model = histogramModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        SpecConstants constants;
        constants[abi::kIdWorkgroupSize] = tuning.histogram.workgroupSize;
        constants[abi::kIdRows] = tuning.histogram.rows;
        constants[abi::kIdSharedCounts] = sharedCounts(model);
        Status created = Status::Success;
        for (const Stage stage : {Stage::HistogramClear, Stage::Histogram})
            if (created == Status::Success)
                created = pipelines->add(owner, stage, kernelCode(stage, model.desc.type, KernelForm::Elements),
                                         constants, owner.pipelineLayout);
        return created;
    };
    return createOperation(context, prepare, compile, &histogram->m_impl);
}

Histogram::Histogram(Histogram&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Histogram& Histogram::operator=(Histogram&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Histogram::~Histogram()
{
    delete m_impl;
}

Status Histogram::create(const Context& context, const HistogramDesc& desc, Histogram* histogram) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), histogram);
}

uint64_t Histogram::maxCount() const noexcept
{
    return m_impl != nullptr ? maxHistogramCount(m_impl->model) : 0;
}

KernelList Histogram::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Histogram::plan(const HistogramArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planHistogram);
}

Status Histogram::record(VkCommandBuffer commandBuffer, const HistogramArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planHistogram);
}

} // namespace vkscan
