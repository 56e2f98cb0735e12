// The C interface: each function reads its structures into those of the C++ interface, and calls that. Here is what the
// functions of all operations have in common.
#ifndef VKSCAN_C_API_C_API_H
#define VKSCAN_C_API_C_API_H

#include <vkscan/axes.h>
#include <vkscan/c_api.h>
#include <vkscan/context.h>
#include <vkscan/custom.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/surface.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

struct VkscanContext {
    vkscan::Context context;
};

struct VkscanOperation {
    const char* const itsClass;
    const vkscan::Operation* const operation;
    const vkscan::ArrayOperation* const array; // null of tables

    VkscanOperation(const char* given, const vkscan::Operation& its, const vkscan::ArrayOperation* itsArray) noexcept
        : itsClass(given),
          operation(&its),
          array(itsArray)
    {
    }
    VkscanOperation(const VkscanOperation&) = delete;
    VkscanOperation& operator=(const VkscanOperation&) = delete;
    virtual ~VkscanOperation() = default;
};

struct VkscanPlan {
    vkscan::DispatchList list;
};

namespace vkscan::c_api {

// The class of an operation is identified by the address of its constant.
template <class T>
inline constexpr char kClassOf = 0;

template <class T>
const ArrayOperation* arrayOf(const T& operation) noexcept
{
    if constexpr (std::is_base_of_v<ArrayOperation, T>)
        return &operation;
    else
        return nullptr;
}

// A program links the kernels of the operations alone that it creates: nothing else refers to these classes.
template <class T>
struct Holder final : VkscanOperation {
    T held;

    Holder() noexcept : VkscanOperation(&kClassOf<T>, held, arrayOf(held)) {}
};

template <class T>
const T* as(const VkscanOperation* operation) noexcept
{
    return operation != nullptr && operation->itsClass == &kClassOf<T> ? &static_cast<const Holder<T>*>(operation)->held
                                                                       : nullptr;
}

// Statuses

inline VkscanStatus toC(Status status) noexcept
{
    return static_cast<uint32_t>(status.rule) << 8 | static_cast<uint32_t>(status.argument);
}

inline Status fromC(VkscanStatus status) noexcept
{
    return {static_cast<Argument>(status & 0xff), static_cast<Rule>(status >> 8 & 0xff)};
}

constexpr Status kOutOfMemory = {Argument::None, Rule::OutOfHostMemory};

// Structures, by their size

constexpr uint32_t kMaxStructure = 4096; // bytes: who forgets the size hardly meets a smaller one by chance

// Copies what the caller's structure has of this library's. Refuses one with more in it than this library knows.
template <class T>
Status read(const T* given, T* known) noexcept
{
    if (given == nullptr)
        return {Argument::Structure, Rule::Null};
    *known = {};
    const uint32_t size = given->size;
    if (size < sizeof(size) || size > kMaxStructure)
        return {Argument::Structure, Rule::Invalid};
    const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
    if (size > sizeof(T) && std::any_of(bytes + sizeof(T), bytes + size, [](unsigned char byte) { return byte != 0; }))
        return {Argument::Structure, Rule::Invalid};
    std::memcpy(known, given, std::min<std::size_t>(size, sizeof(T)));
    return Status::Success;
}

// Fills what the caller's structure has of this library's.
template <class T>
void write(T known, T* given) noexcept
{
    known.size = given->size;
    std::memcpy(given, &known, std::min<std::size_t>(given->size, sizeof(T)));
}

// Fields of structures

// The C++ value of a field of C, which may hold any number: those that no enumerator has are refused later. The field
// is copied, since loading a number beyond a C enumeration's range would be undefined. Such a number becomes the last
// one of the range, MAX_ENUM.
template <class T, class C>
T to(const C& field) noexcept
{
    uint32_t number;
    static_assert(std::is_enum_v<C> && std::is_enum_v<T> && sizeof(C) == sizeof(number) && sizeof(T) == sizeof(number));
    std::memcpy(&number, &field, sizeof(number));
    return static_cast<T>(std::min(number, 0x7fffffffu));
}

inline VkImageLayout layoutOf(const VkImageLayout& given) noexcept
{
    const auto layout = to<VkImageLayout>(given);
    return layout == VK_IMAGE_LAYOUT_UNDEFINED ? VK_IMAGE_LAYOUT_GENERAL : layout;
}

inline BufferRange rangeOf(const VkscanBufferRange& range) noexcept
{
    return {range.address, range.size};
}

inline Surface surfaceOf(const VkscanSurface& given) noexcept
{
    Surface surface;
    surface.buffer = rangeOf(given.buffer);
    surface.rowPitch = given.rowPitch;
    surface.view = given.view;
    surface.imageLayout = layoutOf(given.imageLayout);
    surface.usage = given.usage;
    surface.extent = given.extent;
    surface.heapOffset = given.heapOffset;
    return surface;
}

// Whether a scalar is none, or of a type that initial values and operands may have.
inline bool isScalar(const VkscanScalar& scalar) noexcept
{
    const ElementTypeRow* const type = findRow(kElementTypes, to<ElementType>(scalar.type));
    return scalar.hasValue == VK_FALSE || (type != nullptr && type->isScanned);
}

template <class Given>
Status checkScalars(const Given& given) noexcept
{
    if constexpr (requires { given.initial; })
        return isScalar(given.initial) ? Status::Success : Status(Argument::Initial, Rule::WrongType);
    else if constexpr (requires { given.operand; })
        return isScalar(given.operand) ? Status::Success : Status(Argument::Operand, Rule::WrongType);
    else
        return Status::Success;
}

// The value of a checked scalar.
inline Scalar scalarOf(const VkscanScalar& scalar) noexcept
{
    if (scalar.hasValue == VK_FALSE)
        return {};
    switch (to<ElementType>(scalar.type)) {
    case ElementType::I32: return scalar.value.i32;
    case ElementType::F32: return scalar.value.f32;
    case ElementType::U64: return scalar.value.u64;
    case ElementType::I64: return scalar.value.i64;
    case ElementType::F64: return scalar.value.f64;
    case ElementType::U16:
    case ElementType::U32: break;
    }
    return scalar.value.u32;
}

// Kernels of one's own, for the time of a create.
struct Kernels {
    std::unique_ptr<CustomKernel[]> items;
    CustomKernels kernels;

