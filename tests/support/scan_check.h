// Runs one scan on the device and compares every element with the serial reference.
#ifndef VKSCAN_TESTS_SCAN_CHECK_H
#define VKSCAN_TESTS_SCAN_CHECK_H

#include "axis_values.h"
#include "reference.h"
#include "stored_values.h"
#include "submit.h"
#include "test_array.h"

#include "study/scan.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>

namespace testing_support {

// Parameters of one run of a scan; addresses are misaligned in elements.
struct ScanCase {
    uint64_t count = 0;
    VkDeviceSize inputMisalignment = 0;
    VkDeviceSize outputMisalignment = 0;
    bool inPlace = false;
    bool withTotal = true;
    bool withInitial = false;
    bool ownScratch = false;          // fenced and freshly zeroed; otherwise shared by all cases and never cleared
    std::optional<uint32_t> gpuCount; // a count that the device reads
    unsigned submissions = 1;         // submissions of the same commands
};

[[nodiscard]] std::string describe(const vkscan::study::ScanDesc& desc, const ScanCase& scanCase);

// A test's name from its parameters.
[[nodiscard]] std::string strategyName(const testing::TestParamInfo<vkscan::Strategy>& info);
[[nodiscard]] std::string
strategyAndTypeName(const testing::TestParamInfo<std::tuple<vkscan::Strategy, vkscan::ElementType>>& info);

// A scan with `tuning`, or the library's.
[[nodiscard]] vkscan::Scan createScan(const vkscan::study::ScanDesc& desc,
                                      const std::optional<vkscan::Tuning>& tuning = std::nullopt);

// Calls `combineElements` in scan order, with the given values and identity.
template <class T, class Combine>
void checkScan(const vkscan::Scan& scan, const vkscan::study::ScanDesc& desc, const ScanCase& scanCase,
               const std::vector<T>& values, T identityValue, const Combine& combineElements)
{
    SCOPED_TRACE(describe(desc, scanCase));
    const Fence fence = desc.direction == vkscan::Direction::Backward ? Fence::Before : Fence::Behind;
    const std::vector<unsigned char> inputBytes = storedBytesOf(desc.input, values);
    TestArray input(inputBytes, scanCase.inputMisalignment * bytesOf<T>(desc.input) % 16, fence);
    TestArray separateOutput(scanCase.inPlace ? 0 : scanCase.count * bytesOf<T>(desc.output),
                             scanCase.outputMisalignment * bytesOf<T>(desc.output) % 16, fence);
    TestArray& output = scanCase.inPlace ? input : separateOutput;
    const TestArray total(desc.tupleSize * sizeof(T));
    const CountBuffer countBuffer(scanCase.gpuCount);
    TestArray ownScratch(scanCase.ownScratch ? scan.scratchSize(scanCase.count) : 0);
    ownScratch.fill(0);

    vkscan::ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.count = scanCase.count;
    args.scratch = scanCase.ownScratch ? ownScratch.range() : sharedScratch(scan.scratchSize(scanCase.count));
    if (scanCase.withTotal)
        args.total = total.range();
    args.countBuffer = countBuffer.range();
    T initial = {};
    if (scanCase.withInitial) // a NaN, if the first element is one
        initial = !values.empty() && values[0] != values[0] ? values[0] : combineElements(identityValue, T{3});
    if (scanCase.withInitial)
        args.initial = vkscan::Scalar(initial);
    submit(scan, args, scanCase.submissions);

    const auto outputBytes = output.values<unsigned char>();
    const std::vector<unsigned char> untouched =
        scanCase.inPlace ? inputBytes : std::vector<unsigned char>(outputBytes.size(), kUnwritten);
    const std::vector<T> actual = valuesOfBytes<T>(desc.output, outputBytes);
    const uint64_t trueCount = std::min<uint64_t>(scanCase.count, scanCase.gpuCount.value_or(0xffffffffu));
    std::vector<T> scanned(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(trueCount));
    std::vector<T> expected;
    const T start = scanCase.withInitial ? combineElements(identityValue, initial) : identityValue;
    const std::vector<T> expectedTotals = referenceScan(scanned, desc, start, combineElements, &expected);
    expected = valuesOfBytes<T>(desc.output, storedBytesOf(desc.output, expected));
    for (uint64_t i = 0; i < trueCount; ++i)
        ASSERT_EQ(actual[i], expected[i]) << "at " << i;

    // Beyond the true count nothing is written.
    const auto firstUntouched = static_cast<std::ptrdiff_t>(trueCount * bytesOf<T>(desc.output));
    ASSERT_TRUE(
        std::equal(outputBytes.begin() + firstUntouched, outputBytes.end(), untouched.begin() + firstUntouched));
    for (std::size_t i = 0; scanCase.withTotal && i < expectedTotals.size(); ++i)
        ASSERT_EQ(total.values<T>()[i], expectedTotals[i]) << "total " << i;
}

template <class T>
void checkScan(const vkscan::Scan& scan, const vkscan::study::ScanDesc& desc, const ScanCase& scanCase)
{
    const auto combineElements = [&](T earlier, T later) { return combine(desc.op, earlier, later); };
    checkScan(scan, desc, scanCase, randomValues<T>(desc.op, scanCase.count, static_cast<uint32_t>(scanCase.count)),
              identity<T>(desc.op), combineElements);
}

} // namespace testing_support

#endif
