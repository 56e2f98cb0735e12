#include "difference_impl.h"

#include "difference_plan.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Status Difference::Impl::createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                                     Difference* difference) noexcept
{
    if (difference == nullptr)
        return Status::OutputPointerNull;
    if (context.impl() == nullptr)
        return Status::ContextInvalid;
    const Status checked = checkDifferenceDesc(desc, context.impl()->capabilities);
    if (checked != Status::Success)
        return checked;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return Status::OutOfHostMemory;
    impl->context = context.impl();
    impl->model = differenceModel(desc.type, tuning, context.impl()->capabilities);
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = tuning.difference.workgroupSize;
    constants[abi::kIdRows] = tuning.difference.rows;
    constants[abi::kIdOperator] = abi::kOpAdd; // whose identity is 0
    constants[abi::kIdOrder] = desc.order;
    constants[abi::kIdTupleSize] = desc.tupleSize;
    const Status created =
        createPipeline(*impl->context, kernelCode(Stage::Difference, desc.type, KernelForm::Elements), constants,
                       impl->context->pipelineLayout, &impl->pipelines.items[static_cast<uint32_t>(Stage::Difference)]);
    if (created != Status::Success)
        return created;

    delete std::exchange(difference->m_impl, impl.release());
    return Status::Success;
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

Status Difference::record(VkCommandBuffer commandBuffer, const DifferenceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planDifference);
}

} // namespace vkscan
