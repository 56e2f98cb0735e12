// Scans along an axis: forms, results of calls on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_AXIS_SCAN_H
#define VKSCAN_TESTS_CATALOGUE_AXIS_SCAN_H

#include "twins.h"

namespace testing_support {

inline void addForms(Forms<AxisScan>* forms)
{
    forms->add("of short lines", [](AxisScanDesc&, AxisScanArgs& args) {
        args.extent = 3;
        args.inner = 32;
    });
    forms->add("of one slice", [](AxisScanDesc&, AxisScanArgs& args) {
        args.extent = 1u << 31;
        args.inner = 16;
    });
}

inline void drawInputs(const AxisScanDesc& desc, AxisScanArgs& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() { memory->write(Argument::Input, randomValues<T>(desc.op, args.count, seed)); });
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const AxisScanDesc& desc, const AxisScanArgs& args, uint64_t count,
               CallMemory* memory)
{
    const auto values = memory->read<T>(Argument::Input, count);
    auto results = values;
    const uint64_t slice = uint64_t{args.extent} * args.inner;
    const uint64_t slices = (args.count + slice - 1) / slice;
    std::vector<T> totals;
    for (uint64_t line = 0; line < slices * args.inner; ++line) {
        const uint64_t begin = line / args.inner * slice;
        std::vector<uint64_t> places;
        for (uint64_t i = begin + line % args.inner; i < std::min(count, begin + slice); i += args.inner)
            places.push_back(i);
        if (desc.direction == Direction::Backward)
            std::ranges::reverse(places);
        T sum = monoid.identity();
        for (const uint64_t i : places) {
            const T next = monoid.combine(sum, values[i]);
            results[i] = desc.kind == Kind::Exclusive ? sum : next;
            sum = next;
        }
        totals.push_back(sum);
    }
    memory->write(Argument::Output, results);
    memory->write(Argument::Total, totals);
}

inline void varyArguments(AxisScanArgs& args, const AxisScanDesc&, unsigned run)
{
    constexpr uint32_t kExtents[] = {1, 2, 7, 8, 65, 300, 1337, 1u << 31};
    constexpr uint32_t kInners[] = {1, 2, 3, 5, 31, 32, 33, 64, 100, 1000};
    args.extent = kExtents[run % std::size(kExtents)];
    args.inner = kInners[run % std::size(kInners)];
}

inline void vary(Descriptions<AxisScanDesc>* descs, const Elements& elements)
{
    descs->each(&AxisScanDesc::op, elements.ops());
    descs->next(&AxisScanDesc::kind, kBothKinds);
    descs->next(&AxisScanDesc::direction, kBothDirections);
}

} // namespace testing_support

#endif
