// Descriptions and calls of the operations of the catalogue.
#ifndef VKSCAN_TESTS_CALLS_H
#define VKSCAN_TESTS_CALLS_H

#include "operations.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <vector>

namespace testing_support {

// Descriptions that between them take each form of an operation: the default one, and those that tests add to it.
template <class Operation>
std::vector<DescOf<Operation>> descriptionsOf()
{
    using namespace vkscan;
    std::vector<DescOf<Operation>> all = {validDesc<Operation>()};
    const auto add = [&](const auto& change) { change(all.emplace_back(validDesc<Operation>())); };
    if constexpr (requires { all[0].reproducible, all[0].type; })
        add([](auto& desc) {
            desc.type = ElementType::F32;
            desc.reproducible = true;
        });
    if constexpr (requires { all[0].type, all[0].maxCount; })
        if constexpr (!std::is_same_v<Operation, Histogram>)
            add([](auto& desc) { desc.type = ElementType::U64; });
    if constexpr (requires { all[0].order, all[0].kind; })
        for (const uint32_t order : {4u, 16u})
            add([=](auto& desc) { desc.order = order; });
    if constexpr (requires { all[0].tupleSize; })
        add([](auto& desc) { desc.tupleSize = 4; });
    if constexpr (requires { all[0].withIndex, all[0].op; })
        add([](auto& desc) {
            desc.op = Op::Min;
            desc.withIndex = true;
        });
    if constexpr (requires { all[0].segmented; }) {
        add([](auto& desc) { desc.segmented = true; });
        add([](auto& desc) { desc.withIndex = true; });
        add([](auto& desc) { desc.valueSize = 8; });
        for (const uint32_t bits : {4u, 8u})
            add([=](auto& desc) { desc.endBit = bits; });
    }
    if constexpr (requires { all[0].segments; })
        for (const SegmentsRow& row : kSegmentForms)
            if (std::is_same_v<Operation, SegmentedReduce> ? row.isReduced : row.value != Segments::Kernels)
                add([&](auto& desc) { desc.segments = row.value; });
    if constexpr (requires { all[0].runValue; })
        for (const RunValue value : {RunValue::First, RunValue::None})
            add([=](auto& desc) { desc.runValue = value; });
    if constexpr (requires { all[0].withRest; })
        add([](auto& desc) { desc.withRest = true; });
    if constexpr (requires { all[0].fromOffsets; })
        add([](auto& desc) { desc.fromOffsets = true; });
    if constexpr (requires { all[0].withAlias; })
        add([](auto& desc) { desc.withAlias = true; });
    return all;
}

inline constexpr VkDeviceAddress kArgumentsApart = VkDeviceAddress{1} << 50;

template <class Desc, class Args>
void listArguments(const vkscan::ArrayOperationOf<Desc, Args>& operation, const Args& args, vkscan::BufferList* list)
{
    vkscan::ArrayOperationOf<Desc, Args>::Tuned::listArguments(operation, args, list);
}

// Gives memory to each argument that the operation lists, and to optional ones if asked for: kArgumentsApart apart, in
// the order listed.
template <class Operation>
void placeApart(const Operation& operation, ArgsOf<Operation>* args, bool optionalToo)
{
    for (int round = 0; round < 2; ++round) { // what is listed may depend on what is given
        vkscan::BufferList list;
        listArguments(operation, *args, &list);
        VkDeviceAddress next = kArgumentsApart;
        for (const vkscan::ListedArgument& item : list) {
            const bool isGiven = item.presence == vkscan::Presence::IfTouched
                                     ? item.bytes > 0
                                     : item.presence == vkscan::Presence::Optional && optionalToo;
            if (isGiven)
                *const_cast<vkscan::BufferRange*>(item.given) = {next, kArgumentsApart / 2};
            next += kArgumentsApart;
        }
    }
}

// A call on `count` elements, with all that is no memory.
template <class Operation>
ArgsOf<Operation> callOf(const Operation&, uint64_t count)
{
    ArgsOf<Operation> args;
    args.count = count;
    if constexpr (requires { args.segmentCount; })
        args.segmentCount = 100;
    if constexpr (requires { args.rowLength; })
        if constexpr (!requires { args.k; })
            args.rowLength = static_cast<uint32_t>(std::max<uint64_t>(100, count >> 16));
    if constexpr (requires { args.k; })
        args.k = 100;
    return args;
}

} // namespace testing_support

#endif
