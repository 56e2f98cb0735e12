#include "c_api/c_api.h"

#include <vkscan/radix_sort.h>

using namespace vkscan;
using namespace vkscan::c_api;

static RadixSortArgs argsOf(const VkscanRadixSortArgs& given) noexcept
{
    RadixSortArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.values = rangeOf(given.values);
    args.sortedValues = rangeOf(given.sortedValues);
    args.segments = rangeOf(given.segments);
    args.segmentCount = given.segmentCount;
    args.parameters = {given.parameters, given.parameterBytes};
    args.temporary = rangeOf(given.temporary);
    args.selectedCount = rangeOf(given.selectedCount);
    return args;
}

VkscanStatus vkscanCreateRadixSort(const VkscanContext* context, const VkscanRadixSortDesc* desc,
                                   VkscanOperation** sort)
{
    VkscanRadixSortDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    RadixSortDesc its;
    its.type = to<ElementType>(known.type);
    its.descending = known.descending != VK_FALSE;
    its.valueSize = known.valueSize;
    its.withIndex = known.withIndex != VK_FALSE;
    its.firstBit = known.firstBit;
    its.endBit = known.endBit != 0 ? known.endBit : kAllBits;
    its.segmented = known.segmented != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<RadixSort>(context, its, sort);
}

VkDeviceSize vkscanTemporarySize(const VkscanOperation* sort, uint64_t maxCount)
{
    const auto* const held = as<RadixSort>(sort);
    return held != nullptr ? held->temporarySize(maxCount) : 0;
}

VkscanStatus vkscanRecordRadixSort(const VkscanOperation* sort, VkCommandBuffer commandBuffer,
                                   const VkscanRadixSortArgs* args)
{
    return record<RadixSort>(sort, commandBuffer, args);
}

VkscanStatus vkscanPlanRadixSort(const VkscanOperation* sort, const VkscanRadixSortArgs* args, VkscanPlan* plan)
{
    return c_api::plan<RadixSort>(sort, args, plan);
}
