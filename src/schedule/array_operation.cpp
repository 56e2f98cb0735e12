#include "schedule/array_operation.h"

namespace vkscan {

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
