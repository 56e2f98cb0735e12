#include "c_api/c_api.h"

#include <vkscan/summed_area_table.h>

using namespace vkscan;
using namespace vkscan::c_api;

static SummedAreaTableArgs argsOf(const VkscanSummedAreaTableArgs& given) noexcept
{
    SummedAreaTableArgs args;
    args.input = surfaceOf(given.input);
    args.output = surfaceOf(given.output);
    args.squares = surfaceOf(given.squares);
    args.bias = rangeOf(given.bias);
    args.region = given.region;
    args.scratch = rangeOf(given.scratch);
    args.descriptorSet = given.descriptorSet;
    readBarriers(given, &args);
    return args;
}

VkscanStatus vkscanCreateSummedAreaTable(const VkscanContext* context, const VkscanSummedAreaTableDesc* desc,
                                         VkscanOperation** table)
{
    VkscanSummedAreaTableDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    SummedAreaTableDesc its;
    its.input = to<Resource>(known.input);
    its.inputFormat = to<VkFormat>(known.inputFormat);
    its.output = to<Resource>(known.output);
    its.outputFormat = to<VkFormat>(known.outputFormat);
    its.accumulation = to<Accumulation>(known.accumulation);
    its.bias = to<Bias>(known.bias);
    its.layout = to<TableLayout>(known.layout);
    its.squares = known.squares != VK_FALSE;
    its.maxExtent = known.maxExtent;
    its.reproducible = known.reproducible != VK_FALSE;
    readChoice(known, &its);
    return create<SummedAreaTable>(context, its, table);
}

VkDeviceSize vkscanTableScratchSize(const VkscanOperation* table, uint32_t maxWidth, uint32_t maxHeight)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? held->scratchSize({maxWidth, maxHeight}) : 0;
}

VkscanStrategy vkscanTableStrategyFor(const VkscanOperation* table, uint32_t width, uint32_t height)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? static_cast<VkscanStrategy>(held->strategyFor({width, height})) : VKSCAN_STRATEGY_AUTO;
}

VkDescriptorSetLayout vkscanTableDescriptorSetLayout(const VkscanOperation* table)
{
    const auto* const held = as<SummedAreaTable>(table);
    return held != nullptr ? held->descriptorSetLayout() : VK_NULL_HANDLE;
}

VkscanStatus vkscanWriteTableDescriptors(const VkscanOperation* table, VkDescriptorSet set,
                                         const VkscanSummedAreaTableArgs* args)
{
    return callWith<SummedAreaTable>(table, args, [&](const SummedAreaTable& held, const SummedAreaTableArgs& its) {
        return held.writeDescriptors(set, its);
    });
}

VkscanStatus vkscanRecordSummedAreaTable(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                         const VkscanSummedAreaTableArgs* args)
{
    return record<SummedAreaTable>(table, commandBuffer, args);
}

VkscanStatus vkscanRecordSummedAreaTables(const VkscanOperation* table, VkCommandBuffer commandBuffer,
                                          const VkscanSummedAreaTableArgs* const* batch, uint32_t count)
{
    static_assert(VKSCAN_MAX_TABLE_BATCH == kMaxTableBatch);
    SummedAreaTableArgs tables[kMaxTableBatch];
    for (uint32_t i = 0; batch != nullptr && i < std::min(count, kMaxTableBatch); ++i) {
        const VkscanStatus read = callWith<SummedAreaTable>(table, batch[i], [&](const auto&, const auto& args) {
            tables[i] = args;
            return Status::Success;
        });
        if (read != VKSCAN_SUCCESS)
            return read;
    }
    const auto* const held = as<SummedAreaTable>(table);
    if (held == nullptr)
        return toC({Argument::Operation, table == nullptr ? Rule::NotCreated : Rule::WrongType});
    return toC(held->recordBatch(commandBuffer, batch != nullptr ? tables : nullptr, count));
}

VkscanStatus vkscanPlanSummedAreaTable(const VkscanOperation* table, const VkscanSummedAreaTableArgs* args,
                                       VkscanPlan* plan)
{
    return c_api::plan<SummedAreaTable>(table, args, plan);
}
