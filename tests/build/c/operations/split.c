#include "operations.h"

void checkSplit(void)
{
    VkscanSplitDesc desc = VKSCAN_SPLIT_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(Split, split);
    VkscanSplitArgs args = VKSCAN_SPLIT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.shift = 3;
    args.scratch = allocate(vkscanScratchSize(split, kCount));
    args.count = kCount;
    RUN(Split, split);
    const uint32_t* const buckets = hostOf(args.output);
    uint32_t count = 0;
    for (uint32_t bucket = 0; bucket < 2; ++bucket)
        for (uint32_t i = 0; i < kCount; ++i)
            if ((numberAt(i) >> 3 & 1) == bucket)
                expectEqual(buckets[count++], numberAt(i), "Split");
}
