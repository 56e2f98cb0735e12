// What all operations have in common behind their pointers, and how they plan and record.
#ifndef VKSCAN_PLAN_OPERATION_H
#define VKSCAN_PLAN_OPERATION_H

#include "device/context_impl.h"
#include "plan/pipelines.h"
#include "plan/record.h"

#include <vkscan/operation.h>
#include <vkscan/status.h>

#include <memory>
#include <utility>

namespace vkscan {

struct Operation::Impl {
    SharedContext context;
    Pipelines pipelines;

    explicit Impl(const Context::Impl& owner) noexcept : context(&owner) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    virtual ~Impl() { pipelines.release(*context); }

    // Replaces what is behind the operation's pointer.
    static void give(std::unique_ptr<Impl> impl, Operation* operation) noexcept
    {
        delete std::exchange(operation->m_impl, impl.release());
    }
};

// What an operation's methods come to. A null operation was never created.
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
        publish(steps, operation->pipelines, list);
    return planned;
}

} // namespace vkscan

#endif
