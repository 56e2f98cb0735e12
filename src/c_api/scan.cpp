#include "c_api/c_api.h"

#include <vkscan/scan.h>

using namespace vkscan;
using namespace vkscan::c_api;

static ScanArgs argsOf(const VkscanScanArgs& given) noexcept
{
    ScanArgs args;
    readCounts(given, &args);
    args.output = rangeOf(given.output);
    args.initial = scalarOf(given.initial);
    args.parameters = {given.parameters, given.parameterBytes};
    args.total = rangeOf(given.total);
    return args;
}

VkscanStatus vkscanCreateScan(const VkscanContext* context, const VkscanScanDesc* desc, VkscanOperation** scan)
{
    VkscanScanDesc known;
    Kernels kernels;
    if (const Status status = read(desc, &known, &kernels); status != Status::Success)
        return toC(status);
    ScanDesc its;
    its.type = to<ElementType>(known.type);
    its.op = to<Op>(known.op);
    its.kind = to<Kind>(known.kind);
    its.direction = to<Direction>(known.direction);
    its.order = std::max(known.order, 1u);
    its.tupleSize = std::max(known.tupleSize, 1u);
    its.kernels = kernels.kernels;
    its.maxCount = known.maxCount;
    its.input = to<StoredType>(known.input);
    its.output = to<StoredType>(known.output);
    readChoice(known, &its);
    return create<Scan>(context, its, scan);
}

VkscanStatus vkscanRecordScan(const VkscanOperation* scan, VkCommandBuffer commandBuffer, const VkscanScanArgs* args)
{
    return record<Scan>(scan, commandBuffer, args);
}

VkscanStatus vkscanPlanScan(const VkscanOperation* scan, const VkscanScanArgs* args, VkscanPlan* plan)
{
    return c_api::plan<Scan>(scan, args, plan);
}
