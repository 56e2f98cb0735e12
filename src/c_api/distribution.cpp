#include "c_api/c_api.h"

#include <vkscan/distribution.h>

using namespace vkscan;
using namespace vkscan::c_api;

static DistributionArgs argsOf(const VkscanDistributionArgs& given) noexcept
{
    DistributionArgs args;
    args.input = rangeOf(given.input);
    args.output = rangeOf(given.output);
    if (given.rowLength != 0)
        args.rowLength = given.rowLength;
    args.count = given.count;
    args.countBuffer = rangeOf(given.countBuffer);
    args.alias = rangeOf(given.alias);
    args.temporary = rangeOf(given.temporary);
    args.image = surfaceOf(given.image);
    args.descriptorSet = given.descriptorSet;
    readBarriers(given, &args);
    return args;
}

VkscanStatus vkscanCreateDistribution(const VkscanContext* context, const VkscanDistributionDesc* desc,
                                      VkscanOperation** distribution)
{
    VkscanDistributionDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    DistributionDesc its;
    its.maxCount = known.maxCount;
    its.withAlias = known.withAlias != VK_FALSE;
    its.input = to<Resource>(known.input);
    its.inputFormat = to<VkFormat>(known.inputFormat);
    its.equirectangular = known.equirectangular != VK_FALSE;
    return create<Distribution>(context, its, distribution);
}

VkDescriptorSetLayout vkscanDistributionDescriptorSetLayout(const VkscanOperation* distribution)
{
    const auto* const held = as<Distribution>(distribution);
    return held != nullptr ? held->descriptorSetLayout() : VK_NULL_HANDLE;
}

VkscanStatus vkscanWriteDistributionDescriptors(const VkscanOperation* distribution, VkDescriptorSet set,
                                                const VkscanDistributionArgs* args)
{
    return callWith<Distribution>(distribution, args, [&](const Distribution& held, const DistributionArgs& its) {
        return held.writeDescriptors(set, its);
    });
}

VkscanStatus vkscanRecordDistribution(const VkscanOperation* distribution, VkCommandBuffer commandBuffer,
                                      const VkscanDistributionArgs* args)
{
    return record<Distribution>(distribution, commandBuffer, args);
}

VkscanStatus vkscanPlanDistribution(const VkscanOperation* distribution, const VkscanDistributionArgs* args,
                                    VkscanPlan* plan)
{
    return c_api::plan<Distribution>(distribution, args, plan);
}
