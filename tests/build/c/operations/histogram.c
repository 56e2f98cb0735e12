#include "operations.h"

void checkHistogram(void)
{
    enum { kBins = 8 };
    VkscanHistogramDesc desc = VKSCAN_HISTOGRAM_DESC_INIT;
    desc.binCount = kBins;
    CREATE(Histogram, histogram);
    VkscanHistogramArgs args = VKSCAN_HISTOGRAM_ARGS_INIT;
    args.input = numbers();
    args.counts = words(kBins);
    args.lower = u32Of(9);
    args.width = u32Of(100);
    args.count = kCount;
    EXPECT(vkscanHistogramDescriptorSetLayout(histogram) == VK_NULL_HANDLE);
    EXPECT(vkscanWriteHistogramDescriptors(histogram, VK_NULL_HANDLE, &args) != VKSCAN_SUCCESS);
    RUN(Histogram, histogram);
    uint32_t expected[kBins] = {0};
    for (uint32_t i = 0; i < kCount; ++i)
        if (numberAt(i) >= 9 && (numberAt(i) - 9) / 100 < kBins)
            ++expected[(numberAt(i) - 9) / 100];
    const uint32_t* const counts = hostOf(args.counts);
    for (uint32_t bin = 0; bin < kBins; ++bin)
        expectEqual(counts[bin], expected[bin], "Histogram");
}
