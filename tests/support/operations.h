// The catalogue of operations, each with its description and arguments.
#ifndef VKSCAN_TESTS_OPERATIONS_H
#define VKSCAN_TESTS_OPERATIONS_H

#include <vkscan/vkscan.h>

namespace testing_support {

// Calls check.operator()<Operation, Desc, Args>() for every operation on arrays.
template <class Check>
void forEachArrayOperation(const Check& check)
{
    using namespace vkscan;
    check.template operator()<Scan, ScanDesc, ScanArgs>();
    check.template operator()<Reduce, ReduceDesc, ReduceArgs>();
    check.template operator()<SegmentedScan, SegmentedScanDesc, SegmentedScanArgs>();
    check.template operator()<SegmentedReduce, SegmentedReduceDesc, SegmentedReduceArgs>();
    check.template operator()<Compact, CompactDesc, CompactArgs>();
    check.template operator()<Partition, PartitionDesc, PartitionArgs>();
    check.template operator()<Split, SplitDesc, SplitArgs>();
    check.template operator()<Difference, DifferenceDesc, DifferenceArgs>();
    check.template operator()<Distribution, DistributionDesc, DistributionArgs>();
    check.template operator()<Histogram, HistogramDesc, HistogramArgs>();
    check.template operator()<Suballocate, SuballocateDesc, SuballocateArgs>();
    check.template operator()<ReduceByKey, ReduceByKeyDesc, ReduceByKeyArgs>();
    check.template operator()<RunLengthEncode, RunLengthEncodeDesc, RunLengthEncodeArgs>();
    check.template operator()<RadixSort, RadixSortDesc, RadixSortArgs>();
    check.template operator()<Expand, ExpandDesc, ExpandArgs>();
    check.template operator()<TopK, TopKDesc, TopKArgs>();
}

} // namespace testing_support

#endif
