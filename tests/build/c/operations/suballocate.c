#include "operations.h"

void checkSuballocate(void)
{
    VkscanSuballocateDesc desc = VKSCAN_SUBALLOCATE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(Suballocate, suballocate);
    VkscanSuballocateArgs args = VKSCAN_SUBALLOCATE_ARGS_INIT;
    args.counts = numbers();
    args.offsets = words(kCount);
    args.capacity = 100000;
    args.scratch = allocate(vkscanScratchSize(suballocate, kCount));
    args.count = kCount;
    RUN(Suballocate, suballocate);
    const uint32_t* const offsets = hostOf(args.offsets);
    uint32_t offset = 0;
    for (uint32_t i = 0; i < kCount; offset += numberAt(i), ++i)
        expectEqual(offsets[i], offset + numberAt(i) <= 100000 ? offset : VKSCAN_NO_ALLOCATION, "Suballocate");
}
