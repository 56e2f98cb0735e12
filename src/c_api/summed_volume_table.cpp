#include "c_api/c_api.h"

#include <vkscan/summed_volume_table.h>

using namespace vkscan;
using namespace vkscan::c_api;

static VolumeSurface surfaceOf(const VkscanVolumeSurface& given) noexcept
{
    VolumeSurface surface;
    surface.buffer = rangeOf(given.buffer);
    surface.rowPitch = given.rowPitch;
    surface.slicePitch = given.slicePitch;
    surface.extent = given.extent;
    surface.view = given.view;
    surface.imageLayout = layoutOf(given.imageLayout);
    surface.usage = given.usage;
    surface.heapOffset = given.heapOffset;
    return surface;
}

static SummedVolumeTableArgs argsOf(const VkscanSummedVolumeTableArgs& given) noexcept
{
    SummedVolumeTableArgs args;
    args.input = surfaceOf(given.input);
    args.output = surfaceOf(given.output);
    args.squares = surfaceOf(given.squares);
    args.bias = rangeOf(given.bias);
    args.region = {given.region.offset, given.region.extent};
    args.scratch = rangeOf(given.scratch);
    args.descriptorSet = given.descriptorSet;
    readBarriers(given, &args);
    return args;
}

VkscanStatus vkscanCreateSummedVolumeTable(const VkscanContext* context, const VkscanSummedVolumeTableDesc* desc,
                                           VkscanOperation** table)
{
    VkscanSummedVolumeTableDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    SummedVolumeTableDesc its;
    its.separateSlices = known.separateSlices != VK_FALSE;
    its.arrayImages = known.arrayImages != VK_FALSE;
    its.input = to<Resource>(known.input);
    its.inputFormat = to<VkFormat>(known.inputFormat);
    its.output = to<Resource>(known.output);
    its.outputFormat = to<VkFormat>(known.outputFormat);
    its.accumulation = to<Accumulation>(known.accumulation);
    its.bias = to<Bias>(known.bias);
    its.layout = to<TableLayout>(known.layout);
    its.squares = known.squares != VK_FALSE;
    readChoice(known, &its);
    return create<SummedVolumeTable>(context, its, table);
}

VkDeviceSize vkscanVolumeTableScratchSize(const VkscanOperation* table, VkExtent3D maxExtent)
{
    const auto* const held = as<SummedVolumeTable>(table);
    return held != nullptr ? held->scratchSize(maxExtent) : 0;
}

VkscanStrategy vkscanVolumeTableStrategyFor(const VkscanOperation* table, VkExtent3D extent)
{
    const auto* const held = as<SummedVolumeTable>(table);
    return held != nullptr ? static_cast<VkscanStrategy>(held->strategyFor(extent)) : VKSCAN_STRATEGY_AUTO;
}

VkDescriptorSetLayout vkscanVolumeTableDescriptorSetLayout(const VkscanOperation* table)
{
    const auto* const held = as<SummedVolumeTable>(table);
    return held != nullptr ? held->descriptorSetLayout() : VK_NULL_HANDLE;
}

VkscanStatus vkscanWriteVolumeTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                               const VkscanSummedVolumeTableArgs* args)
{
    return callWith<SummedVolumeTable>(table, args,
                                       [&](const SummedVolumeTable& held, const SummedVolumeTableArgs& its) {
                                           return held.writeDescriptors(set, its);
                                       });
}

VkscanStatus vkscanRecordSummedVolumeTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                           const VkscanSummedVolumeTableArgs* args)
{
    return record<SummedVolumeTable>(table, commandBuffer, args);
}

VkscanStatus vkscanPlanSummedVolumeTable(const VkscanOperation* table, const VkscanSummedVolumeTableArgs* args,
                                         VkscanPlan* plan)
{
    return c_api::plan<SummedVolumeTable>(table, args, plan);
}
