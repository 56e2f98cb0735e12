// The records of operations on arrays, and the definitions of their classes. Only included by the operations' sources.
#ifndef VKSCAN_SCHEDULE_RECORD_H
#define VKSCAN_SCHEDULE_RECORD_H

#include "schedule/array_operation.h"

namespace vkscan {

// The parts that an operation adds to its class, identified by the type of its arguments. Specialised in the
// operation's source, which then instantiates the class:
//
//     kList(const Model&, const Args&, BufferList*)    lists each argument; returns the accesses
//     kPlan(const Model&, const Args&, Plan*)          checks and plans a call
//     kernels(const Desc&)                             names, operator and families of the kernels
//
// A function makeModel checks the description and makes the model. If the arguments have an image, checkImage(const
// Model&, const Args&) checks it.
template <class Args>
struct Record;

template <class Model, class Args>
Model modelOf(Status (*plan)(const Model&, const Args&, Plan*) noexcept);
template <class Args>
using ModelOf = decltype(modelOf(Record<Args>::kPlan));

template <class Args>
concept HasImage = requires(const Args& args)
{
    args.image;
};
template <class Args>
using ImplOf = std::conditional_t<HasImage<Args>, ImageImpl<ModelOf<Args>>, ModelImpl<ModelOf<Args>>>;

template <class Desc, class Args>
Status ArrayOperationOf<Desc, Args>::Tuned::create(const Context& context, const Desc& desc, const Tuning& tuning,
                                                   const uint32_t* operatorCode, ArrayOperationOf* operation) noexcept
{
    OperationKernels named = kernels(desc);
    if (operatorCode != nullptr)
        named.operatorCode = *operatorCode;
    return createOperation<ModelOf<Args>, ImplOf<Args>>(context, desc, tuning, named, operation);
}

template <class Desc, class Args>
OperationKernels ArrayOperationOf<Desc, Args>::Tuned::kernels(const Desc& desc) noexcept
{
    return Record<Args>::kernels(desc);
}

template <class Desc, class Args>
void ArrayOperationOf<Desc, Args>::Tuned::listArguments(const ArrayOperationOf& operation, const Args& args,
                                                        BufferList* list) noexcept
{
    Record<Args>::kList(static_cast<const ModelImpl<ModelOf<Args>>*>(operation.m_impl)->model, args, list);
}

template <class Desc, class Args>
Status ArrayOperationOf<Desc, Args>::create(const Context& context, const Desc& desc,
                                            ArrayOperationOf* operation) noexcept
{
    return Tuned::create(context, desc, tuningFor(context), nullptr, operation);
}

template <class Desc, class Args>
Status ArrayOperationOf<Desc, Args>::plan(const Args& args, DispatchList* list) const noexcept
{
    return planOperation(static_cast<const ModelImpl<ModelOf<Args>>*>(m_impl), args, list, Record<Args>::kPlan);
}

template <class Desc, class Args>
Status ArrayOperationOf<Desc, Args>::record(VkCommandBuffer commandBuffer, const Args& args) const noexcept
{
    const Status checked = checkRecording(m_impl, commandBuffer);
    if (checked != Status::Success)
        return checked;
    const auto& impl = static_cast<const ImplOf<Args>&>(*m_impl);
    if constexpr (HasImage<Args>) {
        ImageDescriptors images;
        Descriptors descriptors;
        const Status taken = images.take(impl.model.capabilities, impl.images.bindings, {{Image(args.image)}},
                                         args.descriptorSet, &descriptors);
        return taken == Status::Success
                   ? recordOperation(impl, commandBuffer, args, Record<Args>::kPlan,
                                     {.layout = impl.images.layoutIn(*impl.context), .descriptors = &descriptors})
                   : taken;
    } else {
        return recordOperation(impl, commandBuffer, args, Record<Args>::kPlan,
                               {.layout = m_impl->context->pipelineLayout});
    }
}

// The members of classes whose input may be an image.
template <class Args>
[[nodiscard]] VkDescriptorSetLayout imageLayout(const Operation::Impl* operation) noexcept
{
    const auto* const impl = static_cast<const ImplOf<Args>*>(operation);
    return impl != nullptr ? impl->images.callersLayout(*impl->context) : VK_NULL_HANDLE;
}

template <class Args>
[[nodiscard]] Status writeImage(const Operation::Impl* operation, VkDescriptorSet set, const Args& args) noexcept
{
    const auto* const impl = static_cast<const ImplOf<Args>*>(operation);
    Status status = checkWritingDescriptors(operation, set);
    if (status == Status::Success && !impl->images.bindings.any())
        status = {Argument::DescriptorSet, Rule::Incompatible};
    if (status == Status::Success)
        status = checkImage(impl->model, args);
    if (status == Status::Success)
        writeDescriptors(*impl->context, impl->images.bindings, {{Image(args.image)}}, set);
    return status;
}

} // namespace vkscan

#endif
