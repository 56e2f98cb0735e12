#include "c_api/c_api.h"

#include <vkscan/top_k.h>

using namespace vkscan;
using namespace vkscan::c_api;

static TopKArgs argsOf(const VkscanTopKArgs& given) noexcept
{
    TopKArgs args;
    args.input = rangeOf(given.input);
    args.k = given.k;
    args.output = rangeOf(given.output);
    args.index = rangeOf(given.index);
    args.values = rangeOf(given.values);
    args.sortedValues = rangeOf(given.sortedValues);
    args.rowLength = given.rowLength;
    args.rowPitch = given.rowPitch;
    args.temporary = rangeOf(given.temporary);
    args.parameters = {given.parameters, given.parameterBytes};
    args.count = given.count;
    args.countBuffer = rangeOf(given.countBuffer);
    readBarriers(given, &args);
    return args;
}

VkscanStatus vkscanCreateTopK(const VkscanContext* context, const VkscanTopKDesc* desc, VkscanOperation** topK)
{
    VkscanTopKDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    TopKDesc its;
    its.type = to<ElementType>(known.type);
    its.smallest = known.smallest != VK_FALSE;
    its.maxK = known.maxK != 0 ? known.maxK : kMaxTopK;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    return create<TopK>(context, its, topK);
}

VkDeviceSize vkscanTopKTemporarySize(const VkscanOperation* topK, uint64_t maxCount)
{
    const auto* const held = as<TopK>(topK);
    return held != nullptr ? held->temporarySize(maxCount) : 0;
}

VkscanStatus vkscanRecordTopK(const VkscanOperation* topK, VkCommandBuffer commandBuffer, const VkscanTopKArgs* args)
{
    return record<TopK>(topK, commandBuffer, args);
}

VkscanStatus vkscanPlanTopK(const VkscanOperation* topK, const VkscanTopKArgs* args, VkscanPlan* plan)
{
    return c_api::plan<TopK>(topK, args, plan);
}
