#include "operations.h"

void checkSplit(void)
{
    VkscanRadixSortDesc desc = VKSCAN_RADIX_SORT_DESC_INIT;
    desc.firstBit = 3;
    desc.endBit = 4;
    desc.maxCount = kCount;
    CREATE(RadixSort, split);
    VkscanRadixSortArgs args = VKSCAN_RADIX_SORT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.bucketOffsets = words(3);
    args.scratch = allocate(vkscanScratchSize(split, kCount));
    args.count = kCount;
    RUN(RadixSort, split);
    const uint32_t* const buckets = hostOf(args.output);
    const uint32_t* const offsets = hostOf(args.bucketOffsets);
    uint32_t count = 0;
    for (uint32_t bucket = 0; bucket < 2; ++bucket) {
        expectEqual(offsets[bucket], count, "split");
        for (uint32_t i = 0; i < kCount; ++i)
            if ((numberAt(i) >> 3 & 1) == bucket)
                expectEqual(buckets[count++], numberAt(i), "split");
    }
    expectEqual(offsets[2], kCount, "split");
}
