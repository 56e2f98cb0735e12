#include "operations.h"

void checkExpand(void)
{
    VkscanExpandDesc desc = VKSCAN_EXPAND_DESC_INIT;
    desc.fromOffsets = VK_TRUE;
    desc.maxCount = kCount;
    CREATE(Expand, expand);
    VkscanExpandArgs args = VKSCAN_EXPAND_ARGS_INIT;
    args.offsets = words(kCount + 1);
    args.output = words(kCount * 3);
    args.index = words(kCount * 3);
    args.scratch = allocate(vkscanScratchSize(expand, kCount));
    args.count = kCount;
    uint32_t* const offsets = hostOf(args.offsets);
    for (uint32_t i = 0; i < kCount; ++i)
        offsets[i + 1] = offsets[i] + numberAt(i) % 4;
    RUN(Expand, expand);
    const uint32_t* const sources = hostOf(args.output);
    const uint32_t* const ranks = hostOf(args.index);
    for (uint32_t source = 0; source < kCount; ++source) {
        for (uint32_t i = offsets[source]; i < offsets[source + 1]; ++i) {
            expectEqual(sources[i], source, "Expand");
            expectEqual(ranks[i], i - offsets[source], "Expand");
        }
    }
}
