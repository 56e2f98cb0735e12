#include "operation.h"

#include "scan_strategy.h"

namespace vkscan {

Operation::Operation(Operation&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Operation& Operation::operator=(Operation&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Operation::~Operation()
{
    delete m_impl;
}

KernelList Operation::kernels() const noexcept
{
    return m_impl != nullptr ? KernelList{m_impl->pipelines.kernels, m_impl->pipelines.kernelCount} : KernelList{};
}

VkDeviceSize ArrayOperation::scratchSize(uint64_t maxCount) const noexcept
{
    const auto* impl = static_cast<const ArrayImpl*>(m_impl);
    return impl != nullptr && impl->rules->scratchSize != nullptr ? impl->rules->scratchSize(impl->model, maxCount) : 0;
}

uint64_t ArrayOperation::maxCount() const noexcept
{
    const auto* impl = static_cast<const ArrayImpl*>(m_impl);
    return impl != nullptr ? impl->rules->maxCount(impl->model) : 0;
}

Strategy ArrayOperation::strategyFor(uint64_t count) const noexcept
{
    const auto* impl = static_cast<const ArrayImpl*>(m_impl);
    return impl != nullptr && impl->rules->hasStrategies && count <= maxCount()
               ? infoOf(chooseStage(impl->model, count)).strategy
               : Strategy::Auto;
}

} // namespace vkscan
