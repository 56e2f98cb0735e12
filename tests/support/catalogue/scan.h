// Scans: forms, results of calls on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_SCAN_H
#define VKSCAN_TESTS_CATALOGUE_SCAN_H

#include "twins.h"

namespace testing_support {

inline void addForms(Forms<Scan>* forms)
{
    for (const uint32_t order : {4u, 16u})
        forms->add("order " + std::to_string(order), [=](ScanDesc& desc) { desc.order = order; });
    forms->add("floats of order 3", [](ScanDesc& desc) {
        desc.type = ElementType::F32;
        desc.order = 3;
    });
    forms->add("tuples of 4", [](ScanDesc& desc) { desc.tupleSize = 4; });
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const ScanDesc& desc, const ScanArgs& args, uint64_t count, CallMemory* memory)
{
    const auto values = readElements<T>(desc, count, *memory);
    const auto start = startOf<T>(monoid, args);
    std::vector<T> results(count);
    std::vector<T> totals;
    if constexpr (std::is_floating_point_v<T>)
        if (desc.reproducible) {
            results = values;
            for (uint32_t pass = 0; pass < desc.order; ++pass)
                totals = {reference::reproducibleScan(results.data(), count, results.data(), monoid, start, desc.kind,
                                                      desc.direction)};
        }
    if (totals.empty())
        totals = referenceScan(
            values, desc, start, [&](const T& a, const T& b) { return monoid.combine(a, b); }, &results);
    memory->write(Argument::Output, storedBytesOf(desc.output, results));
    memory->write(Argument::Total, totals);
}

// ExactTest has those of elements that are stored as they are.
inline void vary(Descriptions<ScanDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&ScanDesc::op, elements.ops());
    descs->next(&ScanDesc::kind, kBothKinds);
    descs->next(&ScanDesc::direction, kBothDirections);
    if (elements.stored == StoredType::Same)
        descs->all.clear();
}

} // namespace testing_support

#endif