    template <class Given>
    Status read(const Given& desc) noexcept
    {
        if (desc.kernelCount == 0)
            return Status::Success;
        if (desc.kernels == nullptr)
            return {Argument::Kernels, Rule::Invalid};
        items.reset(new (std::nothrow) CustomKernel[desc.kernelCount]);
        if (items == nullptr)
            return kOutOfMemory;
        for (uint32_t i = 0; i < desc.kernelCount; ++i)
            items[i] = {desc.kernels[i].name, desc.kernels[i].code, desc.kernels[i].codeBytes};
        kernels = {items.get(), desc.kernelCount};
        return Status::Success;
    }
};

// Reads a description that may have kernels.
template <class T>
Status read(const T* given, T* known, Kernels* kernels) noexcept
{
    const Status status = read(given, known);
    return status == Status::Success ? kernels->read(*known) : status;
}

// Fields that descriptions of arrays have in common, and arguments.
template <class Given, class Desc>
void readChoice(const Given& given, Desc* desc) noexcept
{
    desc->strategy = to<Strategy>(given.strategy);
    desc->assumeForwardProgress = given.assumeForwardProgress != VK_FALSE;
}

template <class Given, class Args>
void readBarriers(const Given& given, Args* args) noexcept
{
    args->barrierBefore = given.barrierBefore != VK_FALSE;
    args->barrierAfter = given.barrierAfter != VK_FALSE;
}

template <class Given, class Args>
void readCounts(const Given& given, Args* args) noexcept
{
    args->input = rangeOf(given.input);
    args->scratch = rangeOf(given.scratch);
    args->count = given.count;
    args->countBuffer = rangeOf(given.countBuffer);
    readBarriers(given, args);
}

// Calls

template <class T, class Desc>
VkscanStatus create(const VkscanContext* context, const Desc& desc, VkscanOperation** operation) noexcept
{
    if (operation == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    std::unique_ptr<Holder<T>> holder(new (std::nothrow) Holder<T>);
    if (holder == nullptr)
        return toC(kOutOfMemory);
    const Context none;
    const Status status = T::create(context != nullptr ? context->context : none, desc, &holder->held);
    if (status == Status::Success)
        *operation = holder.release();
    return toC(status);
}

// Gives a call the operation, if it is one, and the arguments.
template <class T, class Given, class Call>
VkscanStatus callWith(const VkscanOperation* operation, const Given* given, const Call& call) noexcept
{
    if (operation == nullptr)
        return toC({Argument::Operation, Rule::NotCreated});
    const T* const held = as<T>(operation);
    if (held == nullptr)
        return toC({Argument::Operation, Rule::WrongType});
    Given known;
    Status status = read(given, &known);
    if (status == Status::Success)
        status = checkScalars(known);
    return toC(status == Status::Success ? call(*held, argsOf(known)) : status);
}

template <class T, class Given>
VkscanStatus record(const VkscanOperation* operation, VkCommandBuffer commandBuffer, const Given* given) noexcept
{
    return callWith<T>(operation, given,
                       [&](const T& held, const auto& args) { return held.record(commandBuffer, args); });
}

template <class T, class Given>
VkscanStatus plan(const VkscanOperation* operation, const Given* given, VkscanPlan* plan) noexcept
{
    return callWith<T>(operation, given, [&](const T& held, const auto& args) {
        return held.plan(args, plan != nullptr ? &plan->list : nullptr);
    });
}

} // namespace vkscan::c_api

#endif
