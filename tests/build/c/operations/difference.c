#include "operations.h"

void checkDifference(void)
{
    const VkscanDifferenceDesc desc = VKSCAN_DIFFERENCE_DESC_INIT;
    CREATE(Difference, difference);
    VkscanDifferenceArgs args = VKSCAN_DIFFERENCE_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.count = kCount;
    RUN(Difference, difference);
    const uint32_t* const differences32 = hostOf(args.output);
    for (uint32_t i = 0; i < kCount; ++i)
        expectEqual(differences32[i], numberAt(i) - (i == 0 ? 0 : numberAt(i - 1)), "Difference");
}
