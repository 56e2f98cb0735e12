#include "operations.h"

void checkSegmentedReduce(void)
{
    VkscanSegmentedReduceDesc desc = VKSCAN_SEGMENTED_REDUCE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(SegmentedReduce, reduce);
    VkscanSegmentedReduceArgs args = VKSCAN_SEGMENTED_REDUCE_ARGS_INIT;
    args.input = numbers();
    args.result = words(kRows);
    args.segments = words(kRows + 1);
    args.segmentCount = kRows;
    args.scratch = allocate(vkscanScratchSize(reduce, kCount));
    args.count = kCount;
    uint32_t* const offsets = hostOf(args.segments);
    for (uint32_t i = 0; i <= kRows; ++i)
        offsets[i] = i * kRow;
    RUN(SegmentedReduce, reduce);
    const uint32_t* const results = hostOf(args.result);
    for (uint32_t i = 0; i < kRows; ++i) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < kRow; ++k)
            sum += numberAt(i * kRow + k);
        expectEqual(results[i], sum, "SegmentedReduce");
    }
}
