// The C interface: each function reads its structures into those of the C++ interface, and calls it. generate.py writes
// the functions of operations and the fields of structures; they share this header.
#ifndef VKSCAN_C_API_C_API_H
#define VKSCAN_C_API_C_API_H

#include "c_api/bindings.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

struct VkscanContext {
    vkscan::Context context;
};

struct VkscanOperation {
    const char* const itsClass;
    const vkscan::Operation* const operation;
    const vkscan::ArrayOperation* const array; // null for tables

    VkscanOperation(const char* givenClass, const vkscan::Operation& held,
                    const vkscan::ArrayOperation* heldArray) noexcept
        : itsClass(givenClass),
          operation(&held),
          array(heldArray)
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

// A program links only the kernels of operations that it creates: no other code refers to these classes.
template <class T>
struct Holder final : VkscanOperation {
    T held;

    Holder() noexcept : VkscanOperation(&kClassOf<T>, held, arrayOf(held)) {}
};

// The operation as a class, or as an operation on arrays; null if it is none.
template <class T>
const T* as(const VkscanOperation* operation) noexcept
{
    if constexpr (std::is_same_v<T, ArrayOperation>)
        return operation != nullptr ? operation->array : nullptr;
    else
        return operation != nullptr && operation->itsClass == &kClassOf<T>
                   ? &static_cast<const Holder<T>*>(operation)->held
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

// Fields of structures

// The C++ value of a field of C, which may hold any number; numbers without an enumerator are refused later. The field
// is copied, since loading a number beyond a C enumeration's range would be undefined. Such a number becomes MAX_ENUM,
// the last of the range.
template <class T, class C>
T to(const C& field) noexcept
{
    uint32_t number;
    static_assert(std::is_enum_v<C> && std::is_enum_v<T> && sizeof(C) == sizeof(number) && sizeof(T) == sizeof(number));
    std::memcpy(&number, &field, sizeof(number));
    return static_cast<T>(std::min(number, 0x7fffffffu));
}

// The results of reading a structure, apart from its values.
struct Reading {
    Status status = Status::Success;         // the first error
    std::unique_ptr<CustomKernel[]> kernels; // copied kernels, for the duration of a create

    void fail(Status error) noexcept
    {
        if (status == Status::Success)
            status = error;
    }
};

inline Scalar scalarOf(const VkscanScalar& scalar) noexcept
{
    switch (to<ElementType>(scalar.type)) {
    case ElementType::I32: return scalar.value.i32;
    case ElementType::F32: return scalar.value.f32;
    case ElementType::U64: return scalar.value.u64;
    case ElementType::I64: return scalar.value.i64;
    case ElementType::F64: return scalar.value.f64;
    case ElementType::U8:
    case ElementType::I8:
    case ElementType::U16:
    case ElementType::I16:
    case ElementType::F16:
    case ElementType::BF16:
    case ElementType::U32: break;
    }
    return scalar.value.u32;
}

inline CustomKernels kernelsOf(const VkscanCustomKernels& given, Reading* reading) noexcept
{
    if (given.count == 0 || given.items == nullptr)
        return {nullptr, given.count};
    reading->kernels.reset(new (std::nothrow) CustomKernel[given.count]);
    if (reading->kernels == nullptr) {
        reading->fail(kOutOfMemory);
        return {};
    }
    for (uint32_t i = 0; i < given.count; ++i)
        reading->kernels[i] = {given.items[i].name, given.items[i].code, given.items[i].codeBytes};
    return {reading->kernels.get(), given.count};
}

// Reads a field. `argument` names a scalar.
template <class C, class T>
void readField(const C& given, T* value, Argument argument, Reading* reading) noexcept
{
    if constexpr (std::is_same_v<T, bool>) {
        *value = given != VK_FALSE;
    } else if constexpr (std::is_enum_v<T>) {
        *value = to<T>(given);
    } else if constexpr (std::is_same_v<T, Scalar>) {
        // Types of initial values and operands.
        const ElementTypeRow* const type = findRow(kElementTypes, to<ElementType>(given.type));
        if (given.hasValue != VK_FALSE && (type == nullptr || !type->isScanned))
            reading->fail({argument, Rule::WrongType});
        else
            *value = given.hasValue != VK_FALSE ? scalarOf(given) : Scalar();
    } else if constexpr (std::is_same_v<T, CustomKernels>) {
        *value = kernelsOf(given, reading);
    } else if constexpr (requires { typename Fields<T>::C; }) {
        Fields<T>::each([&](auto from, auto field, Argument name = Argument::None) {
            readField(given.*from, &(value->*field), name, reading);
        });
    } else {
        *value = given;
    }
}

// Structures, by their size

constexpr uint32_t kMaxStructure = 4096; // bytes: an uninitialised size is hardly smaller

// Reads the fields that the caller's structure has; others keep their defaults. Refuses a structure with non-zero
// fields beyond this library's.
template <class C, class T>
void read(const C* given, T* value, Reading* reading) noexcept
{
    if (given == nullptr)
        return reading->fail({Argument::Structure, Rule::Null});
    const uint32_t size = given->size;
    if (size < sizeof(size) || size > kMaxStructure)
        return reading->fail({Argument::Structure, Rule::Invalid});
    const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
    if (size > sizeof(C) && std::any_of(bytes + sizeof(C), bytes + size, [](unsigned char byte) { return byte != 0; }))
        return reading->fail({Argument::Structure, Rule::Invalid});
    C known = {};
    std::memcpy(&known, given, std::min<std::size_t>(size, sizeof(C)));
    Fields<T>::each([&](auto from, auto field, Argument name = Argument::None) {
        const auto* const begin = reinterpret_cast<const unsigned char*>(&(known.*from));
        if (begin + sizeof(known.*from) <= reinterpret_cast<const unsigned char*>(&known) + size)
            readField(known.*from, &(value->*field), name, reading);
    });
}

// Fills the fields that the caller's structure has.
template <class C>
void write(C known, C* given) noexcept
{
    known.size = given->size;
    std::memcpy(given, &known, std::min<std::size_t>(given->size, sizeof(C)));
}

// Calls

template <class T, class Desc>
VkscanStatus create(const VkscanContext* context, const typename Fields<Desc>::C* given,
                    VkscanOperation** operation) noexcept
{
    Desc desc;
    Reading reading;
    read(given, &desc, &reading);
    if (reading.status != Status::Success)
        return toC(reading.status);
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

inline DispatchList* listOf(VkscanPlan* plan) noexcept
{
    return plan != nullptr ? &plan->list : nullptr;
}

// Returns ask(operation), or 0 if it is null or of another class.
template <class T, class Ask>
auto query(const VkscanOperation* operation, const Ask& ask) noexcept -> decltype(ask(std::declval<const T&>()))
{
    const T* const held = as<T>(operation);
    if (held == nullptr)
        return {};
    return ask(*held);
}

// Calls with the operation, if it is of the class, and the arguments.
template <class T, class Args, class Call>
VkscanStatus call(const VkscanOperation* operation, const typename Fields<Args>::C* given, const Call& call) noexcept
{
    const T* const held = as<T>(operation);
    if (held == nullptr)
        return toC({Argument::Operation, operation == nullptr ? Rule::NotCreated : Rule::WrongType});
    Args args;
    Reading reading;
    read(given, &args, &reading);
    return toC(reading.status == Status::Success ? call(*held, args) : reading.status);
}

template <class T, class Args, class Call>
VkscanStatus callBatch(const VkscanOperation* operation, const typename Fields<Args>::C* const* given, uint32_t count,
                       const Call& call) noexcept
{
    const T* const held = as<T>(operation);
    if (held == nullptr)
        return toC({Argument::Operation, operation == nullptr ? Rule::NotCreated : Rule::WrongType});
    Args args[kMaxTableBatch];
    Reading reading;
    for (uint32_t i = 0; given != nullptr && i < std::min(count, kMaxTableBatch); ++i)
        read(given[i], &args[i], &reading);
    return toC(reading.status == Status::Success ? call(*held, given != nullptr ? args : nullptr) : reading.status);
}

} // namespace vkscan::c_api

#endif
