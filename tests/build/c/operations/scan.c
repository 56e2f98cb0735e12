#include "operations.h"

void checkScan(void)
{
    VkscanScanDesc desc = VKSCAN_SCAN_DESC_INIT;
    desc.kind = VKSCAN_KIND_EXCLUSIVE;
    desc.direction = VKSCAN_DIRECTION_BACKWARD;
    desc.maxCount = kCount;
    CREATE(Scan, scan);
    EXPECT(vkscanMaxCount(scan) == kCount);
    VkscanScanArgs args = VKSCAN_SCAN_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.initial = u32Of(5);
    args.total = words(1);
    args.scratch = allocate(vkscanScratchSize(scan, kCount));
    args.count = kCount;
    args.barrierBefore = args.barrierAfter = VK_TRUE;
    RUN(Scan, scan);
    const uint32_t* const scanned = hostOf(args.output);
    uint32_t sum = 5;
    for (uint32_t i = kCount; i-- > 0; sum += numberAt(i))
        expectEqual(scanned[i], sum, "Scan");
    expectEqual(*(const uint32_t*)hostOf(args.total), sum, "Scan");
}
