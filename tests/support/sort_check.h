// Runs one radix sort on the device and holds keys and values against std::stable_sort.
#ifndef VKSCAN_TESTS_SORT_CHECK_H
#define VKSCAN_TESTS_SORT_CHECK_H

#include "axis_values.h"
#include "sort_reference.h"

#include "operations/radix_sort.h"
#include "schedule/array_operation.h"

namespace testing_support {

struct SortCase {
    bool withOutput = true;        // else the permutation or values alone
    bool withOffsets = false;      // of buckets
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // of segments
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

// Sorts once, and checks the results unless the status says that a wait was given up.
template <class T>
void trySort(const vkscan::RadixSort& sort, const vkscan::RadixSortDesc& desc, const SortCase& c,
             const std::vector<T>& keys, vkscan::ScratchStatus* status)
{
    const uint64_t count = countOf(c, keys.size());
    const VkDeviceSize keyBytes = keys.size() * sizeof(T);
    const uint64_t valueWords = desc.withIndex ? 1 : desc.valueSize / 4;
    const std::vector<uint32_t> values = valuesOf(keys.size(), valueWords);
    const VkDeviceSize valueBytes = values.size() * 4;
    const VkDeviceSize misalignment = c.misalignment * sizeof(T) % 16;
    const VkDeviceSize valueMisalignment = c.misalignment * valueWords * 4 % 16;
    TestArray input(keyBytes, misalignment);
    TestArray output(keyBytes, 16 - sizeof(T) - misalignment / 2 / sizeof(T) * sizeof(T));
    TestArray valuesIn(valueBytes, valueMisalignment);
    TestArray valuesOut(valueBytes, valueMisalignment);
    TestArray temporary(sort.temporarySize(keys.size()));
    TestArray countBuffer(sizeof(uint32_t));
    TestArray segments(c.offsets.size() * sizeof(uint32_t), 4);
    const uint32_t bits = std::min<uint32_t>(desc.endBit, sizeof(T) * 8) - desc.firstBit;
    const uint64_t buckets = c.withOffsets ? uint64_t{1} << bits : 0;
    TestArray bucketOffsets(c.withOffsets ? (buckets + 1) * sizeof(uint32_t) : 0, 4);
    TestArray ownScratch(c.ownScratch ? sort.scratchSize(keys.size()) : 0);
    input.write(keys.data(), keyBytes);
    output.fill(0xcc);
    valuesIn.write(values.data(), valueBytes);
    valuesOut.fill(0xcc);
    bucketOffsets.fill(0xcc);
    temporary.fill(0xcc);
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
        segments.write(c.offsets.data(), c.offsets.size() * sizeof(uint32_t));
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(c.offsets.size() - 1);
    }
    args.count = keys.size();
    args.scratch = c.ownScratch ? ownScratch.range() : sharedScratch(sort.scratchSize(args.count));
    if (c.gpuCount) {
        countBuffer.write(&*c.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(sort, args, c.submissions, c.mostAttempts);

    *status = vkscan::ScratchStatus::Complete;
    if (args.scratch.size > 0)
        *status = c.ownScratch ? scratchStatus(ownScratch) : sharedScratchStatus();
    ASSERT_TRUE(input.intact() && output.intact() && valuesIn.intact() && valuesOut.intact() && temporary.intact() &&
                countBuffer.intact() && segments.intact() && bucketOffsets.intact() && ownScratch.intact());
    if (*status != vkscan::ScratchStatus::Complete) {
        if (!c.ownScratch)
            clearSharedScratch();
        return;
    }
    const std::vector<uint32_t> order = referenceOrder(desc, keys, count, c.offsets);
    std::vector<T> sortedKeys(keys.size());
    std::vector<uint32_t> sortedValues(values.size());
    output.read(sortedKeys.data(), keyBytes);
    valuesOut.read(sortedValues.data(), valueBytes);
    const auto isUntouched = [](const auto& value) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        return std::all_of(bytes, bytes + sizeof(value), [](unsigned char byte) { return byte == 0xcc; });
    };
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i < count && c.withOutput)
            ASSERT_EQ(orderedBits(sortedKeys[i]), orderedBits(keys[order[i]])) << "key " << i;
        else
            ASSERT_TRUE(isUntouched(sortedKeys[i])) << "key " << i;
        for (uint64_t word = 0; word < valueWords; ++word) {
            const uint32_t value = sortedValues[i * valueWords + word];
            if (i < count)
                ASSERT_EQ(value, desc.withIndex ? order[i] : values[order[i] * valueWords + word]) << "value " << i;
            else
                ASSERT_TRUE(isUntouched(value)) << "value " << i;
        }
    }
    if (c.withOffsets) {
        std::vector<uint32_t> offsets(buckets + 1);
        bucketOffsets.read(offsets.data(), offsets.size() * sizeof(uint32_t));
        std::vector<uint32_t> expected(buckets + 1);
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t bucket = (uint64_t{orderedBits(keys[i])} >> desc.firstBit) % buckets;
            ++expected[(desc.descending ? buckets - 1 - bucket : bucket) + 1];
        }
        std::partial_sum(expected.begin(), expected.end(), expected.begin());
        ASSERT_EQ(offsets, expected) << "offsets of buckets";
    }
    std::vector<T> inputAfter(keys.size());
    input.read(inputAfter.data(), keyBytes);
    ASSERT_TRUE(keys.empty() || std::memcmp(inputAfter.data(), keys.data(), keyBytes) == 0);
    std::vector<uint32_t> valuesAfter(values.size());
    valuesIn.read(valuesAfter.data(), valueBytes);
    ASSERT_EQ(valuesAfter, values);
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
