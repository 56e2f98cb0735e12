#include "operations.h"

void checkReduce(void)
{
    VkscanReduceDesc desc = VKSCAN_REDUCE_DESC_INIT;
    desc.op = VKSCAN_OP_MAX;
    desc.withIndex = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Reduce, reduce);
    VkscanReduceArgs args = VKSCAN_REDUCE_ARGS_INIT;
    args.input = numbers();
    args.result = words(1);
    args.index = words(1);
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    RUN(Reduce, reduce);
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < kCount; ++i)
        greatest = numberAt(i) > numberAt(greatest) ? i : greatest;
    expectEqual(*(const uint32_t*)hostOf(args.result), numberAt(greatest), "Reduce");
    expectEqual(*(const uint32_t*)hostOf(args.index), greatest, "Reduce");
}
