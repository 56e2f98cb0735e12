#include "operations.h"

#include <stdlib.h>

static int compareNumbers(const void* a, const void* b)
{
    const uint32_t first = *(const uint32_t*)a;
    const uint32_t second = *(const uint32_t*)b;
    return (first < second) - (first > second); // descending
}

void checkRadixSort(void)
{
    VkscanRadixSortDesc desc = VKSCAN_RADIX_SORT_DESC_INIT;
    desc.descending = VK_TRUE;
    desc.withIndex = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(RadixSort, sort);
    VkscanRadixSortArgs args = VKSCAN_RADIX_SORT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.sortedValues = words(kCount);
    args.temporary = allocate(vkscanRadixSortTemporarySize(sort, kCount));
    args.scratch = allocate(vkscanScratchSize(sort, kCount));
    args.count = kCount;
    RUN(RadixSort, sort);
    uint32_t sorted[kCount];
    for (uint32_t i = 0; i < kCount; ++i)
        sorted[i] = numberAt(i);
    qsort(sorted, kCount, sizeof(sorted[0]), compareNumbers);
    const uint32_t* const keys = hostOf(args.output);
    const uint32_t* const indices = hostOf(args.sortedValues);
    for (uint32_t i = 0; i < kCount; ++i) {
        expectEqual(keys[i], sorted[i], "RadixSort");
        expectEqual(numberAt(indices[i]), sorted[i], "RadixSort");
    }
}
