// Reductions of segments: results of calls on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_SEGMENTED_REDUCE_H
#define VKSCAN_TESTS_CATALOGUE_SEGMENTED_REDUCE_H

#include "twins.h"

namespace testing_support {

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const SegmentedReduceDesc& desc, const SegmentedReduceArgs& args, uint64_t count,
               CallMemory* memory)
{
    const bool rows = desc.segments == Segments::Rows;
    const auto offsets = memory->read<uint32_t>(Argument::Segments, rows ? 0 : uint64_t{args.segmentCount} + 1);
    const auto scanned = scannedSegments(monoid, desc.reproducible, {}, readElements<T>(desc, count, *memory),
                                         headsIn(desc.segments, args, count, *memory));
    std::vector<T> results;
    const auto add = [&](uint64_t first, uint64_t end) {
        end = std::min(end, count);
        results.push_back(first < end ? scanned[end - 1] : monoid.identity());
    };
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
        add(offsets[i], offsets[i + 1]);
    for (uint64_t first = 0; rows && first < args.count; first += pitchOf(args))
        add(first, first + args.rowLength);
    memory->write(Argument::Result, storedBytesOf(desc.output, results));
}

inline void vary(Descriptions<SegmentedReduceDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&SegmentedReduceDesc::segments, valuesOf(kSegmentForms, &SegmentsRow::isReduced));
    descs->next(&SegmentedReduceDesc::op, elements.ops());
}

} // namespace testing_support

#endif
