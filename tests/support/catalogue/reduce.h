// Reductions: forms, results of calls on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_REDUCE_H
#define VKSCAN_TESTS_CATALOGUE_REDUCE_H

#include "twins.h"

namespace testing_support {

inline void addForms(Forms<Reduce>* forms)
{
    for (const StoredType stored : {StoredType::Same, StoredType::U8})
        forms->add(stored == StoredType::Same ? "`withIndex`" : "`withIndex`, stored in 8 bits", [=](ReduceDesc& desc) {
            desc.op = Op::Min;
            desc.withIndex = true;
            desc.input = stored;
        });
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const ReduceDesc& desc, const ReduceArgs& args, uint64_t count, CallMemory* memory)
{
    const auto values = readElements<T>(desc, count, *memory);
    auto result = startOf<T>(monoid, args);
    bool isReduced = false;
    if constexpr (std::is_floating_point_v<T>)
        if (desc.reproducible) {
            result = reference::reproducibleScan<T>(values.data(), count, nullptr, monoid, result);
            isReduced = true;
        }
    for (uint64_t i = 0; i < count && !isReduced; ++i)
        result = monoid.combine(result, values[i]);
    memory->write(Argument::Result, std::vector<T>{result});
    if (!memory->has(Argument::Index))
        return;
    const auto place = std::ranges::find_if(values, [&](const T& value) { // a NaN is read as the identity
        return monoid.combine(monoid.identity(), value) == result;
    });
    memory->write(
        Argument::Index,
        std::vector<uint32_t>{place == values.end() ? kNoIndex : static_cast<uint32_t>(place - values.begin())});
}

inline void vary(Descriptions<ReduceDesc>* descs, const Elements& elements)
{
    descs->each(&ReduceDesc::op, elements.ops());
    for (ReduceDesc desc : {ReduceDesc{.op = Op::Min}, ReduceDesc{.op = Op::Max}}) {
        desc.withIndex = true;
        desc.type = elements.type;
        descs->all.push_back(desc);
    }
    for (ReduceDesc& desc : descs->all)
        desc.input = elements.stored;
}

} // namespace testing_support

#endif
