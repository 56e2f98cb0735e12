#ifndef VKSCAN_RECORD_H
#define VKSCAN_RECORD_H

#include "context_impl.h"
#include "plan.h"

namespace vkscan {

// Turns a plan into commands: the only code that calls vkCmd*. `pipelines` is indexed by Stage.
void recordPlan(const Context::Impl& context, const VkPipeline* pipelines, const Plan& plan, bool barrierBefore,
                bool barrierAfter, VkCommandBuffer commandBuffer) noexcept;

} // namespace vkscan

#endif
