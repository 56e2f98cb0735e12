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

// Rows on both sides of the 2^32nd element, which the device's 32-bit division does not reach.
TEST(LargeRowsTest, BeyondFourGibielements)
{
    constexpr uint64_t kCount = (uint64_t{1} << 32) + 10'000'001;
    constexpr uint32_t kLength = 3'000'000, kPitch = 3'000'007;
    constexpr auto kRows = static_cast<uint32_t>((kCount + kPitch - 1) / kPitch);
    const SegmentedReduceDesc desc{.segments = Segments::Rows, .input = StoredType::U8};
    SegmentedReduce reduce;
    ASSERT_EQ(SegmentedReduce::create(context(), desc, &reduce), Status::Success);
    gpu::Buffer input, scratch;
    try {
        input = device().createBuffer(kCount + 3);
        scratch = device().createBuffer(reduce.scratchSize(kCount));
    } catch (const std::runtime_error& error) {
        GTEST_SKIP() << kCount << " elements do not fit the device: " << error.what();
    }
    gpu::Buffer result = device().createBuffer(kRows * sizeof(uint32_t));
    device().fill(input, 0x01010101);
    device().fill(scratch, 0);
    SegmentedReduceArgs args;
    args.input = {input.range().address, kCount};
    args.result = result.range();
    args.scratch = scratch.range();
    args.count = kCount;
    args.rowLength = kLength;
    args.rowPitch = kPitch;
    device().run(
        [&](VkCommandBuffer commandBuffer) { EXPECT_EQ(reduce.record(commandBuffer, args), Status::Success); });
    std::vector<uint32_t> sums(kRows);
    device().download(result, sums);
    for (uint64_t row = 0; row < kRows; ++row)
        ASSERT_EQ(sums[row], std::min<uint64_t>(kCount - row * kPitch, kLength)) << "row " << row;
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
