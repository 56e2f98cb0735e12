#include "c_api/c_api.h"

#include <vkscan/expand.h>

using namespace vkscan;
using namespace vkscan::c_api;

static ExpandArgs argsOf(const VkscanExpandArgs& given) noexcept
{
    ExpandArgs args;
    args.counts = rangeOf(given.counts);
    args.offsets = rangeOf(given.offsets);
    args.output = rangeOf(given.output);
    args.index = rangeOf(given.index);
    args.parameters = {given.parameters, given.parameterBytes};
    args.capacity = given.capacity != 0 ? given.capacity : kMaxCapacity;
    args.total = rangeOf(given.total);
    args.indirect.field = rangeOf(given.indirect.field);
    args.indirect.divisor = std::max(given.indirect.divisor, 1u);
    args.indirect.rounding = given.indirect.roundedDown != VK_FALSE ? Rounding::Down : Rounding::Up;
    args.indirect.dispatch = given.indirectDispatch != VK_FALSE;
    args.scratch = rangeOf(given.scratch);
    args.count = given.count;
    args.countBuffer = rangeOf(given.countBuffer);
    readBarriers(given, &args);
    return args;
}

VkscanStatus vkscanCreateExpand(const VkscanContext* context, const VkscanExpandDesc* desc, VkscanOperation** expand)
{
    VkscanExpandDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    ExpandDesc its;
    its.fromOffsets = known.fromOffsets != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<Expand>(context, its, expand);
}

VkscanStatus vkscanRecordExpand(const VkscanOperation* expand, VkCommandBuffer commandBuffer,
                                const VkscanExpandArgs* args)
{
    return record<Expand>(expand, commandBuffer, args);
}

VkscanStatus vkscanPlanExpand(const VkscanOperation* expand, const VkscanExpandArgs* args, VkscanPlan* plan)
{
    return c_api::plan<Expand>(expand, args, plan);
}
