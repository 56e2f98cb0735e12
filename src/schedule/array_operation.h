// Creation, planning and recording of operations on arrays.
#ifndef VKSCAN_SCHEDULE_ARRAY_OPERATION_H
#define VKSCAN_SCHEDULE_ARRAY_OPERATION_H

#include "plan/images.h"
#include "plan/operation.h"
#include "schedule/schedule.h"

#include <vkscan/custom.h>

#include <concepts>
#include <new>
#include <type_traits>

namespace vkscan {

// Names, operator and modules of an operation's kernels.
struct OperationKernels {
    const char* name;
    const char* type;      // the description's, for labels; null: it has no type
    const char* op;        // the description's, for labels; null: it has no operator
    uint32_t operatorCode; // an Op, or a code beyond
    KernelFamilies families;
    CustomKernels custom = {};   // a user's kernels, which replace the library's
    KernelFamilies further = {}; // those of a library beside this one
};

// The implementation of an operation on arrays.
struct ArrayImpl : Operation::Impl {
    using Impl::Impl;

    [[nodiscard]] virtual const Schedule& schedule() const noexcept = 0;
    [[nodiscard]] virtual VkDeviceSize scratchBytes(uint64_t maxCount) const noexcept = 0;

    // Compiles the schedule's stages, with the layouts of their images.
    [[nodiscard]] Status compile(const OperationKernels& kernels, const ImageLayouts& images = {}) noexcept;
};

// An implementation with the operation's model: a Schedule, or a class derived from it.
template <class Model>
struct ModelImpl : ArrayImpl {
    Model model;

    ModelImpl(const Context::Impl& owner, const Model& made) noexcept : ArrayImpl(owner), model(made) {}

    [[nodiscard]] const Schedule& schedule() const noexcept override { return model; }
    [[nodiscard]] VkDeviceSize scratchBytes(uint64_t maxCount) const noexcept override
    {
        return scratchSize(model, maxCount);
    }
};

// An implementation whose input may be an image: Model::imageFormat is its format, or undefined for an array.
template <class Model>
struct ImageImpl final : ModelImpl<Model> {
    ImageLayouts images;

    using ModelImpl<Model>::ModelImpl;
    ~ImageImpl() override
    {
        this->pipelines.release(*this->context);
        images.destroy(*this->context);
    }

    [[nodiscard]] Status compile(const OperationKernels& kernels) noexcept
    {
        const VkFormat format = this->model.imageFormat;
        const bool hasImage = format != VK_FORMAT_UNDEFINED;
        if (hasImage && !isSampled(*this->context, format))
            return {Argument::InputFormat, Rule::Unsupported};
        const Status created = images.create(*this->context, {{hasImage ? Resource::SampledImage : Resource::Buffer}});
        return created == Status::Success ? ArrayImpl::compile(kernels, images) : created;
    }
};

// Creates an implementation with the model that makeModel makes of the description. On success, replaces the
// operation's implementation.
template <class Model, class Impl = ModelImpl<Model>, class Desc, class AnyTuning>
Status createOperation(const Context& context, const Desc& desc, const AnyTuning& tuning,
                       const OperationKernels& kernels, ArrayOperation* operation) noexcept
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

// A description with a strategy, which the library would not choose. For tests and benchmarks.
template <class Desc>
struct Forced : Desc {
    Strategy strategy = Strategy::Auto;
};

// The tuning, with the description's strategy if it has one.
template <class Desc>
[[nodiscard]] Tuning tuningOf(const Desc& desc, Tuning tuning) noexcept
{
    if constexpr (requires { desc.strategy; })
        tuning.strategy = desc.strategy;
    return tuning;
}

// The strategy for `count` elements; Auto if there are too many, or a single strategy. For tests and benchmarks.
[[nodiscard]] Strategy strategyFor(const ArrayImpl& impl, uint64_t count) noexcept;

// Creation with any tuning and any operator code, and the listed arguments: for tests and the benchmark's search.
template <class Desc, class Args>
struct ArrayOperationOf<Desc, Args>::Tuned {
    static Status create(const Context& context, const Desc& desc, const Tuning& tuning, const uint32_t* operatorCode,
                         ArrayOperationOf* operation) noexcept;
    // Names and modules of the library's kernels.
    static OperationKernels kernels(const Desc& desc) noexcept;
    // Lists the arguments of a call.
    static void listArguments(const ArrayOperationOf& operation, const Args& args, BufferList* list) noexcept;
    static Strategy strategyFor(const ArrayOperationOf& operation, uint64_t count) noexcept
    {
        return operation.m_impl != nullptr
                   ? vkscan::strategyFor(static_cast<const ArrayImpl&>(*operation.m_impl), count)
                   : Strategy::Auto;
    }
};

// Descriptions for createTuned: the operation's, alone or with a strategy.
template <class Given, class Desc>
concept TunedDesc = std::same_as<Given, Desc> || std::same_as<Given, Forced<Desc>>;

template <class Desc, class Args, TunedDesc<Desc> Given = Desc>
Status createTuned(const Context& context, const Given& desc, const Tuning& tuning,
                   ArrayOperationOf<Desc, Args>* operation) noexcept
{
    return ArrayOperationOf<Desc, Args>::Tuned::create(context, desc, tuningOf(desc, tuning), nullptr, operation);
}

template <class Desc, class Args, TunedDesc<Desc> Given = Desc>
Status createTuned(const Context& context, const Given& desc, const Tuning& tuning, uint32_t operatorCode,
                   ArrayOperationOf<Desc, Args>* operation) noexcept
{
    return ArrayOperationOf<Desc, Args>::Tuned::create(context, desc, tuningOf(desc, tuning), &operatorCode, operation);
}

template <class Desc, class Args>
Status createForced(const Context& context, const Forced<Desc>& desc, ArrayOperationOf<Desc, Args>* operation) noexcept
{
    return createTuned(context, desc, tuningFor(context), operation);
}

template <class Desc, class Args>
[[nodiscard]] Strategy strategyFor(const ArrayOperationOf<Desc, Args>& operation, uint64_t count) noexcept
{
    return ArrayOperationOf<Desc, Args>::Tuned::strategyFor(operation, count);
}

template <class Desc, class Model>
[[nodiscard]] Status makeModel(const Forced<Desc>& desc, const Tuning& tuning, const Capabilities& capabilities,
                               Model* model) noexcept
{
    return makeModel(static_cast<const Desc&>(desc), tuningOf(desc, tuning), capabilities, model);
}

} // namespace vkscan

#endif
