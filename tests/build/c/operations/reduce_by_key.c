#include "operations.h"

// Checks keys, and the sums of their values or, without values, their numbers.
static void checkRuns(VkscanRunValue runValue)
{
    const int hasValues = runValue == VKSCAN_RUN_VALUE_REDUCED;
    VkscanReduceByKeyDesc desc = VKSCAN_REDUCE_BY_KEY_DESC_INIT;
    desc.runValue = runValue;
    desc.maxCount = kCount;
    CREATE(ReduceByKey, reduce);
    VkscanReduceByKeyArgs args = VKSCAN_REDUCE_BY_KEY_ARGS_INIT;
    args.input = runs();
    args.unique = words(kCount);
    const VkscanBufferRange results = words(kCount);
    if (hasValues) {
        args.values = numbers();
        args.reduced = results;
    } else {
        args.lengths = results;
    }
    args.runCount = words(1);
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    RUN(ReduceByKey, reduce);
    const uint32_t* const keys = hostOf(args.input);
    const uint32_t* const unique = hostOf(args.unique);
    const uint32_t* const found = hostOf(results);
    uint32_t run = 0;
    for (uint32_t i = 0; i < kCount; ++run) {
        uint32_t sum = 0;
        expectEqual(unique[run], keys[i], "ReduceByKey");
        do
            sum += hasValues ? numberAt(i) : 1;
        while (++i < kCount && keys[i] == keys[i - 1]);
        expectEqual(found[run], sum, "ReduceByKey");
    }
    expectEqual(*(const uint32_t*)hostOf(args.runCount), run, "ReduceByKey");
}

void checkReduceByKey(void)
{
    checkRuns(VKSCAN_RUN_VALUE_REDUCED);
    checkRuns(VKSCAN_RUN_VALUE_NONE);
}
