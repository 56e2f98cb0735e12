// Runs one radix sort on the device and compares keys and values with std::stable_sort.
#ifndef VKSCAN_TESTS_SORT_CHECK_H
#define VKSCAN_TESTS_SORT_CHECK_H

#include "axis_values.h"
#include "sort_reference.h"

#include "operations/radix_sort.h"
#include "schedule/array_operation.h"

namespace testing_support {

struct SortCase {
    bool withOutput = true;        // otherwise only the permutation or values
    bool withOffsets = false;      // with offsets of buckets
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // offsets of segments
    bool ownScratch = true;             // zeroed, and fenced
    unsigned submissions = 1;
    unsigned mostAttempts = kMostAttempts;
};

[[nodiscard]] inline vkscan::RadixSort createSort(vkscan::Forced<vkscan::RadixSortDesc> desc,
                                                  const vkscan::Tuning& tuning = smallTuning())
{
    vkscan::RadixSort sort;
    const vkscan::Status status = createTuned(context(), desc, tuning, &sort);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    return sort;
}

// Values of any size, all different.
[[nodiscard]] inline std::vector<uint32_t> valuesOf(uint64_t count, uint64_t words)
{
    std::vector<uint32_t> values(count * words);
    for (uint64_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint32_t>(i * 2654435761u + 12345);
    return values;
}

[[nodiscard]] inline uint64_t countOf(const SortCase& c, uint64_t keys)
{
    return std::min<uint64_t>(keys, c.gpuCount.value_or(0xffffffffu));
}

// Sorts once, and checks the results unless the status reports that a wait was given up.
template <class T>
void trySort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
             const std::vector<T>& keys, vkscan::ScratchStatus* status)
{
    const uint64_t count = countOf(c, keys.size());
    const uint64_t valueWords = desc.withIndex ? 1 : desc.valueSize / 4;
    const std::vector<uint32_t> values = valuesOf(keys.size(), valueWords);
    const VkDeviceSize misalignment = c.misalignment * sizeof(T) % 16;
    const VkDeviceSize valueMisalignment = c.misalignment * valueWords * 4 % 16;
    const TestArray input(keys, misalignment);
    const TestArray output(keys.size() * sizeof(T), 16 - sizeof(T) - misalignment / 2 / sizeof(T) * sizeof(T));
    const TestArray valuesIn(values, valueMisalignment);
    const TestArray valuesOut(values.size() * 4, valueMisalignment);
    const TestArray temporary(sort.temporarySize(keys.size()));
    const CountBuffer countBuffer(c.gpuCount);
    const TestArray segments(c.offsets, 4);
    const uint32_t bits = std::min<uint32_t>(desc.endBit, sizeof(T) * 8) - desc.firstBit;
    const uint64_t buckets = c.withOffsets ? uint64_t{1} << bits : 0;
    const TestArray bucketOffsets(c.withOffsets ? (buckets + 1) * sizeof(uint32_t) : 0, 4);
    TestArray ownScratch(c.ownScratch ? sort.scratchSize(keys.size()) : 0);
    ownScratch.fill(0);

    vkscan::RadixSortArgs args;
    args.input = input.range();
    if (c.withOutput)
        args.output = output.range();
    if (desc.valueSize > 0)
        args.values = valuesIn.range();
    if (valueWords > 0)
        args.sortedValues = valuesOut.range();
    args.temporary = temporary.range();
    if (c.withOffsets)
        args.bucketOffsets = bucketOffsets.range();
    if (!c.offsets.empty()) {
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(c.offsets.size() - 1);
    }
    args.count = keys.size();
    args.scratch = c.ownScratch ? ownScratch.range() : sharedScratch(sort.scratchSize(args.count));
    args.countBuffer = countBuffer.range();
    *status = submit(sort, args, c.submissions, c.mostAttempts);
    if (*status != vkscan::ScratchStatus::Complete) {
        if (!c.ownScratch)
            clearSharedScratch();
        return;
    }
    const std::vector<uint32_t> order = referenceOrder(desc, keys, count, c.offsets);
    const auto sortedKeys = output.values<T>();
    const auto sortedValues = valuesOut.values<uint32_t>();
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i < count && c.withOutput)
            ASSERT_EQ(orderedBits(sortedKeys[i]), orderedBits(keys[order[i]])) << "key " << i;
        else
            ASSERT_TRUE(isUnwritten(sortedKeys[i])) << "key " << i;
        for (uint64_t word = 0; word < valueWords; ++word) {
            const uint32_t value = sortedValues[i * valueWords + word];
            if (i < count)
                ASSERT_EQ(value, desc.withIndex ? order[i] : values[order[i] * valueWords + word]) << "value " << i;
            else
                ASSERT_TRUE(isUnwritten(value)) << "value " << i;
        }
    }
    if (c.withOffsets) {
        std::vector<uint32_t> expected(buckets + 1);
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t bucket = (uint64_t{orderedBits(keys[i])} >> desc.firstBit) % buckets;
            ++expected[(desc.descending ? buckets - 1 - bucket : bucket) + 1];
        }
        std::partial_sum(expected.begin(), expected.end(), expected.begin());
        ASSERT_EQ(bucketOffsets.values<uint32_t>(), expected) << "offsets of buckets";
    }
    ASSERT_TRUE(keys.empty() || std::memcmp(input.values<T>().data(), keys.data(), keys.size() * sizeof(T)) == 0);
    ASSERT_EQ(valuesIn.values<uint32_t>(), values);
}

template <class T>
void checkSort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
               const std::vector<T>& keys)
{
    SCOPED_TRACE(std::string(toString(desc.type)) + ", " + vkscan::study::toString(strategyFor(sort, keys.size())) +
                 ", count " + std::to_string(countOf(c, keys.size())) + " of " + std::to_string(keys.size()) +
                 ", bits " + std::to_string(desc.firstBit) + " to " + std::to_string(desc.endBit) +
                 (desc.descending ? ", descending" : "") + ", values of " + std::to_string(desc.valueSize) +
                 (desc.withIndex ? ", indices" : "") +
                 (c.offsets.empty() ? "" : ", " + std::to_string(c.offsets.size()) + " offsets"));
    vkscan::ScratchStatus status = vkscan::ScratchStatus::Complete;
    trySort(sort, desc, c, keys, &status);
    ASSERT_EQ(status, vkscan::ScratchStatus::Complete) << "a wait was given up in every attempt";
}

[[nodiscard]] inline std::vector<vkscan::Strategy> sortStrategies()
{
    return strategiesOfSorts();
}

[[nodiscard]] inline uint64_t tileOf(vkscan::Strategy strategy)
{
    const vkscan::Tuning tuning = smallTuning();
    return (strategy == vkscan::Strategy::SingleWorkgroup ? tuning.sortSingle
            : strategy == vkscan::Strategy::Spine         ? tuning.sortPass
                                                          : tuning.sortScatter)
        .tileElements(vkscan::ElementType::U32);
}

} // namespace testing_support

#endif
