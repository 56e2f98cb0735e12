// What operations on arrays have in common.
#ifndef VKSCAN_SCHEDULE_ARRAY_OPERATION_H
#define VKSCAN_SCHEDULE_ARRAY_OPERATION_H

#include "plan/operation.h"
#include "schedule/schedule.h"

#include <cstdio>
#include <new>

namespace vkscan {

// What tells operations on arrays apart, but for their plans.
struct ArrayRules {
    const char* name;
    uint64_t (*maxCount)(const Schedule&) noexcept;
    VkDeviceSize (*scratchSize)(const Schedule&, uint64_t maxCount) noexcept; // null: they take none
    bool hasStrategies;
};

struct ArrayImpl : Operation::Impl {
    const ArrayRules* rules;
    Schedule model;

    ArrayImpl(const Context::Impl& owner, const ArrayRules& its, const ScanModel& of) noexcept
        : Impl(owner),
          rules(&its),
          model(of)
    {
    }
};

// Creates what is behind an operation's pointer, and replaces that on success: with the model that `prepare`, given the
// capabilities, makes of a description which it accepts, and the pipelines that `compile` makes of the model. maxCount
// is the description's.
template <class Prepare, class Compile>
Status createOperation(const Context& context, const ArrayRules& rules, uint64_t maxCount, const Prepare& prepare,
                       const Compile& compile, ArrayOperation* operation) noexcept
{
    if (operation == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    ScanModel model;
    const Status prepared = prepare(context.impl()->capabilities, &model);
    if (prepared != Status::Success)
        return prepared;
    model.desc.maxCount = maxCount;
    std::unique_ptr<ArrayImpl> created(new (std::nothrow) ArrayImpl(*context.impl(), rules, model));
    if (created == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    std::snprintf(created->pipelines.operation, sizeof(created->pipelines.operation), "%s %s %s", rules.name,
                  toString(model.desc.type), toString(model.desc.op));
    const Status compiled = compile(*context.impl(), created->model, &created->pipelines);
    if (compiled == Status::Success)
        Operation::Impl::give(std::move(created), operation);
    return compiled;
}

// What the methods come to. A null operation was never created.
template <class Args>
Status planOperation(const Operation::Impl* operation, const Args& args, DispatchList* list,
                     Status (*plan)(const Schedule&, const Args&, Plan*) noexcept) noexcept
{
    return planOperation(static_cast<const ArrayImpl*>(operation), args, list, plan);
}

// Records what `plan` makes of the arguments, or nothing if it refuses them.
template <class Args>
Status recordOperation(const Operation::Impl* operation, VkCommandBuffer commandBuffer, const Args& args,
                       Status (*plan)(const Schedule&, const Args&, Plan*) noexcept) noexcept
{
    if (operation == nullptr)
        return {Argument::Operation, Rule::NotCreated};
    if (operation->context->plansOnly)
        return {Argument::Pipelines, Rule::Missing};
    if (commandBuffer == VK_NULL_HANDLE)
        return {Argument::CommandBuffer, Rule::Null};
    Plan steps;
    const Status planned = plan(static_cast<const ArrayImpl*>(operation)->model, args, &steps);
    if (planned == Status::Success)
        recordPlan(operation->context->vk,
                   {.pipelines = &operation->pipelines,
                    .layout = operation->context->pipelineLayout,
                    .barrierBefore = args.barrierBefore,
                    .barrierAfter = args.barrierAfter},
                   steps, commandBuffer);
    return planned;
}

} // namespace vkscan

#endif
