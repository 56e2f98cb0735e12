#include "operations.h"

void checkQuantiles(void)
{
    VkscanQuantilesDesc desc = VKSCAN_QUANTILES_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(Quantiles, quantiles);
    VkscanQuantilesArgs args = VKSCAN_QUANTILES_ARGS_INIT;
    args.input = numbers();
    args.quantiles = words(1);
    *(uint32_t*)hostOf(args.quantiles) = 100;
    args.areRanks = 1;
    args.output = words(1);
    args.temporary = allocate(vkscanQuantilesTemporarySize(quantiles, kCount));
    args.count = kCount;
    RUN(Quantiles, quantiles);
    const uint32_t* const found = hostOf(args.output);
    uint32_t less = 0; // no two numbers are equal
    for (uint32_t k = 0; k < kCount; ++k)
        less += numberAt(k) < *found;
    expectEqual(less, 100, "Quantiles");
}
