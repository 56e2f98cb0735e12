#include "operations.h"

void checkTopK(void)
{
    VkscanTopKDesc desc = VKSCAN_TOP_K_DESC_INIT;
    desc.maxK = 10;
    desc.maxCount = kCount;
    CREATE(TopK, topK);
    VkscanTopKArgs args = VKSCAN_TOP_K_ARGS_INIT;
    args.input = numbers();
    args.k = 10;
    args.output = words(10);
    args.temporary = allocate(vkscanTopKTemporarySize(topK, kCount));
    args.count = kCount;
    RUN(TopK, topK);
    const uint32_t* const greatest = hostOf(args.output);
    for (uint32_t i = 0; i < 10; ++i) {
        uint32_t greater = 0; // no two numbers are equal
        for (uint32_t k = 0; k < kCount; ++k)
            greater += numberAt(k) > greatest[i];
        expectEqual(greater, i, "TopK");
    }
}
