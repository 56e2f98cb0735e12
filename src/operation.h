// What all operations but tables have in common behind their pointers.
#ifndef VKSCAN_OPERATION_H
#define VKSCAN_OPERATION_H

#include "context_impl.h"
#include "pipeline.h"
#include "record.h"
#include "scan_model.h"

#include <vkscan/status.h>

#include <cstdio>
#include <memory>
#include <new>
#include <utility>

namespace vkscan {

struct Operation {
    const Context::Impl* context = nullptr;
    ScanModel model;
    Pipelines pipelines;

    Operation() = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    ~Operation() { pipelines.destroy(*context); }
};

// Creates what is behind an object's pointer, and replaces that on success: with the model that `prepare`, given the
// capabilities, makes of a description which it accepts, and the pipelines that `compile` makes of the model.
template <class Impl, class Prepare, class Compile>
Status createOperation(const Context& context, const Prepare& prepare, const Compile& compile, Impl** impl) noexcept
{
    if (context.impl() == nullptr)
        return Status::ContextInvalid;
    ScanModel model;
    const Status prepared = prepare(context.impl()->capabilities, &model);
    if (prepared != Status::Success)
        return prepared;
    std::unique_ptr<Impl> created(new (std::nothrow) Impl);
    if (created == nullptr)
        return Status::OutOfHostMemory;
    created->context = context.impl();
    created->model = model;
    std::snprintf(created->pipelines.operation, sizeof(created->pipelines.operation), "%s %s %s", Impl::kName,
                  toString(model.desc.type), toString(model.desc.op));
    const Status compiled = compile(*context.impl(), model, &created->pipelines);
    if (compiled == Status::Success)
        delete std::exchange(*impl, created.release());
    return compiled;
}

// What an operation's methods for hosts that record by themselves come to. A null operation was never created.
template <class Impl>
KernelList kernelsOf(const Impl* operation) noexcept
{
    return operation != nullptr ? KernelList{operation->pipelines.kernels, operation->pipelines.kernelCount}
                                : KernelList{};
}

template <class Impl, class Model, class Args>
Status planOperation(const Impl* operation, const Args& args, DispatchList* list,
                     Status (*plan)(const Model&, const Args&, Plan*) noexcept) noexcept
{
    if (operation == nullptr)
        return Status::OperationInvalid;
    if (list == nullptr)
        return Status::OutputPointerNull;
    Plan steps;
    const Status planned = plan(operation->model, args, &steps);
    if (planned == Status::Success)
        publish(steps, operation->pipelines, list);
    return planned;
}

// Records what `plan` makes of the arguments, or nothing if it refuses them.
template <class Args>
Status recordOperation(const Operation* operation, VkCommandBuffer commandBuffer, const Args& args,
                       Status (*plan)(const ScanModel&, const Args&, Plan*) noexcept) noexcept
{
    if (operation == nullptr)
        return Status::OperationInvalid;
    if (operation->context->plansOnly)
        return Status::PipelinesNotCompiled;
    if (commandBuffer == VK_NULL_HANDLE)
        return Status::CommandBufferNull;
    Plan steps;
    const Status planned = plan(operation->model, args, &steps);
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
