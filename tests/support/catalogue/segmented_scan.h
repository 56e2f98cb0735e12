// Scans of segments: results of calls on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_SEGMENTED_SCAN_H
#define VKSCAN_TESTS_CATALOGUE_SEGMENTED_SCAN_H

#include "twins.h"

namespace testing_support {

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const SegmentedScanDesc& desc, const SegmentedScanArgs& args, uint64_t count,
               CallMemory* memory)
{
    auto results = storedBytesOf(desc.output,
                                 scannedSegments(monoid, desc.reproducible, desc, readElements<T>(desc, count, *memory),
                                                 headsIn(desc.segments, args, count, *memory)));
    const auto before = memory->read<unsigned char>(Argument::Output, results.size());
    for (std::size_t i = 0; desc.segments == Segments::Rows && i < results.size(); ++i)
        if (i / bytesOf<T>(desc.output) % pitchOf(args) >= args.rowLength)
            results[i] = before[i]; // padding
    memory->write(Argument::Output, results);
}

inline void vary(Descriptions<SegmentedScanDesc>* descs, const Elements& elements)
{
    descs->eachPair(elements);
    descs->each(&SegmentedScanDesc::segments, segmentForms());
    descs->next(&SegmentedScanDesc::op, elements.ops());
    descs->next(&SegmentedScanDesc::kind, kBothKinds);
    descs->next(&SegmentedScanDesc::direction, kBothDirections);
}

} // namespace testing_support

#endif
