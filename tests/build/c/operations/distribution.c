#include "operations.h"

void checkDistribution(void)
{
    VkscanDistributionDesc desc = VKSCAN_DISTRIBUTION_DESC_INIT;
    desc.withAlias = VK_TRUE;
    CREATE(Distribution, distribution);
    VkscanDistributionArgs args = VKSCAN_DISTRIBUTION_ARGS_INIT;
    EXPECT(vkscanDistributionRows(kCount, args.rowLength) == 1);
    args.input = allocate(kCount * sizeof(float));
    args.output = allocate(vkscanDistributionEntries(kCount, args.rowLength) * sizeof(float));
    args.alias = allocate(vkscanDistributionAliasEntries(kCount, args.rowLength) * 8);
    args.temporary = allocate(vkscanDistributionTemporaryBytes(kCount, args.rowLength));
    args.count = kCount;
    float* const weights = hostOf(args.input);
    for (uint32_t i = 0; i < kCount; ++i)
        weights[i] = (float)numberAt(i);
    EXPECT(vkscanDistributionDescriptorSetLayout(distribution) == VK_NULL_HANDLE);
    EXPECT(vkscanWriteDistributionDescriptors(distribution, VK_NULL_HANDLE, &args) != VKSCAN_SUCCESS);
    RUN(Distribution, distribution);
    EXPECT(vkscanDispatchCount(plan) == 4);
    const float* const table = hostOf(args.output);
    uint32_t sum = 0; // exact, as a float
    for (uint32_t i = 0; i < kCount; ++i) {
        sum += numberAt(i);
        expectEqual((uint64_t)table[4 + i], sum, "Distribution");
    }
    expectEqual((uint64_t)table[0], sum, "Distribution");
}
