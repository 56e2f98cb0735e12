#include "c_api/c_api.h"

#include <vkscan/compact.h>

using namespace vkscan;
using namespace vkscan::c_api;

static CompactArgs argsOf(const VkscanCompactArgs& given) noexcept
{
    CompactArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.rest = rangeOf(given.rest);
    args.tested = rangeOf(given.tested);
    args.operand = scalarOf(given.operand);
    args.parameters = {given.parameters, given.parameterBytes};
    args.selectedCount = rangeOf(given.selectedCount);
    args.indirect.field = rangeOf(given.indirect.field);
    args.indirect.divisor = std::max(given.indirect.divisor, 1u);
    args.indirect.rounding = given.indirect.roundedDown != VK_FALSE ? Rounding::Down : Rounding::Up;
    args.indirect.dispatch = given.indirectDispatch != VK_FALSE;
    return args;
}

VkscanStatus vkscanCreateCompact(const VkscanContext* context, const VkscanCompactDesc* desc, VkscanOperation** compact)
{
    VkscanCompactDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    CompactDesc its;
    const Predicate predicate = {to<Condition>(known.condition), to<ElementType>(known.predicateType)};
    const bool isZero = predicate.condition == Condition() && predicate.type == ElementType() && known.elementSize == 0;
    if (known.kernelCount == 0 || !isZero) {
        its.predicate = predicate;
        its.elementSize = known.elementSize;
    }
    its.withRest = known.withRest != VK_FALSE;
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    readChoice(known, &its);
    return create<Compact>(context, its, compact);
}

VkscanStatus vkscanRecordCompact(const VkscanOperation* compact, VkCommandBuffer commandBuffer,
                                 const VkscanCompactArgs* args)
{
    return record<Compact>(compact, commandBuffer, args);
}

VkscanStatus vkscanPlanCompact(const VkscanOperation* compact, const VkscanCompactArgs* args, VkscanPlan* plan)
{
    return c_api::plan<Compact>(compact, args, plan);
}
