#include "c_api/c_api.h"

#include <vkscan/reduce.h>

using namespace vkscan;
using namespace vkscan::c_api;

static ReduceArgs argsOf(const VkscanReduceArgs& given) noexcept
{
    ReduceArgs args;
    readCounts(given, &args);
    args.result = rangeOf(given.result);
    args.index = rangeOf(given.index);
    args.initial = scalarOf(given.initial);
    args.parameters = {given.parameters, given.parameterBytes};
    return args;
}

VkscanStatus vkscanCreateReduce(const VkscanContext* context, const VkscanReduceDesc* desc, VkscanOperation** reduce)
{
    VkscanReduceDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    ReduceDesc its;
    its.type = to<ElementType>(known.type);
    its.op = to<Op>(known.op);
    its.withIndex = known.withIndex != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    its.input = to<StoredType>(known.input);
    return create<Reduce>(context, its, reduce);
}

VkscanStatus vkscanRecordReduce(const VkscanOperation* reduce, VkCommandBuffer commandBuffer,
                                const VkscanReduceArgs* args)
{
    return record<Reduce>(reduce, commandBuffer, args);
}

VkscanStatus vkscanPlanReduce(const VkscanOperation* reduce, const VkscanReduceArgs* args, VkscanPlan* plan)
{
    return c_api::plan<Reduce>(reduce, args, plan);
}
