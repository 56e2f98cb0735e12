#include "plan/operation.h"

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

} // namespace vkscan
