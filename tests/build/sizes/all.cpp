// A program with all operations.
#include <vkscan/vkscan.h>

namespace {

template <class Operation, class Args>
bool take(const vkscan::Context& context, const Args& args)
{
    Operation operation;
    return Operation::create(context, {}, &operation) == vkscan::Status::Success &&
           operation.record(VK_NULL_HANDLE, args) == vkscan::Status::Success;
}

} // namespace

int main()
{
    vkscan::Context context;
    return vkscan::Context::create({}, &context) == vkscan::Status::Success &&
           take<vkscan::Scan>(context, vkscan::ScanArgs{}) && take<vkscan::Reduce>(context, vkscan::ReduceArgs{}) &&
           take<vkscan::SegmentedScan>(context, vkscan::SegmentedScanArgs{}) &&
           take<vkscan::SegmentedReduce>(context, vkscan::SegmentedReduceArgs{}) &&
           take<vkscan::Compact>(context, vkscan::CompactArgs{}) &&
           take<vkscan::Partition>(context, vkscan::PartitionArgs{}) &&
           take<vkscan::Split>(context, vkscan::SplitArgs{}) &&
           take<vkscan::Difference>(context, vkscan::DifferenceArgs{}) &&
           take<vkscan::Distribution>(context, vkscan::DistributionArgs{}) &&
           take<vkscan::Histogram>(context, vkscan::HistogramArgs{}) &&
           take<vkscan::Suballocate>(context, vkscan::SuballocateArgs{}) &&
           take<vkscan::RadixSort>(context, vkscan::RadixSortArgs{}) &&
           take<vkscan::TopK>(context, vkscan::TopKArgs{}) &&
           take<vkscan::RunLengthEncode>(context, vkscan::RunLengthEncodeArgs{}) &&
           take<vkscan::ReduceByKey>(context, vkscan::ReduceByKeyArgs{}) &&
           take<vkscan::SummedAreaTable>(context, vkscan::SummedAreaTableArgs{}) &&
           take<vkscan::SummedVolumeTable>(context, vkscan::SummedVolumeTableArgs{});
}
