#include "difference_impl.h"

#include "difference_plan.h"

#include <utility>

namespace vkscan {

Status Difference::Impl::createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                                     Difference* difference) noexcept
{
    if (difference == nullptr)
        return Status::OutputPointerNull;
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkDifferenceDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = differenceModel(desc.type, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        SpecConstants constants;
        constants[abi::kIdWorkgroupSize] = tuning.difference.workgroupSize;
        constants[abi::kIdRows] = tuning.difference.rows;
        constants[abi::kIdOperator] = abi::kOpAdd; // whose identity is 0
        constants[abi::kIdOrder] = desc.order;
        constants[abi::kIdTupleSize] = desc.tupleSize;
        return pipelines->add(owner, Stage::Difference,
                              kernelCode(Stage::Difference, model.desc.type, KernelForm::Elements), constants,
                              owner.pipelineLayout);
    };
    return createOperation(context, prepare, compile, &difference->m_impl);
}

Difference::Difference(Difference&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Difference& Difference::operator=(Difference&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Difference::~Difference()
{
    delete m_impl;
}

Status Difference::create(const Context& context, const DifferenceDesc& desc, Difference* difference) noexcept
{
    return Impl::createTuned(context, desc, tuningFor(context), difference);
}

uint64_t Difference::maxCount() const noexcept
{
    return m_impl != nullptr ? maxDifferenceCount(m_impl->model) : 0;
}

KernelList Difference::kernels() const noexcept
{
    return kernelsOf(m_impl);
}

Status Difference::plan(const DifferenceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planDifference);
}

Status Difference::record(VkCommandBuffer commandBuffer, const DifferenceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planDifference);
}

} // namespace vkscan
