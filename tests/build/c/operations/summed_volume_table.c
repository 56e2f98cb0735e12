#include "operations.h"

void checkSummedVolumeTable(void)
{
    enum { kSide = 10 };
    const VkExtent3D cube = {kSide, kSide, kSide};
    VkscanSummedVolumeTableDesc desc = VKSCAN_SUMMED_VOLUME_TABLE_DESC_INIT;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = VKSCAN_ACCUMULATION_U32;
    CREATE(SummedVolumeTable, table);
    EXPECT(vkscanSummedVolumeTableDescriptorSetLayout(table) == VK_NULL_HANDLE);
    VkscanSummedVolumeTableArgs args = VKSCAN_SUMMED_VOLUME_TABLE_ARGS_INIT;
    args.input.buffer = numbers();
    args.input.extent = cube;
    args.output.buffer = words(kSide * kSide * kSide);
    args.output.extent = cube;
    args.scratch = allocate(vkscanSummedVolumeTableScratchSize(table, cube));
    EXPECT(vkscanWriteSummedVolumeTableDescriptors(table, VK_NULL_HANDLE, &args) != VKSCAN_SUCCESS);
    RUN(SummedVolumeTable, table);
    const uint32_t* const sums = hostOf(args.output.buffer);
    for (uint32_t i = 0; i < kSide * kSide * kSide; ++i)
        expectEqual(sums[i], boxSum(cube, i % kSide + 1, i / kSide % kSide + 1, i / (kSide * kSide) + 1),
                    "SummedVolumeTable");
}
