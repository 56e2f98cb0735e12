// The base of all implementations: context, kernels, planning and recording.
#ifndef VKSCAN_PLAN_OPERATION_H
#define VKSCAN_PLAN_OPERATION_H

#include "device/context_impl.h"
#include "plan/pipelines.h"

#include <vkscan/operation.h>
#include <vkscan/status.h>

#include <memory>
#include <utility>

namespace vkscan {

// The images of set 0: a set to bind; if writeCount is not 0, descriptors to push; or if offsetCount is not 0, bytes
// from the beginning of the resource heap to each binding's descriptor, which follow the push constants.
struct Descriptors {
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkWriteDescriptorSet* writes = nullptr;
    uint32_t writeCount = 0;
    const uint32_t* heapOffsets = nullptr;
    uint32_t offsetCount = 0;
};

struct Recording {
    const Pipelines* pipelines = nullptr;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    const Descriptors* descriptors = nullptr; // indexed by Step::set; null: no images
    bool barrierBefore = false;
    bool barrierAfter = false;
    IndirectDispatch groups = {}; // of sized steps
};

// Turns a plan into commands: the only code that calls vkCmd*.
void recordPlan(const DeviceFunctions& vk, const Recording& recording, const Plan& plan,
                VkCommandBuffer commandBuffer) noexcept;

struct Operation::Impl {
    SharedContext context;
    Pipelines pipelines;

    explicit Impl(const Context::Impl& owner) noexcept : context(&owner) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    virtual ~Impl() { pipelines.release(*context); }

    // Replaces the implementation of an operation.
    static void give(std::unique_ptr<Impl> impl, Operation* operation) noexcept
    {
        delete std::exchange(operation->m_impl, impl.release());
    }
};

// Arguments of operations whose steps can be sized on the device.
template <class Args>
concept HasGroups = requires(const Args& args)
{
    args.groups;
};

// Plans for an operation's public method. A null operation was never created.
template <class Impl, class Model, class Args>
Status planOperation(const Impl* operation, const Args& args, DispatchList* list,
                     Status (*plan)(const Model&, const Args&, Plan*) noexcept) noexcept
{
    if (operation == nullptr)
        return {Argument::Operation, Rule::NotCreated};
    if (list == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    Plan steps;
    const Status planned = plan(operation->model, args, &steps);
    if (planned == Status::Success)
        publish(steps, HasGroups<Args>, list);
    return planned;
}

[[nodiscard]] inline Status checkRecording(const Operation::Impl* operation, VkCommandBuffer commandBuffer) noexcept
{
    if (operation == nullptr)
        return {Argument::Operation, Rule::NotCreated};
    if (operation->context->plansOnly)
        return {Argument::Pipelines, Rule::Missing};
    return commandBuffer == VK_NULL_HANDLE ? Status(Argument::CommandBuffer, Rule::Null) : Status::Success;
}

// Records the plan that `plan` makes of the arguments; nothing if it refuses them.
template <class Impl, class Model, class Args>
Status recordOperation(const Impl& operation, VkCommandBuffer commandBuffer, const Args& args,
                       Status (*plan)(const Model&, const Args&, Plan*) noexcept, Recording recording) noexcept
{
    Plan steps;
    const Status planned = plan(operation.model, args, &steps);
    if (planned != Status::Success)
        return planned;
    recording.pipelines = &operation.pipelines;
    recording.barrierBefore = args.barrierBefore;
    recording.barrierAfter = args.barrierAfter;
    if constexpr (HasGroups<Args>)
        recording.groups = args.groups;
    recordPlan(operation.context->vk, recording, steps, commandBuffer);
    return Status::Success;
}

} // namespace vkscan

#endif
