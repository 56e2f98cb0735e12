#include "operations.h"

void checkReduceByKey(void)
{
    VkscanReduceByKeyDesc desc = VKSCAN_REDUCE_BY_KEY_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(ReduceByKey, reduce);
    VkscanReduceByKeyArgs args = VKSCAN_REDUCE_BY_KEY_ARGS_INIT;
    args.input = runs();
    args.values = numbers();
    args.unique = words(kCount);
    args.reduced = words(kCount);
    args.runCount = words(1);
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    RUN(ReduceByKey, reduce);
    const uint32_t* const keys = hostOf(args.input);
    const uint32_t* const unique = hostOf(args.unique);
    const uint32_t* const reduced = hostOf(args.reduced);
    uint32_t run = 0;
    for (uint32_t i = 0; i < kCount; ++run) {
        uint32_t sum = 0;
        expectEqual(unique[run], keys[i], "ReduceByKey");
        do
            sum += numberAt(i++);
        while (i < kCount && keys[i] == keys[i - 1]);
        expectEqual(reduced[run], sum, "ReduceByKey");
    }
    expectEqual(*(const uint32_t*)hostOf(args.runCount), run, "ReduceByKey");
}
