// Arrays beyond 4 GiB, where the device has the memory. Slow: see the label `soak`.
#include "scan_check.h"

using namespace testing_support;
using namespace vkscan;

namespace {

class LargeTest : public testing::TestWithParam<Strategy> {};

// A scan of ones is its own index: sampled at both ends of every gibibyte.
void checkCounting(const Scan& scan, uint64_t count, bool inPlace)
{
    SCOPED_TRACE(count);
    if (count > scan.maxCount())
        GTEST_SKIP() << "more than the strategy takes on this device";
    gpu::Buffer input, output, scratch;
    try {
        input = device().createBuffer(count * sizeof(uint32_t));
        if (!inPlace)
            output = device().createBuffer(count * sizeof(uint32_t));
        scratch = device().createBuffer(scan.scratchSize(count));
    } catch (const std::runtime_error& error) {
        GTEST_SKIP() << count << " elements do not fit the device: " << error.what();
    }
    device().fill(input, 1);
    device().fill(scratch, 0);
    const gpu::Buffer& result = inPlace ? input : output;
    ScanArgs args;
    args.input = input.range();
    args.output = result.range();
    args.scratch = scratch.range();
    args.count = count;
    device().run([&](VkCommandBuffer commandBuffer) { EXPECT_EQ(scan.record(commandBuffer, args), Status::Success); });
    uint32_t header[4] = {};
    device().download(scratch, header);
    EXPECT_EQ(header[kScratchStatusOffset / sizeof(uint32_t)], static_cast<uint32_t>(ScratchStatus::Complete));
    constexpr uint64_t kSample = 1 << 16;
    std::vector<uint32_t> sample(kSample);
    for (uint64_t first = 0; first + kSample <= count; first += (1 << 28) - kSample) {
        const uint64_t start = first + (1 << 28) - kSample > count - kSample ? count - kSample : first;
        device().download(result, sample, start * sizeof(uint32_t));
        for (uint64_t i = 0; i < kSample; ++i)
            ASSERT_EQ(sample[i], static_cast<uint32_t>(start + i + 1)) << "at " << start + i;
    }
}

// Others take 256 tiles at most.
bool takesLargeArrays(Strategy strategy)
{
    return strategy != Strategy::SingleWorkgroup && strategy != Strategy::FlatSum;
}

TEST_P(LargeTest, BeyondFourGibibytes)
{
    study::ScanDesc desc;
    desc.strategy = GetParam();
    desc.assumeForwardProgress = true;
    const Scan scan = createScan(desc);
    checkCounting(scan, (uint64_t{1} << 31) + 5, false);
    checkCounting(scan, uint64_t{1} << 33, true);
}

INSTANTIATE_TEST_SUITE_P(Strategies, LargeTest, testing::ValuesIn(only(scanStrategies(), takesLargeArrays)));

} // namespace
