#include "operations.h"

void checkAxisScan(void)
{
    VkscanAxisScanDesc desc = VKSCAN_AXIS_SCAN_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(AxisScan, scan);
    VkscanAxisScanArgs args = VKSCAN_AXIS_SCAN_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.extent = kCount;
    args.inner = 10;
    args.scratch = allocate(vkscanScratchSize(scan, kCount));
    args.count = kCount;
    RUN(AxisScan, scan);
    const uint32_t* const sums = hostOf(args.output);
    for (uint32_t i = 0; i < kCount; ++i)
        expectEqual(sums[i], numberAt(i) + (i < args.inner ? 0 : sums[i - args.inner]), "AxisScan");
}
