// The catalogue of operations, for tests of all operations. catalogue/ has a file for each one on arrays.
#ifndef VKSCAN_TESTS_OPERATIONS_H
#define VKSCAN_TESTS_OPERATIONS_H

#include <vkscan/vkscan.h>

#include <string>
#include <string_view>
#include <type_traits>

namespace testing_support {

template <class... Operations>
struct OperationList {
};

using ArrayOperations =
    OperationList<vkscan::Scan, vkscan::Reduce, vkscan::SegmentedScan, vkscan::SegmentedReduce, vkscan::Compact,
                  vkscan::Distribution, vkscan::Histogram, vkscan::Suballocate, vkscan::ReduceByKey, vkscan::RadixSort,
                  vkscan::Expand, vkscan::TopK, vkscan::Quantiles, vkscan::AxisScan>;
using TableOperations = OperationList<vkscan::SummedAreaTable, vkscan::SummedVolumeTable>;

// The description and the arguments of an operation.
template <class Operation, class Desc>
Desc descOf(vkscan::Status (*create)(const vkscan::Context&, const Desc&, Operation*) noexcept);
template <class Operation, class Args>
Args argsOf(vkscan::Status (Operation::*plan)(const Args&, vkscan::DispatchList*) const noexcept);
template <class Operation>
using DescOf = decltype(descOf(&Operation::create));
template <class Operation>
using ArgsOf = decltype(argsOf(&Operation::plan));

// The name of the operation's class, without its namespace.
template <class Operation>
std::string nameOf()
{
#ifdef _MSC_VER
    const std::string_view signature = __FUNCSIG__;
#else
    const std::string_view signature = __PRETTY_FUNCTION__;
#endif
    const std::size_t begin = signature.find("vkscan::") + std::string_view("vkscan::").size();
    return std::string(signature.substr(begin, signature.find_first_of(";]>", begin) - begin));
}

// A description for every device: the default one; for tables, floats in buffers.
template <class Operation>
DescOf<Operation> validDesc()
{
    DescOf<Operation> desc;
    if constexpr (!std::is_base_of_v<vkscan::ArrayOperation, Operation>) {
        desc.input = desc.output = vkscan::Resource::Buffer;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    }
    return desc;
}

// Calls check.operator()<Operation>() for each operation.
template <class Check, class... Operations>
void forEach(OperationList<Operations...>, const Check& check)
{
    (check.template operator()<Operations>(), ...);
}
template <class Check>
void forEachArrayOperation(const Check& check)
{
    forEach(ArrayOperations(), check);
}
template <class Check>
void forEachOperation(const Check& check)
{
    forEach(ArrayOperations(), check);
    forEach(TableOperations(), check);
}

} // namespace testing_support

#endif
