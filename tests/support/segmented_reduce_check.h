// Reduces segments on the device and compares every result with a serial reference.
#ifndef VKSCAN_TESTS_SEGMENTED_REDUCE_CHECK_H
#define VKSCAN_TESTS_SEGMENTED_REDUCE_CHECK_H

#include "stored_values.h"
#include "submit.h"
#include "test_array.h"

#include "operations/segmented_scan.h"
#include "schedule/array_operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace testing_support {

[[nodiscard]] inline vkscan::SegmentedReduce createReduce(const vkscan::Forced<vkscan::SegmentedReduceDesc>& desc,
                                                          const vkscan::Tuning& tuning, uint32_t operatorCode)
{
    vkscan::SegmentedReduce reduce;
    EXPECT_EQ(createTuned(context(), desc, tuning, operatorCode, &reduce), vkscan::Status::Success);
    return reduce;
}

struct SegmentedReduceCase {
    std::vector<uint32_t> offsets = {}; // empty: rows
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    VkDeviceSize misalignment = 0; // elements, for input and result
    std::optional<uint32_t> gpuCount = std::nullopt;
    vkscan::StoredType input = vkscan::StoredType::Same; // as in the description
    vkscan::StoredType output = vkscan::StoredType::Same;
};

// The beginning and end of each segment.
[[nodiscard]] inline std::vector<std::pair<uint64_t, uint64_t>> segmentsOf(const SegmentedReduceCase& reduceCase,
                                                                           uint64_t count)
{
    const uint64_t end = std::min<uint64_t>(count, reduceCase.gpuCount.value_or(0xffffffffu));
    std::vector<std::pair<uint64_t, uint64_t>> segments;
    const auto append = [&](uint64_t first, uint64_t limit) {
        segments.emplace_back(std::min(first, end), std::min(limit, end));
    };
    for (std::size_t k = 0; k + 1 < reduceCase.offsets.size(); ++k)
        append(reduceCase.offsets[k], reduceCase.offsets[k + 1]);
    if (reduceCase.offsets.empty())
        for (uint64_t i = 0; i < count; i += std::max(reduceCase.rowLength, reduceCase.rowPitch))
            append(i, i + reduceCase.rowLength);
    return segments;
}

template <class T>
[[nodiscard]] std::vector<T> reduceOnDevice(const vkscan::SegmentedReduce& reduce,
                                            const SegmentedReduceCase& reduceCase, const std::vector<T>& values)
{
    const std::vector<unsigned char> inputBytes = storedBytesOf(reduceCase.input, values);
    const TestArray input(inputBytes, reduceCase.misalignment * bytesOf<T>(reduceCase.input) % 16);
    const TestArray result(segmentsOf(reduceCase, values.size()).size() * bytesOf<T>(reduceCase.output),
                           reduceCase.misalignment * bytesOf<T>(reduceCase.output) % 16);
    const TestArray offsets(reduceCase.offsets, reduceCase.misalignment * sizeof(uint32_t) % 16);
    const CountBuffer countBuffer(reduceCase.gpuCount);

    vkscan::SegmentedReduceArgs args;
    args.input = input.range();
    args.result = result.range();
    args.segments = offsets.range();
    args.rowLength = reduceCase.rowLength;
    args.rowPitch = reduceCase.rowPitch;
    if (!reduceCase.offsets.empty())
        args.segmentCount = static_cast<uint32_t>(reduceCase.offsets.size() - 1);
    args.count = values.size();
    args.scratch = sharedScratch(reduce.scratchSize(args.count));
    args.countBuffer = countBuffer.range();
    submit(reduce, args);
    return valuesOfBytes<T>(reduceCase.output, result.values<unsigned char>());
}

template <class T, class Combine>
void checkReduce(const vkscan::SegmentedReduce& reduce, const SegmentedReduceCase& reduceCase,
                 const std::vector<T>& values, T identityValue, const Combine& combineElements)
{
    const std::vector<T> actual = reduceOnDevice(reduce, reduceCase, values);
    const auto segments = segmentsOf(reduceCase, values.size());
    std::vector<T> expectedValues(segments.size(), identityValue);
    for (std::size_t k = 0; k < segments.size(); ++k)
        for (uint64_t i = segments[k].first; i < segments[k].second; ++i)
            expectedValues[k] = combineElements(expectedValues[k], values[i]);
    expectedValues = valuesOfBytes<T>(reduceCase.output, storedBytesOf(reduceCase.output, expectedValues));
    for (std::size_t k = 0; k < segments.size(); ++k) {
        ASSERT_EQ(actual[k], expectedValues[k])
            << "segment " << k << " of " << segments.size() << ", " << segments[k].first << " to " << segments[k].second
            << " of " << values.size() << ", rows of " << reduceCase.rowLength << " every " << reduceCase.rowPitch;
    }
}

} // namespace testing_support

#endif
