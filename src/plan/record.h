#ifndef VKSCAN_PLAN_RECORD_H
#define VKSCAN_PLAN_RECORD_H

#include "device/functions.h"
#include "plan/pipelines.h"
#include "plan/plan.h"

namespace vkscan {

struct Recording {
    const Pipelines* pipelines = nullptr;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    // Bound as set 0: a set or, where writeCount is not 0, pushed descriptors.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;
    const VkWriteDescriptorSet* writes = nullptr;
    uint32_t writeCount = 0;
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// Turns a plan into commands: the only code that calls vkCmd*.
void recordPlan(const DeviceFunctions& vk, const Recording& recording, const Plan& plan,
                VkCommandBuffer commandBuffer) noexcept;

} // namespace vkscan

#endif
