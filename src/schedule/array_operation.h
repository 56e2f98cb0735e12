// Creation, planning and recording of operations on arrays.
#ifndef VKSCAN_SCHEDULE_ARRAY_OPERATION_H
#define VKSCAN_SCHEDULE_ARRAY_OPERATION_H

#include "plan/images.h"
#include "plan/operation.h"
#include "schedule/schedule.h"

#include <vkscan/custom.h>

#include <new>
#include <type_traits>

namespace vkscan {

// Names, operator and modules of an operation's kernels.
struct OperationKernels {
    const char* name;
    const char* type;      // the description's, for labels; null: it has none
    const char* op;        // likewise
    uint32_t operatorCode; // a public one's, or one beyond these
    KernelFamilies families;
    CustomKernels custom = {};   // the user's, instead
    KernelFamilies further = {}; // further families, of study
};

// The implementation of an operation on arrays.
struct ArrayImpl : Operation::Impl {
    using Impl::Impl;

    [[nodiscard]] virtual const Schedule& schedule() const noexcept = 0;
    [[nodiscard]] virtual VkDeviceSize scratchBytes(uint64_t maxCount) const noexcept = 0;

    // Compiles the schedule's stages, of kernels with these images.
    [[nodiscard]] Status compile(const OperationKernels& kernels, const ImageLayouts& images = {}) noexcept;
};

// An implementation with the operation's model: a Schedule, or a class derived from it.
template <class Model>
struct ModelImpl : ArrayImpl {
    Model model;

    ModelImpl(const Context::Impl& owner, const Model& its) noexcept : ArrayImpl(owner), model(its) {}

    [[nodiscard]] const Schedule& schedule() const noexcept override { return model; }
    [[nodiscard]] VkDeviceSize scratchBytes(uint64_t maxCount) const noexcept override
    {
        return scratchSize(model, maxCount);
    }
};

// Creates what is behind an operation's pointer, and replaces that on success, with the model that makeModel makes of
// the description.
template <class Model, class Impl = ModelImpl<Model>, class Desc>
Status createOperation(const Context& context, const Desc& desc, const Tuning& tuning, const OperationKernels& kernels,
                       ArrayOperation* operation) noexcept
{
    if (operation == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (context.impl() == nullptr)
        return {Argument::Context, Rule::NotCreated};
    Model model;
    const Status made = makeModel(desc, tuning, context.impl()->capabilities, &model);
    if (made != Status::Success)
        return made;
    std::unique_ptr<Impl> created(new (std::nothrow) Impl(*context.impl(), model));
    if (created == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    const Status compiled = created->compile(kernels);
    if (compiled == Status::Success)
        Operation::Impl::give(std::move(created), operation);
    return compiled;
}

// Creation with a tuning of one's own, and an operator beyond the public ones, and the arguments as they are listed:
// for tests and the benchmark's search.
template <class Desc, class Args>
struct ArrayOperationOf<Desc, Args>::Tuned {
    static Status create(const Context& context, const Desc& desc, const Tuning& tuning, const uint32_t* operatorCode,
                         ArrayOperationOf* operation) noexcept;
    // Lists the arguments of a call.
    static void listArguments(const ArrayOperationOf& operation, const Args& args, BufferList* list) noexcept;
};

template <class Desc, class Args>
Status createTuned(const Context& context, const std::type_identity_t<Desc>& desc, const Tuning& tuning,
                   ArrayOperationOf<Desc, Args>* operation) noexcept
{
    return ArrayOperationOf<Desc, Args>::Tuned::create(context, desc, tuning, nullptr, operation);
}

template <class Desc, class Args>
Status createTuned(const Context& context, const std::type_identity_t<Desc>& desc, const Tuning& tuning,
                   uint32_t operatorCode, ArrayOperationOf<Desc, Args>* operation) noexcept
{
    return ArrayOperationOf<Desc, Args>::Tuned::create(context, desc, tuning, &operatorCode, operation);
}

} // namespace vkscan

#endif
