#include "operations.h"

void checkSegmentedScan(void)
{
    VkscanSegmentedScanDesc desc = VKSCAN_SEGMENTED_SCAN_DESC_INIT;
    desc.segments = VKSCAN_SEGMENTS_ROWS;
    desc.maxCount = kCount;
    CREATE(SegmentedScan, scan);
    VkscanSegmentedScanArgs args = VKSCAN_SEGMENTED_SCAN_ARGS_INIT;
    args.input = numbers();
    args.output = words(kCount);
    args.rowLength = kRow;
    args.scratch = allocate(vkscanScratchSize(scan, kCount));
    args.count = kCount;
    RUN(SegmentedScan, scan);
    const uint32_t* const sums = hostOf(args.output);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < kCount; ++i) {
        sum = i % kRow == 0 ? numberAt(i) : sum + numberAt(i);
        expectEqual(sums[i], sum, "SegmentedScan");
    }
}
