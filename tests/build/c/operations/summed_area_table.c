#include "operations.h"

void checkSummedAreaTable(void)
{
    enum { kWidth = 40, kHeight = 25 };
    const VkExtent2D extent = {kWidth, kHeight};
    VkscanSummedAreaTableDesc desc = VKSCAN_SUMMED_AREA_TABLE_DESC_INIT;
    desc.input = desc.output = VKSCAN_RESOURCE_BUFFER;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = VKSCAN_ACCUMULATION_U32;
    desc.layout = VKSCAN_TABLE_LAYOUT_ZERO_BORDER;
    desc.maxExtent = extent;
    CREATE(SummedAreaTable, table);
    EXPECT(vkscanSummedAreaTableDescriptorSetLayout(table) == VK_NULL_HANDLE && vkscanScratchSize(table, kCount) == 0);
    VkscanSummedAreaTableArgs args[2] = {VKSCAN_SUMMED_AREA_TABLE_ARGS_INIT, VKSCAN_SUMMED_AREA_TABLE_ARGS_INIT};
    for (int i = 0; i < 2; ++i) {
        args[i].input.buffer = numbers();
        args[i].input.extent = extent;
        args[i].output.buffer = words((kWidth + 1) * (kHeight + 1));
        args[i].output.extent = (VkExtent2D){kWidth + 1, kHeight + 1};
        args[i].scratch = allocate(vkscanSummedAreaTableScratchSize(table, extent));
    }
    EXPECT(vkscanWriteSummedAreaTableDescriptors(table, VK_NULL_HANDLE, &args[0]) != VKSCAN_SUCCESS);
    const VkscanSummedAreaTableArgs* batch[VKSCAN_MAX_TABLE_BATCH + 1] = {&args[0], NULL};
    EXPECT(says(vkscanRecordSummedAreaTableBatch(NULL, commandBuffer, batch, 1), "operation: must have been created"));
    EXPECT(says(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, 2), "structure: must not be null"));
    EXPECT(vkscanRecordSummedAreaTableBatch(table, commandBuffer, NULL, 1) != VKSCAN_SUCCESS);
    for (uint32_t i = 1; i <= VKSCAN_MAX_TABLE_BATCH; ++i)
        batch[i] = &args[0];
    EXPECT(says(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, VKSCAN_MAX_TABLE_BATCH + 1), "count:"));
    requireStatus(vkscanRecordSummedAreaTableBatch(table, commandBuffer, batch, 1));
    requireStatus(vkscanRecordSummedAreaTable(table, commandBuffer, &args[1]));
    run(table, vkscanPlanSummedAreaTable(table, &args[0], plan));
    for (int i = 0; i < 2; ++i) {
        const uint32_t* const entries = hostOf(args[i].output.buffer);
        for (uint32_t y = 0; y <= kHeight; ++y)
            for (uint32_t x = 0; x <= kWidth; ++x)
                expectEqual(entries[y * (kWidth + 1) + x], boxSum((VkExtent3D){kWidth, kHeight, 1}, x, y, 1),
                            "SummedAreaTable");
    }
}
