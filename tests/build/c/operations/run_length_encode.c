#include "operations.h"

void checkRunLengthEncode(void)
{
    VkscanRunLengthEncodeDesc desc = VKSCAN_RUN_LENGTH_ENCODE_DESC_INIT;
    desc.maxCount = kCount;
    CREATE(RunLengthEncode, encode);
    VkscanRunLengthEncodeArgs args = VKSCAN_RUN_LENGTH_ENCODE_ARGS_INIT;
    args.input = runs();
    args.lengths = words(kCount);
    args.scratch = allocate(vkscanScratchSize(encode, kCount));
    args.count = kCount;
    RUN(RunLengthEncode, encode);
    const uint32_t* const keys = hostOf(args.input);
    const uint32_t* const lengths = hostOf(args.lengths);
    uint32_t run = 0;
    for (uint32_t i = 0, first = 0; i < kCount; ++i) {
        if (i + 1 == kCount || keys[i + 1] != keys[i]) {
            expectEqual(lengths[run++], i + 1 - first, "RunLengthEncode");
            first = i + 1;
        }
    }
}
