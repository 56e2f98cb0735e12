#include "operations.h"

void checkCompact(void)
{
    VkscanCompactDesc desc = VKSCAN_COMPACT_DESC_INIT;
    desc.predicate.condition = VKSCAN_CONDITION_GREATER;
    desc.withRest = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Compact, compact);
    VkscanCompactArgs args = VKSCAN_COMPACT_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.rest = words(kCount);
    args.operand = u32Of(500);
    args.selectedCount = words(1);
    args.indirect.field = words(2);
    args.indirect.divisor = 64;
    args.indirect.dispatch = VK_TRUE;
    args.scratch = allocate(vkscanScratchSize(compact, kCount));
    args.count = kCount;
    RUN(Compact, compact);
    const uint32_t* const selected = hostOf(args.output);
    const uint32_t* const rest = hostOf(args.rest);
    uint32_t count = 0;
    for (uint32_t i = 0; i < kCount; ++i)
        if (numberAt(i) > 500)
            expectEqual(selected[count++], numberAt(i), "Compact");
        else
            expectEqual(rest[i - count], numberAt(i), "Compact");
    expectEqual(*(const uint32_t*)hostOf(args.selectedCount), count, "Compact");
    const uint32_t* grid = hostOf(args.indirect.field);
    EXPECT(grid[0] == (count + 63) / 64 && grid[1] == 1);
}
