// Runs one segmented scan on the device and compares every element with a serial reference.
#ifndef VKSCAN_TESTS_SEGMENTED_CHECK_H
#define VKSCAN_TESTS_SEGMENTED_CHECK_H

#include "scan_check.h"

#include "operations/segmented_scan.h"

namespace testing_support {

// The positions of heads; element 0 need not be one.
enum class Shape { None, All, Sparse, Random, Dense, Edges };
inline constexpr Shape kShapes[] = {Shape::None, Shape::All, Shape::Sparse, Shape::Random, Shape::Dense, Shape::Edges};

// The heads of a shape. `tile` is in elements, with windows of four tiles.
[[nodiscard]] std::vector<bool> headsOf(Shape shape, uint64_t count, uint64_t tile);

struct SegmentedCase {
    VkDeviceSize inputMisalignment = 0; // elements
    VkDeviceSize outputMisalignment = 0;
    VkDeviceSize segmentsMisalignment = 0; // words
    Fence segmentsFence = Fence::Behind;
    bool inPlace = false;
    bool ownScratch = false;
    std::optional<uint32_t> gpuCount;
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    unsigned submissions = 1;
};

[[nodiscard]] std::string describe(const vkscan::SegmentedScanDesc& desc, const SegmentedCase& segmentedCase,
                                   uint64_t count);

// Whether an element is in a row, not in the padding after it.
[[nodiscard]] bool isInRow(const SegmentedCase& segmentedCase, uint64_t i);

// The segments in the operation's form. Keys repeat in segments that are not neighbours.
[[nodiscard]] std::vector<uint32_t> segmentWords(vkscan::Segments segments, const std::vector<bool>& heads);

[[nodiscard]] vkscan::SegmentedScan createSegmented(const vkscan::Forced<vkscan::SegmentedScanDesc>& desc,
                                                    const vkscan::Tuning& tuning, uint32_t operatorCode);

template <class T, class Combine>
std::vector<T> referenceSegmentedScan(const std::vector<T>& input, const vkscan::SegmentedScanDesc& desc,
                                      const std::vector<bool>& heads, T identityValue, const Combine& combineElements)
{
    std::vector<T> output(input.size());
    const bool backward = desc.direction == vkscan::Direction::Backward;
    T running = identityValue;
    for (std::size_t step = 0; step < input.size(); ++step) {
        const std::size_t i = backward ? input.size() - 1 - step : step;
        if (backward ? i + 1 < input.size() && heads[i + 1] : heads[i])
            running = identityValue;
        const T next = combineElements(running, input[i]);
        output[i] = desc.kind == vkscan::Kind::Exclusive ? running : next;
        running = next;
    }
    return output;
}

// Returns the output.
template <class T>
std::vector<T> scanOnDevice(const vkscan::SegmentedScan& scan, const vkscan::SegmentedScanDesc& desc,
                            const SegmentedCase& segmentedCase, const std::vector<T>& values,
                            const std::vector<uint32_t>& words)
{
    const Fence fence = desc.direction == vkscan::Direction::Backward ? Fence::Before : Fence::Behind;
    const std::vector<unsigned char> inputBytes = storedBytesOf(desc.input, values);
    TestArray input(inputBytes, segmentedCase.inputMisalignment * bytesOf<T>(desc.input) % 16, fence);
    TestArray separateOutput(segmentedCase.inPlace ? 0 : values.size() * bytesOf<T>(desc.output),
                             segmentedCase.outputMisalignment * bytesOf<T>(desc.output) % 16, fence);
    TestArray& output = segmentedCase.inPlace ? input : separateOutput;
    const VkDeviceSize segmentAlignment = desc.segments == vkscan::Segments::Keys64 ? 8 : 4;
    const TestArray segments(words, segmentedCase.segmentsMisalignment * segmentAlignment % 16,
                             segmentedCase.segmentsFence);
    const CountBuffer countBuffer(segmentedCase.gpuCount);
    TestArray ownScratch(segmentedCase.ownScratch ? scan.scratchSize(values.size()) : 0);
    ownScratch.fill(0);

    vkscan::SegmentedScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.segments = segments.range();
    args.rowLength = segmentedCase.rowLength;
    args.rowPitch = segmentedCase.rowPitch;
    if (desc.segments == vkscan::Segments::Offsets)
        args.segmentCount = static_cast<uint32_t>(words.size() - 1);
    args.count = values.size();
    args.scratch = segmentedCase.ownScratch ? ownScratch.range() : sharedScratch(scan.scratchSize(args.count));
    args.countBuffer = countBuffer.range();
    submit(scan, args, segmentedCase.submissions);
    return valuesOfBytes<T>(desc.output, output.values<unsigned char>());
}

template <class T, class Combine>
void checkSegmented(const vkscan::SegmentedScan& scan, const vkscan::SegmentedScanDesc& desc,
                    const SegmentedCase& segmentedCase, std::vector<bool> heads, const std::vector<T>& values,
                    T identityValue, const Combine& combineElements)
{
    const bool rows = desc.segments == vkscan::Segments::Rows;
    if (rows)
        for (std::size_t i = 0; i < heads.size(); ++i)
            heads[i] = i == 0 || isInRow(segmentedCase, i) != isInRow(segmentedCase, i - 1) ||
                       i % std::max(segmentedCase.rowLength, segmentedCase.rowPitch) == 0;
    const std::vector<T> actual = scanOnDevice(scan, desc, segmentedCase, values, segmentWords(desc.segments, heads));
    const uint64_t count = std::min<uint64_t>(values.size(), segmentedCase.gpuCount.value_or(0xffffffffu));
    const std::vector<T> scanned(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
    const std::vector<T> expected = valuesOfBytes<T>(
        desc.output,
        storedBytesOf(desc.output, referenceSegmentedScan(scanned, desc, heads, identityValue, combineElements)));
    std::vector<T> untouched(values);
    if (!segmentedCase.inPlace)
        untouched =
            valuesOfBytes<T>(desc.output, std::vector<unsigned char>(values.size() * bytesOf<T>(desc.output), 0xcc));
    SCOPED_TRACE(describe(desc, segmentedCase, values.size()));
    for (uint64_t i = 0; i < values.size(); ++i) {
        if (i < count && (!rows || isInRow(segmentedCase, i)))
            ASSERT_EQ(actual[i], expected[i]) << "at " << i;
        else
            ASSERT_EQ(std::memcmp(&actual[i], &untouched[i], sizeof(T)), 0) << "written at " << i;
    }
}

} // namespace testing_support

#endif
